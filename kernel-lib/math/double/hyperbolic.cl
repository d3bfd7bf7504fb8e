// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hyperbolic functions of double and their inverses (OpenCL C 3.0, 6.15.2).
//
// sinh and tanh are quotients of exp(x) - 1, which keeps its bits where x is small; cosh needs h =
// exp(|x|) / 2 only. None of these overflows before the results do. The inverses are log(1 + t)
// with a t that keeps its bits when it is small; where squares would overflow the logarithm of
// twice the argument serves.
#ifndef gentype
#include "kernel-lib/math/double/forms.h"

#define WEFT_BODY "kernel-lib/math/double/hyperbolic.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/double/exponential_parts.h"
#include "kernel-lib/math/double/logarithm_parts.h"

static OVERLOAD gentype with_sign(gentype magnitude, gentype x) {
  return AS_DOUBLE(AS_ULONG(magnitude) ^ (AS_ULONG(x) & SIGN_BIT));
}

// h = exp(x) / 2 as 2 exp(r) times 2^(n - 2).
OVERLOAD gentype cosh(gentype x) {
  gentype magnitude = bounded(FABS(x), 0.0, 711.0);
  gentype sum, twice = twice_exp(magnitude, &sum);
  gentype h = twice * AS_DOUBLE((AS_ULONG(sum) << 52) + (ONE_BITS - (2ul << 52)));
  return h + 0.25 / h;
}

// For g = (exp(x) - 1) / 4: sinh(x) = 2 (g + g / (4 g + 1)) and tanh(x) = 2 g / (2 g + 1), there
// for 2 x.
OVERLOAD gentype sinh(gentype x) {
  gentype magnitude = FABS(x);
  gentype g = quarter_of_expm1(bounded(magnitude, 0.0, 710.5));
  gentype result = (g + g / MAD(g, 4.0, 1.0)) * 2.0;
  return with_sign(magnitude < (gentype)0x1p-28 ? magnitude : result, x);
}

OVERLOAD gentype tanh(gentype x) {
  gentype magnitude = FABS(x);
  gentype twice = quarter_of_expm1(bounded(magnitude * 2.0, 0.0, 44.0)) * 2.0;
  gentype result = twice / (twice + 1.0);
  return with_sign(magnitude < (gentype)0x1p-28 ? magnitude : result, x);
}

// t where x is large: x itself, whose logarithm lacks that of 2.
static OVERLOAD gentype inverse(gentype x, gentype t) {
  longn is_large = x > (gentype)0x1p60;
  gentype result = log_of_1_plus(is_large ? x : t);
  result += is_large ? (gentype)(LOG_2_HIGH + LOG_2_LOW) : (gentype)0.0;
  return x < (gentype)INFINITY ? result : x;
}

OVERLOAD gentype asinh(gentype x) {
  gentype magnitude = FABS(x), square = x * x;
  gentype t = magnitude + square / (SQRT(square + 1.0) + 1.0);
  return with_sign(inverse(magnitude, t), x);
}

OVERLOAD gentype acosh(gentype x) {
  gentype above = x - 1.0;
  gentype t = above + SQRT(MAD(above, above, 2.0 * above));
  return x < (gentype)1.0 ? (gentype)NAN : inverse(x, t);
}

OVERLOAD gentype atanh(gentype x) {
  gentype magnitude = FABS(x);
  gentype result = 0.5 * log_of_1_plus(2.0 * magnitude / (1.0 - magnitude));
  result = magnitude < (gentype)0x1p-28 ? magnitude : result;
  result = magnitude < (gentype)1.0 ? result : (gentype)NAN;
  return with_sign(magnitude == (gentype)1.0 ? (gentype)INFINITY : result, x);
}

#undef LOG_2_HIGH
#undef LOG_2_LOW

#endif
