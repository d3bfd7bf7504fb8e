// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hyperbolic functions of float and their inverses (OpenCL C 3.0, 6.15.2).
//
// Small arguments of sinh and tanh go through minimax polynomials, others through h = exp(|x|) / 2,
// which does not overflow before sinh and cosh do. The inverses are log(1 + t) with a t that keeps
// its bits when it is small; where squares would overflow the logarithm of twice the argument
// serves.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define WEFT_BODY "kernel-lib/math/float/hyperbolic.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/float/exponential_parts.h"
#include "kernel-lib/math/float/logarithm_parts.h"

#define LOG_2 0x1.62e43p-1f

static OVERLOAD gentype with_sign(gentype magnitude, gentype x) {
  return AS_FLOAT(AS_UINT(magnitude) ^ (AS_UINT(x) & SIGN_BIT));
}

// exp(x) / 2 for x >= 0, as 2 exp(r) times 2^(n - 2), of which neither overflows first.
static OVERLOAD gentype half_of_exp(gentype x) {
  x = x > (gentype)89.7f ? (gentype)89.7f : x;
  gentype sum = MAD(x, 0x1.715476p0f, ROUNDING);
  gentype r = exp_rest(x, sum - ROUNDING);
  return twice_exp_of_rest(r) * AS_FLOAT((AS_UINT(sum) << 23) + (ONE_BITS - 0x01000000));
}

OVERLOAD gentype cosh(gentype x) {
  gentype h = half_of_exp(FABS(x));
  return h + 0.25f / h;
}

OVERLOAD gentype sinh(gentype x) {
  gentype magnitude = FABS(x), square = x * x;
  gentype p = MAD(0x1.76c1b4p-19f, square, 0x1.a01a8cp-13f);
  p = MAD(p, square, 0x1.1110ecp-7f);
  p = MAD(p, square, 0x1.555556p-3f);
  gentype small = MAD(p * square, magnitude, magnitude);
  gentype h = half_of_exp(magnitude);
  return with_sign(magnitude < (gentype)1.0f ? small : h - 0.25f / h, x);
}

OVERLOAD gentype tanh(gentype x) {
  gentype magnitude = FABS(x), square = x * x;
  gentype p = MAD(-0x1.958c74p-8f, square, 0x1.584238p-6f);
  p = MAD(p, square, -0x1.b90a76p-5f);
  p = MAD(p, square, 0x1.110c7p-3f);
  p = MAD(p, square, -0x1.555548p-2f);
  gentype small = MAD(p * square, magnitude, magnitude);
  // exp(2 |x|), from where on the result is 1 at most.
  gentype twice = bounded(magnitude * 2.0f, 0.0f, 20.0f);
  gentype sum = MAD(twice, 0x1.715476p0f, ROUNDING);
  gentype r = exp_rest(twice, sum - ROUNDING);
  gentype e = twice_exp_of_rest(r) * AS_FLOAT((AS_UINT(sum) << 23) + (ONE_BITS - 0x00800000));
  gentype large = 1.0f - 2.0f / (e + 1.0f);
  return with_sign(magnitude < (gentype)0.55f ? small : large, x);
}

// t where x is large: x itself, whose logarithm lacks that of 2.
static OVERLOAD gentype inverse(gentype x, gentype t) {
  intn is_large = x > (gentype)0x1p30f;
  gentype result = log_of_1_plus(is_large ? x : t);
  result += is_large ? (gentype)LOG_2 : (gentype)0.0f;
  return x < (gentype)INFINITY ? result : x;
}

OVERLOAD gentype asinh(gentype x) {
  gentype magnitude = FABS(x), square = x * x;
  gentype t = magnitude + square / (1.0f + SQRT(1.0f + square));
  return with_sign(inverse(magnitude, t), x);
}

OVERLOAD gentype acosh(gentype x) {
  gentype above = x - 1.0f;
  gentype t = above + SQRT(MAD(above, above, 2.0f * above));
  return x < (gentype)1.0f ? (gentype)NAN : inverse(x, t);
}

OVERLOAD gentype atanh(gentype x) {
  gentype magnitude = FABS(x);
  gentype result = 0.5f * log_of_1_plus(2.0f * magnitude / (1.0f - magnitude));
  result = magnitude < (gentype)0x1p-13f ? magnitude : result;
  result = magnitude < (gentype)1.0f ? result : (gentype)NAN;
  return with_sign(magnitude == (gentype)1.0f ? (gentype)INFINITY : result, x);
}

#undef LOG_2

#endif
