/* Memory that several threads share: locks of one byte, and large pages where the system has them on request. */
#ifndef SERPENTES_MEMORY_H
#define SERPENTES_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
static __forceinline void take_lock(uint8_t *lock)
{
    while (_InterlockedExchange8((volatile char *)lock, 1))
        while (*(const volatile uint8_t *)lock)
            ;
}
static __forceinline void leave_lock(uint8_t *lock) { _InterlockedExchange8((volatile char *)lock, 0); }
#else
static inline void take_lock(uint8_t *lock)
{
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
        while (__atomic_load_n(lock, __ATOMIC_RELAXED))
            ;
}
static inline void leave_lock(uint8_t *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
#endif

/* A hint only: positions are looked up all over the memory, so small pages cost a walk for nearly every one. */
#if defined(__linux__)
#include <sys/mman.h>
#endif
static inline void ask_for_large_pages(void *start, size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const uintptr_t page = 4096, first = ((uintptr_t)start + page - 1) & ~(page - 1);
    if (bytes > 2 * page)
        (void)madvise((void *)first, ((uintptr_t)start + bytes - first) & ~(page - 1), MADV_HUGEPAGE);
#else
    (void)start;
    (void)bytes;
#endif
}

#endif
