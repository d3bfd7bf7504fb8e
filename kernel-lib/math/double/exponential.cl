// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials of double (OpenCL C 3.0, 6.15.2).
//
// The argument is n steps of the factor 2 and a rest: b^x = 2^n b^r with |b^r| within the square
// roots of 2. A minimax polynomial gives 2 b^r, to be multiplied by 2^(n - 1). Where the result is
// no normal number, all is done once more with care: arguments are bounded to where the result is 0
// or infinite; comparisons leave NaN as it is.
#ifndef gentype
#include "kernel-lib/math/double/forms.h"

#define WEFT_BODY "kernel-lib/math/double/exponential.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/double/any.h"
#include "kernel-lib/math/double/exponential_parts.h"

// For any x.
static OVERLOAD gentype any_exp(gentype x) {
  x = bounded(x, -746.0, 710.0);
  gentype sum, twice = twice_exp(x, &sum);
  return times_power(twice, sum);
}

OVERLOAD gentype exp(gentype x) {
  gentype sum, twice = twice_exp(x, &sum);
  gentype result = twice * half_of_power(sum);
  return holds_anywhere((FABS(x) < (gentype)708.0) == 0) ? any_exp(x) : result;
}

static OVERLOAD gentype any_exp2(gentype x) {
  x = bounded(x, -1076.0, 1025.0);
  gentype sum = x + ROUNDING;
  return times_power(twice_exp2_of_rest(x - (sum - ROUNDING)), sum);
}

OVERLOAD gentype exp2(gentype x) {
  gentype sum = x + ROUNDING;
  gentype result = twice_exp2_of_rest(x - (sum - ROUNDING)) * half_of_power(sum);
  return holds_anywhere((FABS(x) < (gentype)1021.0) == 0) ? any_exp2(x) : result;
}

// 2 * 10^r for the rest of x. The product with the first part of log10(2) is exact.
static OVERLOAD gentype twice_exp10(gentype x, __private gentype *sum) {
  *sum = MAD(x, 0x1.a934f0979a371p1, ROUNDING);
  gentype n = *sum - ROUNDING;
  gentype r = MAD(n, -0x1.fef311f12b358p-46, MAD(n, -0x1.34413509f78p-2, x)), square = r * r;
  gentype p = MAD(0x1.f7386461babb4p-12, r, 0x1.2f72eea24cc62p-9);
  p = MAD(p, square, MAD(0x1.4899f6d240d72p-7, r, 0x1.41165fc1697f9p-5));
  p = MAD(p, square, MAD(0x1.16e4dee4466cap-3, r, 0x1.a7ed70a0fcde6p-2));
  p = MAD(p, square, MAD(0x1.1429ffd22174p0, r, 0x1.2bd7609fd532cp1));
  p = MAD(p, square, MAD(0x1.0470591de2b43p2, r, 0x1.53524c73cea76p2));
  return MAD(MAD(p, r, 0x1.26bb1bbb55516p2), r, 2.0);
}

static OVERLOAD gentype any_exp10(gentype x) {
  x = bounded(x, -324.0, 308.5);
  gentype sum, twice = twice_exp10(x, &sum);
  return times_power(twice, sum);
}

OVERLOAD gentype exp10(gentype x) {
  gentype sum, twice = twice_exp10(x, &sum);
  gentype result = twice * half_of_power(sum);
  return holds_anywhere((FABS(x) < (gentype)307.0) == 0) ? any_exp10(x) : result;
}

// Below 2^-54 the result is x.
OVERLOAD gentype expm1(gentype x) {
  gentype result = quarter_of_expm1(bounded(x, -40.0, 710.0)) * 4.0;
  return FABS(x) < (gentype)0x1p-54 ? x : result;
}

#endif
