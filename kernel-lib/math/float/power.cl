// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Powers and roots of float (OpenCL C 3.0, 6.15.2).
//
// |x|^y = 2^(y log2 |x|). The logarithm is computed in double from the exponent and significand of
// the float, to about 36 bits, of which a product of up to 150 leaves more than a float holds. The
// power of 2 is computed in double too, where no result that matters is subnormal, so that the last
// conversion rounds once. Then come the special values of each function.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define WEFT_BODY "kernel-lib/math/float/power.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/float/logarithm_parts.h"

#define MAD_DOUBLE(a, b, c) ((doublen)(a) * (doublen)(b) + (doublen)(c))

// The logarithm to base 2 of x >= 0.
static OVERLOAD doublen wide_log2(gentype x) {
  gentype exponent, fraction = split(x, &exponent);
  doublen f = CONVERT(fraction, double);
  doublen p = MAD_DOUBLE(0x1.3ce8f2a77289ep-4, f, -0x1.24890867e82d4p-3);
  p = MAD_DOUBLE(p, f, 0x1.2871dc5c63f88p-3);
  p = MAD_DOUBLE(p, f, -0x1.252f311d179a5p-3);
  p = MAD_DOUBLE(p, f, 0x1.452919bc5dbbp-3);
  p = MAD_DOUBLE(p, f, -0x1.7141719c7103ap-3);
  p = MAD_DOUBLE(p, f, 0x1.a63f44608e524p-3);
  p = MAD_DOUBLE(p, f, -0x1.ec72b58da92eep-3);
  p = MAD_DOUBLE(p, f, 0x1.277651fc33144p-2);
  p = MAD_DOUBLE(p, f, -0x1.71547097b531fp-2);
  p = MAD_DOUBLE(p, f, 0x1.ec709ebb9430cp-2);
  p = MAD_DOUBLE(p, f, -0x1.715476565d24fp-1);
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
  doublen p = MAD_DOUBLE(0x1.41d333d34ccd5p-13, r, 0x1.5f456a8ef562dp-10);
  p = MAD_DOUBLE(p, r, 0x1.3b2dbbc066705p-7);
  p = MAD_DOUBLE(p, r, 0x1.c6aed4b946d84p-5);
  p = MAD_DOUBLE(p, r, 0x1.ebfbdadcb1701p-3);
  p = MAD_DOUBLE(p, r, 0x1.62e430c7e92d5p-1);
  p = MAD_DOUBLE(p, r, 0x1.0000000261508p0);
  longn scaled = __builtin_astype(p, longn) + (__builtin_astype(sum, longn) << 52);
  return CONVERT(__builtin_astype(scaled, doublen), float);
}

// |x|^y; NaN for 0^0, infinity^0 and 1^infinity.
static OVERLOAD gentype power_of_magnitude(gentype x, gentype y) {
  return wide_exp2(CONVERT(y, double) * wide_log2(FABS(x)));
}

OVERLOAD gentype pow(gentype x, gentype y) {
  gentype magnitude = FABS(x), half_of_y = y * 0.5f;
  gentype result = power_of_magnitude(x, y);
  intn is_whole = ROUND(y) == y;
  intn is_odd = is_whole & (ROUND(half_of_y) != half_of_y);
  uintn sign = is_odd ? AS_UINT(x) & SIGN_BIT : (uintn)0;
  result = AS_FLOAT(AS_UINT(result) ^ sign);
  intn is_root_of_negative =
      (x < (gentype)0.0f) & (magnitude < (gentype)INFINITY) & (is_whole == 0);
  result = is_root_of_negative ? (gentype)NAN : result;
  intn is_one = (y == (gentype)0.0f) | (x == (gentype)1.0f) |
                ((magnitude == (gentype)1.0f) & (FABS(y) == (gentype)INFINITY));
  return is_one ? (gentype)1.0f : result;
}

// Where pow gives 1 for 0^0, infinity^0, 1^infinity and NaN^0, 1^NaN, powr gives NaN; and it has no
// negative bases. 0 counts as positive whatever its sign.
OVERLOAD gentype powr(gentype x, gentype y) {
  gentype result = power_of_magnitude(x, y);
  return x < (gentype)0.0f ? (gentype)NAN : result;
}

OVERLOAD gentype pown(gentype x, intn n) {
  gentype result = wide_exp2(CONVERT(n, double) * wide_log2(FABS(x)));
  uintn sign = (n & 1) != 0 ? AS_UINT(x) & SIGN_BIT : (uintn)0;
  result = AS_FLOAT(AS_UINT(result) ^ sign);
  return n == 0 ? (gentype)1.0f : result;
}

OVERLOAD gentype rootn(gentype x, intn n) {
  gentype result = wide_exp2(wide_log2(FABS(x)) / CONVERT(n, double));
  intn is_odd = (n & 1) != 0;
  uintn sign = is_odd ? AS_UINT(x) & SIGN_BIT : (uintn)0;
  result = AS_FLOAT(AS_UINT(result) ^ sign);
  intn is_undefined = (n == 0) | ((x < (gentype)0.0f) & (is_odd == 0));
  return is_undefined ? (gentype)NAN : result;
}

OVERLOAD gentype cbrt(gentype x) {
  return COPYSIGN(wide_exp2(wide_log2(FABS(x)) * (1.0 / 3.0)), x);
}

#undef MAD_DOUBLE

#endif
