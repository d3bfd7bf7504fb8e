// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine, cosine and tangent of doubles too large for the ordinary reduction (Payne and Hanek's).
//
// x = m 2^e with a whole m of 53 bits. Only m 2^e 2/pi modulo 4 matters, so the product needs no
// bits of 2/pi that 2^e moves beyond that. 192 of the next bits are enough, because no double comes
// nearer to a multiple of pi/2 than about 2^-62. Float needs words of 32 bits only.
#include "kernel-lib/math/common/large_angle.h"
#include "kernel-lib/math/double/coefficients.h"

#define WIDTH 1
#define VECTOR(type) type
#define scalar double
#define gentype double
#define ubits ulong
#define FLOAT_BITS 64
#define MANTISSA_BITS 52

// 2/pi in words of 64 bits after one word of zeros, which stands for whole bits.
static __constant const ulong two_over_pi[] = {
    0,
    0xa2f9836e4e441529ul,
    0xfc2757d1f534ddc0ul,
    0xdb6295993c439041ul,
    0xfe5163abdebbc561ul,
    0xb7246e3a424dd2e0ul,
    0x06492eea09d1921cul,
    0xfe1deb1cb129a73eul,
    0xe88235f52ebb4484ul,
    0xe99c7026b45f7e41ul,
    0x3991d639835339f4ul,
    0x9c845f8bbdf9283bul,
    0x1ff897ffde05980ful,
    0xef2f118b5a0a6d1ful,
    0x6d367ecf27cb09b7ul,
    0x4f463f669e5fea2dul,
    0x7527bac7ebe5f17bul,
    0x3d0739f78a5292eaul,
    0x6bfb5fb11f8d5d08ul,
    0x56033046fc7b6babul,
};

typedef struct {
  double radians; // within pi/4
  ulong quarter;  // modulo 4
} quarter_turns;

static ulong window(__constant const ulong *word, ulong shift) {
  return word[0] << shift | (word[1] >> 1) >> (63 - shift);
}

static ulong product_high(ulong x, ulong y) {
  ulong x_low = (uint)x, x_high = x >> 32, y_low = (uint)y, y_high = y >> 32;
  ulong middle = x_high * y_low + (x_low * y_low >> 32);
  return x_high * y_high + (middle >> 32) + (((uint)middle + x_low * y_high) >> 32);
}

// For finite x. The vectoriser may call this for lanes that do not need it, so x may be small; the
// result then has no meaning.
static quarter_turns reduce(double x) {
  ulong representation = __builtin_astype(x, ulong);
  ulong m = (representation & SIGNIFICAND_BITS) | 1ul << 52;
  // The first bit of the table that weighs 2 or less when multiplied by 2^e.
  ulong first = __builtin_elementwise_max(representation >> 52, 1013ul) - 1075 + 62;
  __constant const ulong *word = two_over_pi + first / 64;
  ulong shift = first % 64;
  // In units of 2^-62 turns by pi/2, modulo 4; then what follows in units 2^64 times as small.
  ulong middle = m * window(word + 1, shift);
  ulong low = middle + product_high(m, window(word + 2, shift));
  ulong product =
      m * window(word, shift) + product_high(m, window(word + 1, shift)) + (low < middle ? 1 : 0);
  ulong quarter = ((product >> 61) + 1) >> 1;
  long rest = (long)(product - (quarter << 62));
  // The remainder as a sum of two doubles, times pi/2 as another.
  long rest_high = rest & ~0xffffl;
  double high = (double)rest_high * 0x1p-62;
  double next = (double)(rest - rest_high) * 0x1p-62 + (double)low * 0x1p-126;
  double sum = high + next;
  double radians = sum * 0x1.921fb54442d18p0;
  double error = FMA(sum, 0x1.921fb54442d18p0, -radians);
  error += (high - sum + next) * 0x1.921fb54442d18p0 + sum * 0x1.1a62633145c07p-54;
  quarter_turns result = {radians + error, quarter};
  return result;
}

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/quarter_turn.h"

#include "kernel-lib/math/common/function_of_large_angle.h"
