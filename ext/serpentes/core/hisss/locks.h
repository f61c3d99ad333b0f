/* Locks of one byte, for what several threads read and write for a moment. */
#ifndef SERPENTES_LOCKS_H
#define SERPENTES_LOCKS_H

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

#endif
