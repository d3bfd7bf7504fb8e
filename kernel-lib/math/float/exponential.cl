// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials of float (OpenCL C 3.0, 6.15.2).
//
// The argument is n steps of the factor 2 and a rest: b^x = 2^n b^r with |b^r| within the square
// roots of 2. A minimax polynomial gives 2 b^r, to be multiplied by 2^(n - 1). Arguments are
// bounded to where the result is 0, with -151 steps (times_power), or infinite; comparisons leave
// NaN as it is.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define WEFT_BODY "kernel-lib/math/float/exponential.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/float/exponential_parts.h"

OVERLOAD gentype exp(gentype x) {
  x = bounded(x, -105.0f, 89.0f);
  gentype sum = MAD(x, 0x1.715476p0f, ROUNDING);
  gentype r = exp_rest(x, sum - ROUNDING);
  return times_power(twice_exp_of_rest(r), sum);
}

OVERLOAD gentype exp2(gentype x) {
  x = bounded(x, -151.0f, 129.0f);
  gentype sum = x + ROUNDING;
  gentype r = x - (sum - ROUNDING);
  gentype p = MAD(0x1.3fd238p-12f, r, 0x1.5f13d2p-9f);
  p = MAD(p, r, 0x1.3b307ep-6f);
  p = MAD(p, r, 0x1.c6af6ap-4f);
  p = MAD(p, r, 0x1.ebfbd8p-2f);
  p = MAD(p, r, 0x1.62e43p0f);
  return times_power(MAD(p, r, 2.0f), sum);
}

OVERLOAD gentype exp10(gentype x) {
  x = bounded(x, -45.4f, 38.7f);
  gentype sum = MAD(x, 0x1.a934fp1f, ROUNDING);
  gentype n = sum - ROUNDING;
  gentype r = MAD(n, -0x1.3509f8p-18f, MAD(n, -0x1.344p-2f, x));
  gentype p = MAD(0x1.a4b7d4p-2f, r, 0x1.156f82p0f);
  p = MAD(p, r, 0x1.2bdbcap1f);
  p = MAD(p, r, 0x1.046f96p2f);
  p = MAD(p, r, 0x1.535248p2f);
  p = MAD(p, r, 0x1.26bb1cp2f);
  return times_power(MAD(p, r, 2.0f), sum);
}

// exp(x) - 1 = 2^n (exp(r) - 1) + (2^n - 1), computed at half the size, which does not overflow
// before the result does. Below 2^-25 the result is x.
OVERLOAD gentype expm1(gentype x) {
  gentype y = bounded(x, -25.0f, 89.0f);
  gentype sum = MAD(y, 0x1.715476p0f, ROUNDING);
  gentype r = exp_rest(y, sum - ROUNDING);
  gentype p = MAD(exp_tail(r), r * r, r);
  gentype half_power = AS_FLOAT((AS_UINT(sum) << 23) + (uintn)(ONE_BITS - 0x00800000));
  gentype result = MAD(half_power, p, half_power - 0.5f) * 2.0f;
  return FABS(x) < (gentype)0x1p-25f ? x : result;
}

#endif
