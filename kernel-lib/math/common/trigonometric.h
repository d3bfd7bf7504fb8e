// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body: sine, cosine and tangent (OpenCL C 3.0, 6.15.2).
//
// The sine and the cosine reduce |x| to n pi + r with |r| <= pi/2. n is a whole number for the sine
// and a whole number and a half for the cosine. Both are then the sine of r; the parity of n gives
// the sign. The tangent takes steps of pi/2 and divides a sine by a cosine.
//
// pi is the sum of three constants. The first step of the reduction is exact: |x| and n PI_1 are
// multiples of one power of two and differ by less than 2. The other two steps correct r. Their
// error is much less than half a unit in the last place of r, even where x is next to a zero. That
// holds up to LARGE_ANGLE. Larger angles are rare; a function computes them one by one.
#include "kernel-lib/math/common/half_turn.h"
#include "kernel-lib/math/common/quarter_turn.h"

// The result, with large angles' lanes replaced.
static OVERLOAD gentype with_large(gentype result, gentype x, int function) {
#if WIDTH == 1
  if (__builtin_expect(!(FABS(x) < LARGE_ANGLE), 0))
    return RARE_LARGE_ANGLE(x, function);
#else
  bitsn is_large = ~(FABS(x) < (gentype)LARGE_ANGLE);
  if (__builtin_expect(__builtin_reduce_or(is_large) != 0, 0))
    for (int lane = 0; lane < WIDTH; ++lane)
      if (is_large[lane])
        result[lane] = RARE_LARGE_ANGLE(x[lane], function);
#endif
  return result;
}

OVERLOAD gentype sin(gentype x) {
  gentype magnitude = FABS(x);
  gentype sum = MAD(magnitude, ONE_OVER_PI, ROUNDING), n = sum - ROUNDING;
  gentype r = MAD(n, -PI_3, FMA(n, -PI_2, FMA(n, -PI_1, magnitude)));
  ubitsn sign = (AS_UBITS(sum) << (FLOAT_BITS - 1)) ^ (AS_UBITS(x) & SIGN_BIT);
  return with_large(AS_FLOATING(AS_UBITS(sin_of_half(r)) ^ sign), x, WEFT_SINE);
}

OVERLOAD gentype cos(gentype x) {
  gentype magnitude = FABS(x);
  gentype sum = MAD(magnitude, ONE_OVER_PI, -0.5) + ROUNDING, n = (sum - ROUNDING) + (gentype)0.5;
  gentype r = MAD(n, PI_3, FMA(n, PI_2, FMA(n, PI_1, -magnitude)));
  gentype result = AS_FLOATING(AS_UBITS(sin_of_half(r)) ^ (AS_UBITS(sum) << (FLOAT_BITS - 1)));
  return with_large(result, x, WEFT_COSINE);
}

// ROUNDING + n for the number n of quarter turns, and the remainder of the magnitude in *r.
static OVERLOAD gentype quarters(gentype magnitude, __private gentype *r) {
  gentype sum = MAD(magnitude, 2 * ONE_OVER_PI, ROUNDING), n = sum - ROUNDING;
  *r = MAD(n, -PI_3 / 2, FMA(n, -PI_2 / 2, FMA(n, -PI_1 / 2, magnitude)));
  return sum;
}

OVERLOAD gentype tan(gentype x) {
  gentype r, sum = quarters(FABS(x), &r);
  gentype s = sin_of_quarter(r), c = cos_of_quarter(r);
  bitsn is_odd = (AS_BITS(sum) & 1) != 0;
  gentype ratio = (is_odd ? c : s) / (is_odd ? s : c);
  ubitsn sign = (AS_UBITS(sum) << (FLOAT_BITS - 1)) ^ (AS_UBITS(x) & SIGN_BIT);
  return with_large(AS_FLOATING(AS_UBITS(ratio) ^ sign), x, WEFT_TANGENT);
}
