// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logarithms of float (OpenCL C 3.0, 6.15.2).
//
// x = 2^e (1 + f) with 1 + f within the square roots of 1/2 and 2, so that near 1 the exponent is 0
// and f, which is exact, decides alone. A minimax polynomial gives the logarithm of 1 + f, whose
// first term is exact for the natural logarithm.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define WEFT_BODY "kernel-lib/math/float/logarithm.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/float/logarithm_parts.h"

// The result, and what the logarithms of 0, infinity, NaN and negative numbers are.
static OVERLOAD gentype with_extremes(gentype x, gentype result) {
  gentype outside = x == (gentype)0.0f ? (gentype)-INFINITY : (gentype)NAN;
  result = x > (gentype)0.0f ? result : outside;
  return x == (gentype)INFINITY ? x : result;
}

OVERLOAD gentype log(gentype x) {
  gentype exponent, f = split(x, &exponent);
  return with_extremes(x, MAD(exponent, LOG_2_SHIFTED, log_near_1(f)));
}

OVERLOAD gentype log2(gentype x) {
  gentype exponent, f = split(x, &exponent);
  return with_extremes(x, MAD(exponent, 0x1p-23f, log2_near_1(f)));
}

OVERLOAD gentype log10(gentype x) {
  gentype exponent, f = split(x, &exponent);
  return with_extremes(x, MAD(exponent, LOG10_2_SHIFTED, log10_near_1(f)));
}

OVERLOAD gentype log1p(gentype x) { return with_extremes(1.0f + x, log_of_1_plus(x)); }

#endif
