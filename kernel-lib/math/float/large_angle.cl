// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine, cosine and tangent of floats too large for the ordinary reduction (Payne and Hanek's).
//
// x = m 2^e with a whole m of 24 bits. Only m 2^e 2/pi modulo 4 matters, so the product needs no
// bits of 2/pi that 2^e moves beyond that. 96 of the next bits are enough, because no float comes
// nearer to a multiple of pi/2 than about 2^-30. Double needs words of 64 bits.
#include "kernel-lib/math/common/large_angle.h"
#include "kernel-lib/math/float/coefficients.h"

#define WIDTH 1
#define VECTOR(type) type
#define scalar float
#define gentype float
#define ubits uint
#define FLOAT_BITS 32
#define MANTISSA_BITS 23

// 2/pi in words of 32 bits after two words of zeros, which stand for whole bits.
static __constant const uint two_over_pi[] = {
    0, 0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};

typedef struct {
  float radians; // within pi/4
  uint quarter;  // modulo 4
} quarter_turns;

// For finite x. The vectoriser may call this for lanes that do not need it, so x may be small; the
// result then has no meaning.
static quarter_turns reduce(float x) {
  uint representation = __builtin_astype(x, uint);
  ulong m = (representation & 0x007fffff) | 0x00800000;
  // The first bit of the table that weighs 2 or less when multiplied by 2^e.
  uint first = __builtin_elementwise_max(representation >> 23, 88u) - 150 + 64 - 2;
  __constant const uint *word = two_over_pi + first / 32;
  uint shift = first % 32;
  ulong top = (ulong)word[0] << 32 | word[1], next = (ulong)word[1] << 32 | word[2],
        last = (ulong)word[2] << 32 | word[3];
  ulong window_0 = (uint)(top << shift >> 32), window_1 = (uint)(next << shift >> 32),
        window_2 = (uint)(last << shift >> 32);
  // In units of 2^-62 turns by pi/2, modulo 4.
  ulong product = (m * window_0 << 32) + m * window_1 + (m * window_2 >> 32);
  ulong quarter = ((product >> 61) + 1) >> 1;
  long rest = (long)(product - (quarter << 62));
  quarter_turns result = {(float)((double)rest * (M_PI_2 * 0x1p-62)), (uint)quarter};
  return result;
}

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/quarter_turn.h"

#include "kernel-lib/math/common/function_of_large_angle.h"
