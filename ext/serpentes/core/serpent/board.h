/* The board of Serpent as a bitboard, for one size that is fixed at compile time.
 *
 * WHY THIS REPRESENTATION.  A hexagon of side n is sheared so that its 2n-1 rows stand in columns of one
 * rectangle; the six neighbours of a bit are then at the constant distances
 *
 *        -(S+1)  -S                       a b             . = not a cell: always 0
 *            \  /                        /   \
 *      -1 --- x --- +1     size 2:      c  d  e     bits, least significant first, S = 3:
 *            /  \                        \   /                 a b . c d e . f g
 *          +S   S+1                       f g
 *
 * with S, the stride, 2n-1 and no padding at all: the two corners that the shear leaves empty (top right,
 * bottom left) already catch whatever a shift carries over the end of a row.  To see it: only rows n-1 and
 * below have a cell in the last column, only rows n-1 and above have one in the first, so +1 and S+1 lead
 * from a last column into a first column that is no cell, and likewise upwards.  Every result of a shift is
 * masked with a set of cells of the board before it is used again.
 *
 *   size 3 (S = 5)              size 4 (S = 7)                size   cells   bits   word
 *     row a   0  1  2  .  .       row a   0  1  2  3  .  .  .    2      7      9     64
 *     row b   5  6  7  8  .       row b   7  8  9 10 11  .  .    3     19     25     64
 *     row c  10 11 12 13 14       row c  14 15 16 17 18 19  .    4     37     49     64
 *     row d   . 16 17 18 19       row d  21 22 23 24 25 26 27    5     61     81    128
 *     row e   .  . 22 23 24       row e   . 29 30 31 32 33 34    6     91    121    128
 *                                 row f   .  . 37 38 39 40 41
 *                                 row g   .  .  . 45 46 47 48
 *
 * The stride is a compile-time constant, because a shift by a variable costs three times as much on the
 * baseline instruction set, and far more on two words.  Sizes 5 and 6 take two 64-bit words behind the same
 * inline functions (not every compiler has a 128-bit integer).
 */
#ifndef SERPENTES_SERPENT_BOARD_H
#define SERPENTES_SERPENT_BOARD_H

#include <stdint.h>
#include <string.h>

#include "../bits.h"

#ifndef SERPENT_SIZE
#error "define SERPENT_SIZE (2 to 6) before including this header"
#endif

enum {
    SIZE = SERPENT_SIZE,
    ROWS = 2 * SERPENT_SIZE - 1,
    STRIDE = ROWS,
    BITS = ROWS * STRIDE,
    CELLS = 3 * SERPENT_SIZE * (SERPENT_SIZE - 1) + 1,
    BOARD_BYTES = (BITS + 7) / 8
};

#if SERPENT_SIZE <= 4

typedef uint64_t word_t;
#define W_ZERO UINT64_C(0)
SERPENTES_INLINE word_t w_and(word_t a, word_t b) { return a & b; }
SERPENTES_INLINE word_t w_or(word_t a, word_t b) { return a | b; }
SERPENTES_INLINE word_t w_xor(word_t a, word_t b) { return a ^ b; }
SERPENTES_INLINE word_t w_without(word_t a, word_t b) { return a & ~b; }
SERPENTES_INLINE int w_any(word_t a) { return a != 0; }
SERPENTES_INLINE int w_equal(word_t a, word_t b) { return a == b; }
SERPENTES_INLINE int w_less(word_t a, word_t b) { return a < b; }
SERPENTES_INLINE int w_count(word_t a) { return popcount64(a); }
SERPENTES_INLINE int w_many(word_t a) { return (a & (a - 1)) != 0; }
SERPENTES_INLINE word_t w_lowest(word_t a) { return a & (0 - a); }
SERPENTES_INLINE int w_index(word_t a) { return lowest_index64(a); }
SERPENTES_INLINE word_t w_bit(int i) { return UINT64_C(1) << i; }
#define W_SHL(a, k) ((a) << (k))
#define W_SHR(a, k) ((a) >> (k))
SERPENTES_INLINE unsigned w_byte(word_t a, int i) { return (unsigned)(a >> (8 * i)) & 255u; }
SERPENTES_INLINE word_t w_from(uint64_t low, uint64_t high) { (void)high; return low; }
SERPENTES_INLINE uint64_t w_low64(word_t a) { return a; }
SERPENTES_INLINE uint64_t w_high64(word_t a) { (void)a; return 0; }

#else

typedef struct { uint64_t lo, hi; } word_t;
#define W_ZERO w_from(0, 0)
SERPENTES_INLINE word_t w_from(uint64_t low, uint64_t high) { word_t r; r.lo = low; r.hi = high; return r; }
SERPENTES_INLINE word_t w_and(word_t a, word_t b) { return w_from(a.lo & b.lo, a.hi & b.hi); }
SERPENTES_INLINE word_t w_or(word_t a, word_t b) { return w_from(a.lo | b.lo, a.hi | b.hi); }
SERPENTES_INLINE word_t w_xor(word_t a, word_t b) { return w_from(a.lo ^ b.lo, a.hi ^ b.hi); }
SERPENTES_INLINE word_t w_without(word_t a, word_t b) { return w_from(a.lo & ~b.lo, a.hi & ~b.hi); }
SERPENTES_INLINE int w_any(word_t a) { return (a.lo | a.hi) != 0; }
SERPENTES_INLINE int w_equal(word_t a, word_t b) { return ((a.lo ^ b.lo) | (a.hi ^ b.hi)) == 0; }
SERPENTES_INLINE int w_less(word_t a, word_t b) { return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo); }
SERPENTES_INLINE int w_count(word_t a) { return popcount64(a.lo) + popcount64(a.hi); }
SERPENTES_INLINE word_t w_lowest(word_t a)
{
    return a.lo ? w_from(a.lo & (0 - a.lo), 0) : w_from(0, a.hi & (0 - a.hi));
}
SERPENTES_INLINE int w_many(word_t a) { return w_any(w_xor(a, w_lowest(a))); }
SERPENTES_INLINE int w_index(word_t a) { return a.lo ? lowest_index64(a.lo) : 64 + lowest_index64(a.hi); }
SERPENTES_INLINE word_t w_bit(int i)
{
    return i < 64 ? w_from(UINT64_C(1) << i, 0) : w_from(0, UINT64_C(1) << (i - 64));
}
/* 0 < k < 64 only */
#define W_SHL(a, k) w_from((a).lo << (k), (a).hi << (k) | (a).lo >> (64 - (k)))
#define W_SHR(a, k) w_from((a).lo >> (k) | (a).hi << (64 - (k)), (a).hi >> (k))
SERPENTES_INLINE unsigned w_byte(word_t a, int i)
{
    return (unsigned)((i < 8 ? a.lo >> (8 * i) : a.hi >> (8 * (i - 8))) & 255u);
}
SERPENTES_INLINE uint64_t w_low64(word_t a) { return a.lo; }
SERPENTES_INLINE uint64_t w_high64(word_t a) { return a.hi; }

#endif

/* The neighbours of the cells of x (a cell of x is in it only if it touches another), not masked to the board:
 * a hexagonal grow is four shifts after two. */
SERPENTES_INLINE word_t grow(word_t x)
{
    word_t right = W_SHL(x, 1), left = W_SHR(x, 1);
    word_t down = w_or(x, right), up = w_or(x, left);
    return w_or(w_or(right, left), w_or(W_SHL(down, STRIDE), W_SHR(up, STRIDE)));
}

/* The places that touch exactly one, exactly two, three or more cells of x: the six shifts of x added up
 * bit by bit in two full adders and a third. */
typedef struct { word_t one, two, more; } touch_t;

SERPENTES_INLINE word_t majority(word_t a, word_t b, word_t c)
{
    return w_or(w_and(a, b), w_and(c, w_xor(a, b)));
}

SERPENTES_INLINE touch_t touches(word_t x)
{
    word_t right = W_SHL(x, 1), left = W_SHR(x, 1);
    word_t a = W_SHL(x, STRIDE), b = W_SHL(right, STRIDE), c = W_SHR(x, STRIDE), d = W_SHR(left, STRIDE);
    word_t sum1 = w_xor(w_xor(right, left), a), carry1 = majority(right, left, a);
    word_t sum2 = w_xor(w_xor(b, c), d), carry2 = majority(b, c, d);
    word_t ones = w_xor(sum1, sum2), carry3 = w_and(sum1, sum2);
    word_t twos = w_xor(w_xor(carry1, carry2), carry3), fours = majority(carry1, carry2, carry3);
    touch_t t;
    t.one = w_without(ones, w_or(twos, fours));
    t.two = w_without(twos, w_or(ones, fours));
    t.more = w_or(w_and(ones, twos), fours);
    return t;
}

/* The part of `space` that a flood from `seed` (a part of it) covers. */
SERPENTES_INLINE word_t flood(word_t seed, word_t space)
{
    word_t reached = seed, next;
    for (;;) {
        next = w_and(w_or(reached, grow(reached)), space);
        if (w_equal(next, reached)) return reached;
        reached = next;
    }
}

#endif
