// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Powers and roots of double (OpenCL C 3.0, 6.15.2).
//
// |x|^y = 2^(y log2 |x|). A product of up to 1075 leaves of the logarithm what a double holds if
// that has some 64 bits, so it is the sum of two doubles. |x| = 2^e (1 + f) as in logarithm.cl, and
// for s = f / (2 + f) the logarithm of 1 + f is a s + b s^3 + s^5 P(s^2), of which the first two
// terms are computed with both parts of each factor. Then come the special values of each function.
#ifndef gentype
#include "kernel-lib/math/double/forms.h"

#define WEFT_BODY "kernel-lib/math/double/power.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/double/any.h"
#include "kernel-lib/math/double/exponential_parts.h"
#include "kernel-lib/math/double/logarithm_parts.h"
#include "kernel-lib/math/double/wide_logarithm.h"

// The logarithm to base 2 of x >= 0, and what it lacks. Infinity and NaN are their own.
static OVERLOAD gentype wide_log2(gentype x, __private gentype *low) {
  gentype exponent, f = split(x, &exponent), result = sum_of_logs(exponent, f, low);
  gentype extreme = x == (gentype)0.0 ? (gentype)-INFINITY : x;
  return ((x > (gentype)0.0) & (x < (gentype)INFINITY)) ? result : extreme;
}

// 2^(high + low), where that is a normal number and where it need not be. The second part is up to
// 0.2, so the whole number is that of their sum.
static OVERLOAD gentype ordinary_exp2(gentype high, gentype low) {
  gentype sum = (high + low) + ROUNDING;
  return twice_exp2_of_rest((high - (sum - ROUNDING)) + low) * half_of_power(sum);
}

static OVERLOAD gentype wide_exp2(gentype high, gentype low) {
  low = FABS(high) < (gentype)1080.0 ? low : (gentype)0.0;
  high = bounded(high, -1080.0, 1025.0);
  gentype sum = (high + low) + ROUNDING;
  return times_power(twice_exp2_of_rest((high - (sum - ROUNDING)) + low), sum);
}

// |x|^y; NaN for 0^0, infinity^0 and 1^infinity. Factors and results that are no normal numbers are
// rare.
static OVERLOAD gentype any_power(gentype magnitude, gentype y) {
  gentype log_low, log_high = wide_log2(magnitude, &log_low), product = y * log_high;
  return wide_exp2(product, MAD(y, log_low, FMA(y, log_high, -product)));
}

static OVERLOAD gentype power_of_magnitude(gentype x, gentype y) {
  gentype magnitude = FABS(x), exponent, f = split_normal(magnitude, &exponent);
  gentype log_low, log_high = sum_of_logs(exponent, f, &log_low), product = y * log_high;
  gentype result = ordinary_exp2(product, MAD(y, log_low, FMA(y, log_high, -product)));
  longn is_ordinary = (FABS(product) < (gentype)1020.0) & (magnitude >= (gentype)DBL_MIN) &
                      (magnitude < (gentype)INFINITY);
  return holds_anywhere(is_ordinary == 0) ? any_power(magnitude, y) : result;
}

OVERLOAD gentype pow(gentype x, gentype y) {
  gentype magnitude = FABS(x), half_of_y = y * 0.5;
  gentype result = power_of_magnitude(x, y);

  longn is_whole = ROUND(y) == y;
  longn is_odd = is_whole & (ROUND(half_of_y) != half_of_y);
  ulongn sign = is_odd ? AS_ULONG(x) & SIGN_BIT : (ulongn)0;
  result = AS_DOUBLE(AS_ULONG(result) ^ sign);
  longn is_root_of_negative =
      (x < (gentype)0.0) & (magnitude < (gentype)INFINITY) & (is_whole == 0);
  result = is_root_of_negative ? (gentype)NAN : result;
  longn is_one = (y == (gentype)0.0) | (x == (gentype)1.0) |
                 ((magnitude == (gentype)1.0) & (FABS(y) == (gentype)INFINITY));
  return is_one ? (gentype)1.0 : result;
}

// Where pow gives 1 for 0^0, infinity^0, 1^infinity and NaN^0, 1^NaN, powr gives NaN; and it has no
// negative bases. 0 counts as positive whatever its sign.
OVERLOAD gentype powr(gentype x, gentype y) {
  gentype result = power_of_magnitude(x, y);
  return x < (gentype)0.0 ? (gentype)NAN : result;
}

OVERLOAD gentype pown(gentype x, intn n) {
  gentype result = power_of_magnitude(x, CONVERT(n, double));
  longn is_odd = (CONVERT(n, long) & 1) != 0;
  ulongn sign = is_odd ? AS_ULONG(x) & SIGN_BIT : (ulongn)0;
  result = AS_DOUBLE(AS_ULONG(result) ^ sign);
  return CONVERT(n, long) == 0 ? (gentype)1.0 : result;
}

OVERLOAD gentype rootn(gentype x, intn n) {
  gentype log_low, log_high = wide_log2(FABS(x), &log_low), divisor = CONVERT(n, double);
  gentype ratio = log_high / divisor;
  gentype result = wide_exp2(ratio, (FMA(-ratio, divisor, log_high) + log_low) / divisor);
  longn is_odd = (CONVERT(n, long) & 1) != 0;
  ulongn sign = is_odd ? AS_ULONG(x) & SIGN_BIT : (ulongn)0;
  result = AS_DOUBLE(AS_ULONG(result) ^ sign);
  longn is_undefined = (CONVERT(n, long) == 0) | ((x < (gentype)0.0) & (is_odd == 0));
  return is_undefined ? (gentype)NAN : result;
}

#undef LOG_2_HIGH
#undef LOG_2_LOW

#endif
