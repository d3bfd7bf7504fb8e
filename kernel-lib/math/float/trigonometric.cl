// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine, cosine and tangent of float (OpenCL C 3.0, 6.15.2).
//
// |x| = n pi + r with |r| <= pi/2, where n is whole for the sine and between two whole numbers for
// the cosine; either is then the sine of r but for the sign, which the parity of n decides. The
// tangent takes steps of pi/2 and divides. pi is the sum of three floats. The first step of the
// reduction is exact, for n times the first float and |x| have few bits apart; the others correct
// it to much less than a rounding of r, even where x is next to a zero. Larger arguments than that
// serves are rare and computed one by one.
#ifndef gentype
#include "kernel-lib/math/float/large_angle.h"

#define PI_1 0x1.921fb4p1f
#define PI_2 0x1.4442dp-23f
#define PI_3 0x1.846988p-47f
#define ONE_OVER_PI 0x1.45f306p-2f

#define WEFT_BODY "kernel-lib/math/float/trigonometric.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/float/half_turn.h"
#include "kernel-lib/math/float/quarter_turn.h"

// The result with those of large arguments put in.
static OVERLOAD gentype with_large(gentype result, gentype x, int function) {
#if WIDTH == 1
  if (__builtin_expect(!(FABS(x) < LARGE_ANGLE), 0))
    return __weft_rare_large_angle(x, function);
#else
  intn is_large = ~(FABS(x) < (gentype)LARGE_ANGLE);
  if (__builtin_expect(__builtin_reduce_or(is_large) != 0, 0))
    for (int lane = 0; lane < WIDTH; ++lane)
      if (is_large[lane])
        result[lane] = __weft_rare_large_angle(x[lane], function);
#endif
  return result;
}

OVERLOAD gentype sin(gentype x) {
  gentype magnitude = FABS(x);
  gentype sum = MAD(magnitude, ONE_OVER_PI, ROUNDING), n = sum - ROUNDING;
  gentype r = MAD(n, -PI_3, FMA(n, -PI_2, FMA(n, -PI_1, magnitude)));
  uintn sign = (AS_UINT(sum) << 31) ^ (AS_UINT(x) & SIGN_BIT);
  return with_large(AS_FLOAT(AS_UINT(sin_of_half(r)) ^ sign), x, WEFT_SINE);
}

OVERLOAD gentype cos(gentype x) {
  gentype magnitude = FABS(x);
  gentype sum = MAD(magnitude, ONE_OVER_PI, -0.5f) + ROUNDING, n = (sum - ROUNDING) + 0.5f;
  gentype r = MAD(n, PI_3, FMA(n, PI_2, FMA(n, PI_1, -magnitude)));
  return with_large(AS_FLOAT(AS_UINT(sin_of_half(r)) ^ (AS_UINT(sum) << 31)), x, WEFT_COSINE);
}

OVERLOAD gentype tan(gentype x) {
  gentype magnitude = FABS(x);
  gentype sum = MAD(magnitude, 2.0f * ONE_OVER_PI, ROUNDING), n = sum - ROUNDING;
  gentype r = MAD(n, -PI_3 / 2, FMA(n, -PI_2 / 2, FMA(n, -PI_1 / 2, magnitude)));
  gentype s = sin_of_quarter(r), c = cos_of_quarter(r);
  intn is_odd = (AS_INT(sum) & 1) != 0;
  gentype ratio = (is_odd ? c : s) / (is_odd ? s : c);
  uintn sign = (AS_UINT(sum) << 31) ^ (AS_UINT(x) & SIGN_BIT);
  return with_large(AS_FLOAT(AS_UINT(ratio) ^ sign), x, WEFT_TANGENT);
}

#define SINCOS(space)                                                                              \
  OVERLOAD gentype sincos(gentype x, space gentype *cosine) {                                      \
    *cosine = cos(x);                                                                              \
    return sin(x);                                                                                 \
  }
WEFT_EACH_SPACE(SINCOS)
#undef SINCOS

#endif
