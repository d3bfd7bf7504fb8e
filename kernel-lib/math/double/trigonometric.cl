// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine, cosine and tangent of double (OpenCL C 3.0, 6.15.2).
//
// |x| = n pi + r with |r| <= pi/2, where n is whole for the sine and between two whole numbers for
// the cosine; either is then the sine of r but for the sign, which the parity of n decides. The
// tangent, and sine and cosine together, take steps of pi/2. pi is the sum of three doubles. The
// first step of the reduction is exact, for |x| and n times the first double are multiples of the
// last bit of that, and less than 2 apart; the others correct it to much less than a rounding of r,
// even where x is next to a zero. Larger arguments than that serves are rare and computed one by
// one.
#ifndef gentype
#include "kernel-lib/math/double/large_angle.h"

#define PI_1 0x1.921fb54442d18p1
#define PI_2 0x1.1a62633145c07p-53
#define PI_3 -0x1.f1976b7ed8fbcp-109
#define ONE_OVER_PI 0x1.45f306dc9c883p-2

#define WEFT_BODY "kernel-lib/math/double/trigonometric.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/double/quarter_turn.h"

// For |r| <= pi/2.
static OVERLOAD gentype sin_of_half(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.883bd27be7bd9p-49, square, -0x1.ae43da47e65aap-41);
  p = MAD(p, square, 0x1.6123ce49fd1adp-33);
  p = MAD(p, square, -0x1.ae6454d94b1f7p-26);
  p = MAD(p, square, 0x1.71de3a52aa9bp-19);
  p = MAD(p, square, -0x1.a01a01a014eb4p-13);
  p = MAD(p, square, 0x1.11111111110c9p-7);
  p = MAD(p, square, -0x1.5555555555555p-3);
  return MAD(p * square, r, r);
}

// The result with those of large arguments put in.
static OVERLOAD gentype with_large(gentype result, gentype x, int function) {
#if WIDTH == 1
  if (__builtin_expect(!(FABS(x) < LARGE_ANGLE), 0))
    return __weft_rare_large_angle_of_double(x, function);
#else
  longn is_large = ~(FABS(x) < (gentype)LARGE_ANGLE);
  if (__builtin_expect(__builtin_reduce_or(is_large) != 0, 0))
    for (int lane = 0; lane < WIDTH; ++lane)
      if (is_large[lane])
        result[lane] = __weft_rare_large_angle_of_double(x[lane], function);
#endif
  return result;
}

OVERLOAD gentype sin(gentype x) {
  gentype magnitude = FABS(x);
  gentype sum = MAD(magnitude, ONE_OVER_PI, ROUNDING), n = sum - ROUNDING;
  gentype r = MAD(n, -PI_3, FMA(n, -PI_2, FMA(n, -PI_1, magnitude)));
  ulongn sign = (AS_ULONG(sum) << 63) ^ (AS_ULONG(x) & SIGN_BIT);
  return with_large(AS_DOUBLE(AS_ULONG(sin_of_half(r)) ^ sign), x, WEFT_SINE);
}

OVERLOAD gentype cos(gentype x) {
  gentype magnitude = FABS(x);
  gentype sum = MAD(magnitude, ONE_OVER_PI, -0.5) + ROUNDING, n = (sum - ROUNDING) + 0.5;
  gentype r = MAD(n, PI_3, FMA(n, PI_2, FMA(n, PI_1, -magnitude)));
  return with_large(AS_DOUBLE(AS_ULONG(sin_of_half(r)) ^ (AS_ULONG(sum) << 63)), x, WEFT_COSINE);
}

// n and ROUNDING, and what n quarter turns leave of the magnitude.
static OVERLOAD gentype quarters(gentype magnitude, __private gentype *r) {
  gentype sum = MAD(magnitude, 2.0 * ONE_OVER_PI, ROUNDING), n = sum - ROUNDING;
  *r = MAD(n, -PI_3 / 2, FMA(n, -PI_2 / 2, FMA(n, -PI_1 / 2, magnitude)));
  return sum;
}

OVERLOAD gentype tan(gentype x) {
  gentype r, sum = quarters(FABS(x), &r);
  gentype s = sin_of_quarter(r), c = cos_of_quarter(r);
  longn is_odd = (AS_LONG(sum) & 1) != 0;
  gentype ratio = (is_odd ? c : s) / (is_odd ? s : c);
  ulongn sign = (AS_ULONG(sum) << 63) ^ (AS_ULONG(x) & SIGN_BIT);
  return with_large(AS_DOUBLE(AS_ULONG(ratio) ^ sign), x, WEFT_TANGENT);
}

static OVERLOAD gentype both(gentype x, __private gentype *cosine) {
  gentype r, sum = quarters(FABS(x), &r);
  gentype s = sin_of_quarter(r), c = cos_of_quarter(r);
  ulongn quarter = AS_ULONG(sum);
  longn is_odd = (quarter & 1) != 0;
  ulongn sine_sign = ((quarter << 62) & SIGN_BIT) ^ (AS_ULONG(x) & SIGN_BIT);
  ulongn cosine_sign = ((quarter + 1) << 62) & SIGN_BIT;
  *cosine = with_large(AS_DOUBLE(AS_ULONG(is_odd ? s : c) ^ cosine_sign), x, WEFT_COSINE);
  return with_large(AS_DOUBLE(AS_ULONG(is_odd ? c : s) ^ sine_sign), x, WEFT_SINE);
}

#define SINCOS(space)                                                                              \
  OVERLOAD gentype sincos(gentype x, space gentype *cosine) {                                      \
    gentype of_cosine, of_sine = both(x, &of_cosine);                                              \
    *cosine = of_cosine;                                                                           \
    return of_sine;                                                                                \
  }
WEFT_EACH_SPACE(SINCOS)
#undef SINCOS

#endif
