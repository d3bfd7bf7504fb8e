// Logarithms of float (OpenCL C 3.0, 6.15.2).
//
// x = 2^e (1 + f) with 1 + f within the square roots of 1/2 and 2, so that near 1 the exponent is 0
// and f, which is exact, decides alone. A minimax polynomial gives the logarithm of 1 + f, whose
// first terms are taken exactly or with a correction of their rounded coefficients.
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
  return with_extremes(x, FMA(exponent, 0x1.62e43p-1f, log_near_1(f)));
}

OVERLOAD gentype log2(gentype x) {
  gentype exponent, f = split(x, &exponent);
  gentype p = FMA(-0x1.c3715cp-4f, f, 0x1.7e193ap-3f);
  p = FMA(p, f, -0x1.877e78p-3f);
  p = FMA(p, f, 0x1.a2e548p-3f);
  p = FMA(p, f, -0x1.eab1p-3f);
  p = FMA(p, f, 0x1.277ef8p-2f);
  p = FMA(p, f, -0x1.715acap-2f);
  p = FMA(p, f, 0x1.ec7094p-2f);
  p = FMA(p, f, -0x1.71547p-1f);
  p = FMA(p, f, 0x1.4ae0cp-26f);
  return with_extremes(x, FMA(f, 0x1.715476p0f, p * f) + exponent);
}

OVERLOAD gentype log10(gentype x) {
  gentype exponent, f = split(x, &exponent);
  gentype p = FMA(0x1.371cc6p-5f, f, -0x1.fd3f46p-5f);
  p = FMA(p, f, 0x1.095abep-4f);
  p = FMA(p, f, -0x1.26cp-4f);
  p = FMA(p, f, 0x1.63197cp-4f);
  p = FMA(p, f, -0x1.bcbfeap-4f);
  p = FMA(p, f, 0x1.287bdep-3f);
  p = FMA(p, f, -0x1.bcb7acp-3f);
  p = FMA(p, f, -0x1.5b235ep-27f);
  p = FMA(exponent, -0x1.ec10cp-27f, p * f);
  p = FMA(f, 0x1.bcb7b2p-2f, p);
  return with_extremes(x, FMA(exponent, 0x1.344136p-2f, p));
}

OVERLOAD gentype log1p(gentype x) { return with_extremes(1.0f + x, log_of_1_plus(x)); }

#endif
