// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body: logarithms (OpenCL C 3.0, 6.15.2). Before it stands the logarithm_parts.h of the type.
//
// x = 2^e (1 + f) with 1 + f between the square roots of 1/2 and 2. So the exponent is 0 for x near
// 1, and f, which is exact, decides alone.

// The result for positive finite x; the logarithms of 0, infinity, NaN and negative numbers.
static OVERLOAD gentype with_extremes(gentype x, gentype result) {
  gentype outside = x == (gentype)0 ? (gentype)-INFINITY : (gentype)NAN;
  result = x > (gentype)0 ? result : outside;
  return x == (gentype)INFINITY ? x : result;
}

OVERLOAD gentype log(gentype x) {
  gentype exponent, f = split(x, &exponent);
  return with_extremes(x, log_of_parts(exponent, f));
}

OVERLOAD gentype log2(gentype x) {
  gentype exponent, f = split(x, &exponent);
  return with_extremes(x, log2_of_parts(exponent, f));
}

OVERLOAD gentype log10(gentype x) {
  gentype exponent, f = split(x, &exponent);
  return with_extremes(x, log10_of_parts(exponent, f));
}

OVERLOAD gentype log1p(gentype x) { return with_extremes(x + (gentype)1, log_of_1_plus(x)); }
