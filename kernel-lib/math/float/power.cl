// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Powers and roots of float.
//
// |x|^y = 2^(y log2 |x|). Double computes the logarithm from the exponent and significand of the
// float, to about 36 bits. A product of up to 150 leaves more of them than a float holds. Double
// computes the power of 2, too. No result that matters is subnormal there, so only the last
// conversion rounds. Double's own powers have no wider type and compute with sums of two doubles.
//
// The polynomials take two terms at a time, as in common/steps.h.
#ifndef gentype
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/power.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/float/logarithm_parts.h"

#define MAD_DOUBLE(a, b, c) ((doublen)(a) * (doublen)(b) + (doublen)(c))

// The logarithm to base 2 of x >= 0.
static OVERLOAD doublen wide_log2(gentype x) {
  gentype exponent, fraction = split(x, &exponent);
  doublen f = CONVERT(fraction, double);
  doublen square = f * f;
  doublen p = MAD_DOUBLE(0x1.3ce8f2a77289ep-4, f, -0x1.24890867e82d4p-3);
  p = MAD_DOUBLE(p, square, MAD_DOUBLE(0x1.2871dc5c63f88p-3, f, -0x1.252f311d179a5p-3));
  p = MAD_DOUBLE(p, square, MAD_DOUBLE(0x1.452919bc5dbbp-3, f, -0x1.7141719c7103ap-3));
  p = MAD_DOUBLE(p, square, MAD_DOUBLE(0x1.a63f44608e524p-3, f, -0x1.ec72b58da92eep-3));
  p = MAD_DOUBLE(p, square, MAD_DOUBLE(0x1.277651fc33144p-2, f, -0x1.71547097b531fp-2));
  p = MAD_DOUBLE(p, square, MAD_DOUBLE(0x1.ec709ebb9430cp-2, f, -0x1.715476565d24fp-1));
  p = MAD_DOUBLE(p, f, 0x1.71547652a1e99p0);
  doublen result = MAD_DOUBLE(p, f, CONVERT(exponent, double) * 0x1p-23);
  // Infinity and NaN are their own logarithms.
  doublen wide_x = CONVERT(x, double);
  doublen extreme = wide_x == (doublen)0.0 ? (doublen)-INFINITY : wide_x;
  return ((wide_x > (doublen)0.0) & (wide_x < (doublen)INFINITY)) ? result : extreme;
}

static OVERLOAD gentype wide_exp2(doublen x) {
  x = x < (doublen)-160.0 ? (doublen)-160.0 : x;
  x = x > (doublen)160.0 ? (doublen)160.0 : x;
  doublen sum = x + 0x1.8p52;
  doublen r = x - (sum - 0x1.8p52);
  doublen square = r * r;
  doublen p = MAD_DOUBLE(0x1.41d333d34ccd5p-13, r, 0x1.5f456a8ef562dp-10);
  p = MAD_DOUBLE(p, square, MAD_DOUBLE(0x1.3b2dbbc066705p-7, r, 0x1.c6aed4b946d84p-5));
  p = MAD_DOUBLE(p, square, MAD_DOUBLE(0x1.ebfbdadcb1701p-3, r, 0x1.62e430c7e92d5p-1));
  p = MAD_DOUBLE(p, r, 0x1.0000000261508p0);
  longn scaled = __builtin_astype(p, longn) + (__builtin_astype(sum, longn) << 52);
  return CONVERT(__builtin_astype(scaled, doublen), float);
}

static OVERLOAD gentype power_of_magnitude(gentype x, gentype y) {
  return wide_exp2(CONVERT(y, double) * wide_log2(FABS(x)));
}

static OVERLOAD gentype whole_power_of_magnitude(gentype x, intn n) {
  return wide_exp2(CONVERT(n, double) * wide_log2(FABS(x)));
}

static OVERLOAD gentype root_of_magnitude(gentype x, intn n) {
  return wide_exp2(wide_log2(FABS(x)) / CONVERT(n, double));
}

#include "kernel-lib/math/common/power.h"

OVERLOAD gentype cbrt(gentype x) {
  return COPYSIGN(wide_exp2(wide_log2(FABS(x)) * (1.0 / 3.0)), x);
}

#undef MAD_DOUBLE

#endif
