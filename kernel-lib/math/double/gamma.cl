// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gamma functions of double (OpenCL C 3.0, 6.15.2).
//
// With z = |x|, tgamma(x) is gamma(1 + z) / z for positive x and -pi / (gamma(1 + z) sin(pi z)) for
// negative x. With y = z + 7/2, Stirling's series at half numbers says that
//   gamma(1 + z) (z + 1) (z + 2) (z + 3) = sqrt(2 pi) (y / e)^y 2^(S(1 / y^2) / y),
// where S is a minimax polynomial. The exponent of the power is the sum of two doubles, as in
// power.cl.
//
// From 3/4 to 5/2, lgamma(z) is (z - 1) (z - 2) R with a minimax polynomial R in
// (z - 11/8) / (z + 11/8). This product keeps its bits near the zeros. Below, it is lgamma(z + 1) -
// log(z). Beyond, it is Stirling's series, with a polynomial in 1/z^2. For negative x, lgamma(x) is
// log(pi / (z sin(pi z))) - lgamma(z). No double meets a zero of that; near them the difference is
// as exact as its terms.
#ifndef gentype
#include "kernel-lib/math/double/coefficients.h"

#define LOG2_E_HIGH 0x1.71547652b82fep0
#define LOG2_E_LOW 0x1.777d0ffda0d24p-56

#define WEFT_BODY "kernel-lib/math/double/gamma.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/exponential_parts.h"
#include "kernel-lib/math/double/any.h"
#include "kernel-lib/math/double/logarithm_parts.h"
#include "kernel-lib/math/double/wide_logarithm.h"

// sin(pi r) / pi for |r| <= 1/2.
static OVERLOAD gentype sinpi_over_pi(gentype r) {
  gentype square = r * r;
  gentype p = MAD(0x1.0743710ac3802p-22, square, -0x1.d3e6a38aa63c1p-18);
  p = MAD(p, square, 0x1.3746a18434449p-13);
  p = MAD(p, square, -0x1.33816997b9932p-9);
  p = MAD(p, square, 0x1.ac6805cc89993p-6);
  p = MAD(p, square, -0x1.86a8e4720a1dbp-3);
  p = MAD(p, square, 0x1.9f9cb402bc429p-1);
  p = MAD(p, square, -0x1.a51a6625307d3p0);
  return MAD(p * square, r, r);
}

static OVERLOAD gentype power_of_two(gentype whole) { return power_of_steps(whole + ROUNDING, 0); }

// S(1 / y^2) / y for y >= 7/2.
static OVERLOAD gentype stirling_at_halves(gentype y) {
  gentype w = 1.0 / y, square = w * w;
  gentype p = MAD(0x1.2dd2ac78164dfp-3, square, -0x1.76b468453fd86p-4);
  p = MAD(p, square, 0x1.f7d14a2866b14p-6);
  p = MAD(p, square, -0x1.1b3cd5ea9598cp-7);
  p = MAD(p, square, 0x1.67af1146fc981p-9);
  p = MAD(p, square, -0x1.3d997214dd6b7p-10);
  p = MAD(p, square, 0x1.beb5bbdab539ap-11);
  p = MAD(p, square, -0x1.22c626a451ef7p-10);
  p = MAD(p, square, 0x1.cb9c4efa72f22p-9);
  p = MAD(p, square, -0x1.ec709dc3a03e2p-5);
  return p * w;
}

// log2((y / e)^y) + S(1 / y^2) / y for y = z + 7/2 is the result plus *low. The exact y is y +
// y_low, which adds y_low log2(y).
static OVERLOAD gentype exponent_of_gamma(gentype z, __private gentype *low) {
  gentype y = z + 3.5, y_low = z - (y - 3.5);
  gentype exponent, f = split_normal(y, &exponent);
  gentype log_low, log_high = sum_of_logs(exponent, f, &log_low);
  gentype less = log_high - LOG2_E_HIGH;
  gentype less_low = ((log_high - less) - LOG2_E_HIGH) + (log_low - LOG2_E_LOW);
  gentype result = y * less;
  gentype series = MAD(y_low, log_high, stirling_at_halves(y));
  *low = FMA(y, less, -result) + MAD(y, less_low, series);
  return result;
}

// Beyond 185 the result is infinite or 0. The quotient is 2^-16 times its size, and its power of 2
// has two factors, so that only the last product rounds.
OVERLOAD gentype tgamma(gentype x) {
  bitsn is_negative = AS_BITS(x) < 0;
  gentype z = FABS(x) > (gentype)185.75 ? (gentype)185.75 : FABS(x);
  gentype low, high = exponent_of_gamma(z, &low);
  high = is_negative ? -high : high;
  low = is_negative ? -low : low;
  gentype whole = ROUND(high + low);
  gentype twice = twice_exp2_of_rest((high - whole) + low);

  gentype turns = ROUND(FABS(x)), pairs = turns * 0.5;
  gentype sine = sinpi_over_pi(FABS(x) - turns);
  sine = ROUND(pairs) == pairs ? -sine : sine; // of x
  // (z + 1) (z + 2) (z + 3) / sqrt(2 pi)
  gentype product = MAD(0x1.9884533d43651p-2, z, 0x1.32633e6df28bcp1);
  product = MAD(MAD(product, z, 0x1.18daf93a1e557p2), z, 0x1.32633e6df28bcp1);
  gentype over = twice * (is_negative ? product * 0x1p-17 : (gentype)0x1p-17);
  gentype quotient = over / (is_negative ? sine : product * z);

  gentype first = ROUND(whole * 0.5);
  gentype result = quotient * power_of_two(first) * power_of_two((whole - first) + 16.0);
  bitsn is_pole = (x < (gentype)0.0) & (ROUND(x) == x);
  return is_pole ? (gentype)NAN : result;
}

// log(z) for positive z.
static OVERLOAD gentype log_of_positive(gentype z) {
  gentype exponent, f = split(z, &exponent);
  return log_of_parts(exponent, f);
}

// R for t = (z - 11/8) / (z + 11/8)
static OVERLOAD gentype over_zeros(gentype t) {
  gentype square = t * t;
  gentype p =
      MAD(0x1.397630102e8f1p-5, square, MAD(-0x1.59730db6a8dacp-5, t, 0x1.a22324e0a4326p-6));
  p = MAD(p, square, MAD(-0x1.efdc03f2d307ap-6, t, 0x1.0605591b940abp-5));
  p = MAD(p, square, MAD(-0x1.3639113ff6558p-5, t, 0x1.293c6fbbac33p-5));
  p = MAD(p, square, MAD(-0x1.6ae58bc9f103ap-5, t, 0x1.5bc91a911fb08p-5));
  p = MAD(p, square, MAD(-0x1.b96a1b3eb3341p-5, t, 0x1.a2a27b8bd73e4p-5));
  p = MAD(p, square, MAD(-0x1.1996e5da00789p-4, t, 0x1.06aee265d36ebp-4));
  p = MAD(p, square, MAD(-0x1.85327210781d1p-4, t, 0x1.5fa9827e225bcp-4));
  p = MAD(p, square, MAD(-0x1.3c6d0c1c3e73dp-3, t, 0x1.0818788ef9f81p-3));
  p = MAD(MAD(p, t, -0x1.cbd9b54ed4b2p-2), t, 0x1.f9e3337e4f8aep-55);
  return p + 0x1.013d8539b9679p-1;
}

// For t = 1 / z: lgamma(z) - (z - 1/2) (log(z) - 1).
static OVERLOAD gentype stirling(gentype t) {
  gentype square = t * t;
  gentype p = MAD(-0x1.cbe3a41f3f2b8p-3, square, 0x1.2256aaa1b8239p-2);
  p = MAD(p, square, -0x1.5bfa1af3a6f9ap-3);
  p = MAD(p, square, 0x1.104ab67e45895p-4);
  p = MAD(p, square, -0x1.4d537a03a595cp-6);
  p = MAD(p, square, 0x1.7cc3ddff7a295p-8);
  p = MAD(p, square, -0x1.eef5581552189p-10);
  p = MAD(p, square, 0x1.b8c83899854ecp-11);
  p = MAD(p, square, -0x1.38104a6ab218fp-11);
  p = MAD(p, square, 0x1.a019f5d7cc182p-11);
  p = MAD(p, square, -0x1.6c16c1666564bp-9);
  p = MAD(p, square, 0x1.5555555555348p-4);
  return MAD(p, t, 0x1.acfe390c97d69p-2);
}

// log(z) for z > 0, and in *log_gamma lgamma(z), or lgamma(1 + z) where z is near 0.
static OVERLOAD gentype log_and_lgamma(gentype z, bitsn is_near_0, __private gentype *log_gamma) {
  bitsn is_large = z > (gentype)2.5;
  gentype from_1 = z - (is_near_0 ? (gentype)0.0 : (gentype)1.0);
  gentype over = is_large ? (gentype)1.0 : from_1 - 0.375;
  gentype t = over / (is_large ? z : from_1 + 2.375);
  gentype near_zeros = MAD(from_1 * (from_1 - 1.0), over_zeros(t), 0.0); // 0 is positive
  gentype exponent, f = split(z, &exponent);
  gentype log_low = low_of_log(exponent, f);
  gentype log_less_1 = MAD(exponent, LOG_2_HIGH, -1.0) + log_low;
  *log_gamma = is_large ? MAD(z - 0.5, log_less_1, stirling(t)) : near_zeros;
  return MAD(exponent, LOG_2_HIGH, log_low);
}

static OVERLOAD gentype lgamma_of_negative(gentype z, bitsn is_near_0, gentype log_gamma) {
  gentype sine = FABS(sinpi_over_pi(z - ROUND(z)));
  return -log_of_positive(is_near_0 ? sine : z * sine) - log_gamma;
}

OVERLOAD gentype lgamma(gentype x) {
  gentype z = FABS(x), log_gamma;
  bitsn is_near_0 = z < (gentype)0.75, is_negative = x < (gentype)0.0;
  gentype log_z = log_and_lgamma(z, is_near_0, &log_gamma);
  gentype result = is_near_0 ? log_gamma - log_z : log_gamma;
  if (holds_anywhere(is_negative))
    result = is_negative ? lgamma_of_negative(z, is_near_0, log_gamma) : result;
  bitsn is_pole = (x <= (gentype)0.0) & (ROUND(x) == x);
  return is_pole ? (gentype)INFINITY : result;
}

#endif
