// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// native_ functions (OpenCL C 3.0, 6.15.2). For ordinary arguments the error is within 4 units in
// the last place; results are exact where those of the accurate functions are. These functions
// leave out some cases:
// - Results below 2^-125 may be 0.
// - Subnormal arguments may count as other numbers.
// - The logarithm of infinity is that of 2^128. The logarithm of zero is -infinity, that of a
//   negative number NaN.
// - Sine, cosine and tangent mean nothing beyond angles of 2^17. Beyond half a turn, next to their
//   zeros, the error is small in units of 2^-24.
// Square roots and quotients are the ordinary ones: CPUs have instructions for them.
#ifndef gentype
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/native.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/half_turn.h"
#include "kernel-lib/math/common/quarter_turn.h"
#include "kernel-lib/math/float/logarithm_parts.h"

// The argument is n steps, each of which multiplies by 2, and a remainder r. A polynomial gives
// twice the power of r, to be multiplied by 2^(n - 1), because 2^n overflows sooner than the
// result. The representation of STEPS + n, shifted, is that of 2^(n - 1), or of 0 for n = -126.
#define STEPS (ROUNDING + 126.0f)
#define TWO_TO_STEPS(sum) AS_FLOATING(AS_UBITS(sum) << 23)

// Clamps an argument to where its power is 0 or infinite. Preserves NaN.
static OVERLOAD gentype bounded(gentype x, float log2_of_base) {
  x = x < (gentype)(-126.0f / log2_of_base) ? (gentype)(-126.0f / log2_of_base) : x;
  return x > (gentype)(128.0f / log2_of_base) ? (gentype)(128.0f / log2_of_base) : x;
}

// 2 * 2^r for |r| <= 1/2.
static OVERLOAD gentype twice_exp2_of_rest(gentype r) {
  gentype p = MAD(0x1.5bba1ap-9f, r, 0x1.3cea84p-6f);
  p = MAD(p, r, 0x1.c6b752p-4f);
  p = MAD(p, r, 0x1.ebf9bcp-2f);
  p = MAD(p, r, 0x1.62e42ap0f);
  return MAD(p, r, 2.0f);
}

OVERLOAD gentype native_exp2(gentype x) {
  x = bounded(x, 1.0f);
  gentype sum = x + STEPS;
  return twice_exp2_of_rest(x - (sum - STEPS)) * TWO_TO_STEPS(sum);
}

// The products of steps with the first parts of the logarithms are exact.
OVERLOAD gentype native_exp(gentype x) {
  x = bounded(x, 0x1.715476p0f);
  gentype sum = MAD(x, 0x1.715476p0f, STEPS), n = sum - STEPS;
  gentype r = MAD(n, -0x1.7f7d1cp-20f, MAD(n, -0x1.62e4p-1f, x));
  gentype p = MAD(0x1.106258p-6f, r, 0x1.5729fp-4f);
  p = MAD(p, r, 0x1.5557aep-2f);
  p = MAD(p, r, 0x1.fffdfcp-1f);
  return MAD(MAD(p, r, 2.0f), r, 2.0f) * TWO_TO_STEPS(sum);
}

OVERLOAD gentype native_exp10(gentype x) {
  x = bounded(x, 0x1.a934fp1f);
  gentype sum = MAD(x, 0x1.a934fp1f, STEPS), n = sum - STEPS;
  gentype r = MAD(n, -0x1.3509f8p-18f, MAD(n, -0x1.344p-2f, x));
  gentype p = MAD(0x1.12bd0ep0f, r, 0x1.2d8166p1f);
  p = MAD(p, r, 0x1.04743ap2f);
  p = MAD(p, r, 0x1.5350d2p2f);
  p = MAD(p, r, 0x1.26bb16p2f);
  return MAD(p, r, 2.0f) * TWO_TO_STEPS(sum);
}

// x = 2^e (1 + f) with 1 + f between the square roots of 1/2 and 2: f, and 2^23 e in *exponent. For
// zero and negative x the exponent is the result of the logarithm.
static OVERLOAD gentype split_normal(gentype x, __private gentype *exponent) {
  bitsn exponent_bits = (AS_BITS(x) - HALF_ROOT_BITS) & (bitsn)0xff800000;
  gentype outside = x == (gentype)0.0f ? (gentype)-INFINITY : (gentype)NAN;
  *exponent = x > (gentype)0.0f ? CONVERT(exponent_bits, float) : outside;
  return AS_FLOATING(AS_BITS(x) - exponent_bits) - 1.0f;
}

OVERLOAD gentype native_log2(gentype x) {
  gentype exponent, f = split_normal(x, &exponent);
  return log2_of_parts(exponent, f);
}

OVERLOAD gentype native_log(gentype x) {
  gentype exponent, f = split_normal(x, &exponent);
  return log_of_parts(exponent, f);
}

OVERLOAD gentype native_log10(gentype x) {
  gentype exponent, f = split_normal(x, &exponent);
  return log10_of_parts(exponent, f);
}

// x^y = 2^(y log2(x)). An exponent of up to 128 takes bits that the fraction needs, so double
// computes the leading terms of the logarithm, and the product. Float computes the terms from f^4
// on.
OVERLOAD gentype native_powr(gentype x, gentype y) {
  gentype exponent, fraction = split_normal(x, &exponent);
  gentype p = MAD(0x1.8d73f6p-4f, fraction, -0x1.5a3e08p-3f);
  p = MAD(p, fraction, 0x1.605f44p-3f);
  p = MAD(p, fraction, -0x1.6e67a8p-3f);
  p = MAD(p, fraction, 0x1.a3eddap-3f);
  p = MAD(p, fraction, -0x1.ec7a14p-3f);
  p = MAD(p, fraction, 0x1.278084p-2f);
  p = MAD(p, fraction, -0x1.71549p-2f);
  doublen f = CONVERT(fraction, double), logarithm = CONVERT(p, double);
  logarithm = logarithm * f + 0x1.ec707ef220644p-2;
  logarithm = logarithm * f - 0x1.715476315116bp-1;
  logarithm = logarithm * f + 0x1.715476567b17bp+0;
  logarithm = logarithm * f + CONVERT(exponent * 0x1p-23f, double);
  doublen product = CONVERT(y, double) * logarithm;
  product = product < (doublen)-126.0 ? (doublen)-126.0 : product;
  product = product > (doublen)128.0 ? (doublen)128.0 : product;
  gentype sum = CONVERT(product, float) + STEPS;
  gentype r = CONVERT(product - CONVERT(sum - STEPS, double), float);
  gentype result = twice_exp2_of_rest(r) * TWO_TO_STEPS(sum);
  return y == (gentype)1.0f ? x : result;
}

// |x| = n pi + r with |r| <= pi/2 and a whole n, whose parity decides the sign. pi is the sum of
// two floats. The first step is an FMA because a rounding of its product would matter.
#define NATIVE_PI_HIGH 0x1.921fb4p1f
#define NATIVE_PI_LOW 0x1.4442d2p-23f

OVERLOAD gentype native_sin(gentype x) {
  gentype sum = MAD(x, ONE_OVER_PI, ROUNDING), n = sum - ROUNDING;
  gentype r = MAD(n, -NATIVE_PI_LOW, FMA(n, -NATIVE_PI_HIGH, x));
  return AS_FLOATING(AS_UBITS(sin_of_half(r)) ^ (AS_UBITS(sum) << 31));
}

// The nearest odd multiple of pi/2, or one almost as near. The sum has 2 x / pi in fixed point,
// with a fraction of 5 bits. Clearing these and setting the next bit makes an odd whole number of
// it. The bit after that is the sign.
OVERLOAD gentype native_cos(gentype x) {
  ubitsn sum = AS_UBITS(MAD(x, 2.0f * ONE_OVER_PI, 0x1.8p18f));
  gentype n = AS_FLOATING((sum & ~31u) | 32u) - 0x1.8p18f;
  gentype r = MAD(n, NATIVE_PI_LOW / 2, FMA(n, NATIVE_PI_HIGH / 2, -x));
  return AS_FLOATING(AS_UBITS(sin_of_half(r)) ^ ((sum << 25) & SIGN_BIT));
}

// Steps of pi/2. After an odd number of them the tangent is -cos / sin.
OVERLOAD gentype native_tan(gentype x) {
  gentype sum = MAD(x, 2.0f * ONE_OVER_PI, ROUNDING), n = sum - ROUNDING;
  gentype r = MAD(n, -NATIVE_PI_LOW / 2, FMA(n, -NATIVE_PI_HIGH / 2, x));
  gentype s = sin_of_quarter(r), c = cos_of_quarter(r);
  bitsn is_odd = (AS_BITS(sum) & 1) != 0;
  gentype ratio = (is_odd ? c : s) / (is_odd ? s : c);
  return AS_FLOATING(AS_UBITS(ratio) ^ (AS_UBITS(sum) << 31));
}

OVERLOAD gentype native_divide(gentype x, gentype y) { return x / y; }
OVERLOAD gentype native_recip(gentype x) { return 1.0f / x; }
OVERLOAD gentype native_rsqrt(gentype x) { return __weft_rsqrt(x); }
OVERLOAD gentype native_sqrt(gentype x) { return SQRT(x); }

#undef STEPS
#undef TWO_TO_STEPS
#undef NATIVE_PI_HIGH
#undef NATIVE_PI_LOW

#endif
