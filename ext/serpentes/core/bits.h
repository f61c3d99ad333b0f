/* Bits of 64-bit words, for every game. */
#ifndef SERPENTES_BITS_H
#define SERPENTES_BITS_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
#define SERPENTES_INLINE static __forceinline
static __forceinline int lowest_index64(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
static __forceinline uint64_t swap_bytes64(uint64_t x) { return _byteswap_uint64(x); }
#define serpentes_prefetch(p) ((void)(p))
#else
#define SERPENTES_INLINE static inline __attribute__((always_inline, unused))
SERPENTES_INLINE int lowest_index64(uint64_t x) { return __builtin_ctzll(x); }
SERPENTES_INLINE uint64_t swap_bytes64(uint64_t x) { return __builtin_bswap64(x); }
#define serpentes_prefetch(p) __builtin_prefetch(p)
#endif

/* Bytes that several threads read and write: nothing is read half, and no order is asked for.  `exchange_byte` puts one
 * in the place of another if that is still there, and says whether it was. */
#if defined(_MSC_VER)
SERPENTES_INLINE uint8_t load_byte(const uint8_t *p) { return *(const volatile uint8_t *)p; }
SERPENTES_INLINE void store_byte(uint8_t *p, uint8_t x) { *(volatile uint8_t *)p = x; }
SERPENTES_INLINE int exchange_byte(uint8_t *p, uint8_t from, uint8_t to)
{
    return (uint8_t)_InterlockedCompareExchange8((volatile char *)p, (char)to, (char)from) == from;
}
#else
SERPENTES_INLINE uint8_t load_byte(const uint8_t *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
SERPENTES_INLINE void store_byte(uint8_t *p, uint8_t x) { __atomic_store_n(p, x, __ATOMIC_RELAXED); }
SERPENTES_INLINE int exchange_byte(uint8_t *p, uint8_t from, uint8_t to)
{
    return __atomic_compare_exchange_n(p, &from, to, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
#endif

/* The baseline of x86-64 has no population count, and the compiler's fallback is a call. */
SERPENTES_INLINE int popcount64(uint64_t x)
{
#if defined(__POPCNT__) || defined(__aarch64__)
    return __builtin_popcountll(x);
#else
    x = x - ((x >> 1) & UINT64_C(0x5555555555555555));
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)((x * UINT64_C(0x0101010101010101)) >> 56);
#endif
}

/* The bits of `x` at those of a mask, close together, and back; one instruction each where the build may use BMI2. */
#if defined(__BMI2__)
#include <immintrin.h>
enum { HAS_BMI2 = 1 };
SERPENTES_INLINE uint64_t parallel_extract64(uint64_t x, uint64_t mask) { return _pext_u64(x, mask); }
SERPENTES_INLINE uint64_t parallel_deposit64(uint64_t x, uint64_t mask) { return _pdep_u64(x, mask); }
#else
enum { HAS_BMI2 = 0 };
SERPENTES_INLINE uint64_t parallel_extract64(uint64_t x, uint64_t mask) { (void)mask; return x; }
SERPENTES_INLINE uint64_t parallel_deposit64(uint64_t x, uint64_t mask) { (void)mask; return x; }
#endif

/* Bit i becomes bit 63 - i. */
SERPENTES_INLINE uint64_t reverse_bits64(uint64_t x)
{
    x = ((x >> 1) & UINT64_C(0x5555555555555555)) | ((x & UINT64_C(0x5555555555555555)) << 1);
    x = ((x >> 2) & UINT64_C(0x3333333333333333)) | ((x & UINT64_C(0x3333333333333333)) << 2);
    x = ((x >> 4) & UINT64_C(0x0f0f0f0f0f0f0f0f)) | ((x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4);
    return swap_bytes64(x);
}

#endif
