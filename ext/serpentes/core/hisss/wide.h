/* Integers for fractions: of 128 bits where the compiler has them, else of 64, where more positions are refused. */
#ifndef SERPENTES_WIDE_H
#define SERPENTES_WIDE_H

#include <stdint.h>

#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 wide_t;
#define WIDE_BITS 126
#else
typedef int64_t wide_t;
#define WIDE_BITS 62
#endif

/* All of these are for numbers that are not negative. */
static inline uint64_t low_word(wide_t x) { return (uint64_t)x; }
static inline uint64_t high_word(wide_t x) { return (uint64_t)(x >> 32 >> 31 >> 1); }

/* The greatest common divisor. */
static inline wide_t wide_divisor(wide_t a, wide_t b)
{
    uint64_t c, d, rest;
    wide_t wide_rest;
    while (b != 0 && (high_word(a) | high_word(b)) != 0) {
        wide_rest = a % b;
        a = b;
        b = wide_rest;
    }
    if (b == 0)
        return a;
    for (c = low_word(a), d = low_word(b); d != 0; c = d, d = rest)
        rest = c % d;
    return (wide_t)c;
}

/* The number of bits. */
static inline int wide_bits(wide_t x)
{
    int bits = 0;
    uint64_t word = high_word(x);
    if (word != 0)
        bits = 64;
    else
        word = low_word(x);
    while (word >= 256) {
        word >>= 8;
        bits += 8;
    }
    while (word != 0) {
        word >>= 1;
        bits++;
    }
    return bits;
}

#endif
