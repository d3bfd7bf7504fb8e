// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logarithms of double (OpenCL C 3.0, 6.15.2).
//
// x = 2^e (1 + f) with 1 + f within the square roots of 1/2 and 2, so that near 1 the exponent is 0
// and f, which is exact, decides alone. The logarithm of 1 + f is an odd function of f / (2 + f),
// whose minimax polynomial is short.
#ifndef gentype
#include "kernel-lib/math/double/forms.h"

#define WEFT_BODY "kernel-lib/math/double/logarithm.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/double/logarithm_parts.h"

// The result, and what the logarithms of 0, infinity, NaN and negative numbers are.
static OVERLOAD gentype with_extremes(gentype x, gentype result) {
  gentype outside = x == (gentype)0.0 ? (gentype)-INFINITY : (gentype)NAN;
  result = x > (gentype)0.0 ? result : outside;
  return x == (gentype)INFINITY ? x : result;
}

OVERLOAD gentype log(gentype x) {
  gentype exponent, f = split(x, &exponent);
  return with_extremes(x, log_of_parts(exponent, f));
}

OVERLOAD gentype log2(gentype x) {
  gentype exponent, f = split(x, &exponent);
  return with_extremes(x, MAD(f - above_log(f), 0x1.71547652b82fep0, exponent));
}

OVERLOAD gentype log10(gentype x) {
  gentype exponent, f = split(x, &exponent);
  gentype significands = (f - above_log(f)) * 0x1.bcb7b1526e50ep-2;
  return with_extremes(x, MAD(exponent, 0x1.34413509f79ffp-2, significands));
}

OVERLOAD gentype log1p(gentype x) { return with_extremes(x + 1.0, log_of_1_plus(x)); }

#undef LOG_2_HIGH
#undef LOG_2_LOW

#endif
