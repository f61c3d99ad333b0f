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

/* Bit i becomes bit 63 - i. */
SERPENTES_INLINE uint64_t reverse_bits64(uint64_t x)
{
    x = ((x >> 1) & UINT64_C(0x5555555555555555)) | ((x & UINT64_C(0x5555555555555555)) << 1);
    x = ((x >> 2) & UINT64_C(0x3333333333333333)) | ((x & UINT64_C(0x3333333333333333)) << 2);
    x = ((x >> 4) & UINT64_C(0x0f0f0f0f0f0f0f0f)) | ((x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4);
    return swap_bytes64(x);
}

#endif
