// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Powers and roots of double.
//
// |x|^y = 2^(y log2 |x|). A product of up to 1075 leaves as many bits of the logarithm as a double
// holds if the logarithm has some 64 bits, so it is the sum of two doubles. |x| = 2^e (1 + f) as in
// common/logarithm.h. With s = f / (2 + f) the logarithm of 1 + f is a s + b s^3 + s^5 P(s^2). Both
// parts of each factor contribute to the first two terms. Float's powers compute in double instead.
#ifndef gentype
#include "kernel-lib/math/double/coefficients.h"

#define WEFT_BODY "kernel-lib/math/double/power.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/common/exponential_parts.h"
#include "kernel-lib/math/double/any.h"
#include "kernel-lib/math/double/logarithm_parts.h"
#include "kernel-lib/math/double/times_power.h"
#include "kernel-lib/math/double/wide_logarithm.h"

// The logarithm to base 2 of x >= 0 is the result plus *low. Infinity and NaN are their own
// logarithms.
static OVERLOAD gentype wide_log2(gentype x, __private gentype *low) {
  gentype exponent, f = split(x, &exponent), result = sum_of_logs(exponent, f, low);
  gentype extreme = x == (gentype)0.0 ? (gentype)-INFINITY : x;
  return ((x > (gentype)0.0) & (x < (gentype)INFINITY)) ? result : extreme;
}

// 2^(high + low), where that is a normal number. |low| is up to 0.2, so the sum decides the number
// of steps.
static OVERLOAD gentype ordinary_exp2(gentype high, gentype low) {
  gentype sum = (high + low) + ROUNDING;
  return twice_exp2_of_rest((high - (sum - ROUNDING)) + low) * power_of_steps(sum, 1);
}

// The same, for any result.
static OVERLOAD gentype wide_exp2(gentype high, gentype low) {
  low = FABS(high) < (gentype)1080.0 ? low : (gentype)0.0;
  high = bounded(high, -1080.0, 1025.0);
  gentype sum = (high + low) + ROUNDING;
  return times_power(twice_exp2_of_rest((high - (sum - ROUNDING)) + low), sum);
}

// magnitude^y, for any operands. Those that are not normal numbers, and such results, are rare.
static OVERLOAD gentype any_power(gentype magnitude, gentype y) {
  gentype log_low, log_high = wide_log2(magnitude, &log_low), product = y * log_high;
  return wide_exp2(product, MAD(y, log_low, FMA(y, log_high, -product)));
}

static OVERLOAD gentype power_of_magnitude(gentype x, gentype y) {
  gentype magnitude = FABS(x), exponent, f = split_normal(magnitude, &exponent);
  gentype log_low, log_high = sum_of_logs(exponent, f, &log_low), product = y * log_high;
  gentype result = ordinary_exp2(product, MAD(y, log_low, FMA(y, log_high, -product)));
  bitsn is_ordinary = (FABS(product) < (gentype)1020.0) & (magnitude >= (gentype)DBL_MIN) &
                      (magnitude < (gentype)INFINITY);
  return holds_anywhere(is_ordinary == 0) ? any_power(magnitude, y) : result;
}

static OVERLOAD gentype whole_power_of_magnitude(gentype x, intn n) {
  return power_of_magnitude(x, CONVERT(n, double));
}

static OVERLOAD gentype root_of_magnitude(gentype x, intn n) {
  gentype log_low, log_high = wide_log2(FABS(x), &log_low), divisor = CONVERT(n, double);
  gentype ratio = log_high / divisor;
  return wide_exp2(ratio, (FMA(-ratio, divisor, log_high) + log_low) / divisor);
}

#include "kernel-lib/math/common/power.h"

#endif
