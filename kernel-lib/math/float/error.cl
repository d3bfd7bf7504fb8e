// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error functions of float (OpenCL C 3.0, 6.15.2).
//
// erf(x) = 1 - exp(-y), where y over |x| is a minimax polynomial; 1 less an exponential keeps its
// bits where y is small. erfc(x) = exp(-x^2) c(x) for x >= 0, whose c is a minimax polynomial in
// (x - 5/2) / (x + 5/2) over 1 + 9/8 x, so that it is near 1 and flat where x is small; of negative
// x it is 2 less that.
#ifndef gentype
#include "kernel-lib/math/float/forms.h"

#define TWO_OVER_ROOT_PI_HIGH 0x1.20dd76p0f
#define TWO_OVER_ROOT_PI_LOW -0x1.d0e8ecp-25f

#define WEFT_BODY "kernel-lib/math/float/error.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/float/exponential_parts.h"

// -log(1 - erf(x)) for 0 <= x <= 4, from where on the result is 1.
static OVERLOAD gentype log_of_rest(gentype x) {
  gentype p = MAD(-0x1.37dabcp-17f, x, 0x1.eed8cap-14f);
  p = MAD(p, x, -0x1.4c69f6p-11f);
  p = MAD(p, x, 0x1.b58ce6p-10f);
  p = MAD(p, x, -0x1.547294p-13f);
  p = MAD(p, x, -0x1.39c9f8p-6f);
  p = MAD(p, x, 0x1.a4fa2ep-4f);
  p = MAD(p, x, 0x1.45f2fap-1f);
  p = MAD(p, x, TWO_OVER_ROOT_PI_LOW);
  return MAD(x, TWO_OVER_ROOT_PI_HIGH, p * x);
}

OVERLOAD gentype erf(gentype x) {
  gentype magnitude = FABS(x);
  gentype y = log_of_rest(magnitude > (gentype)4.0f ? (gentype)4.0f : magnitude);
  gentype sum = MAD(y, -0x1.715476p0f, ROUNDING);
  gentype r = exp_rest(-y, sum - ROUNDING);
  gentype power = AS_FLOAT((AS_UINT(sum) << 23) + ONE_BITS);
  gentype result = (1.0f - power) - power * MAD(exp_tail(r), r * r, r);
  return AS_FLOAT(AS_UINT(result) ^ (AS_UINT(x) & SIGN_BIT));
}

// exp(x^2) erfc(x) for 0 <= x <= 10.3; what it lacks of that is *lacks times as much. One division
// gives both reciprocals: what that of 1 + 9/8 x is off by matters, but not what that of x + 5/2
// is.
static OVERLOAD gentype scaled_erfc(gentype x, __private gentype *lacks) {
  gentype u = MAD(x, 1.125f, 1.0f), u_low = MAD(x, 1.125f, 1.0f - u), v = x + 2.5f;
  gentype ratio = 1.0f / (u * v), reciprocal = ratio * v;
  *lacks = MAD(-u_low, reciprocal, FMA(-u, reciprocal, 1.0f));
  gentype t = (x - 2.5f) * (ratio * u);
  gentype p = MAD(0x1.f0074ap-13f, t, 0x1.2a66a4p-12f);
  p = MAD(p, t, -0x1.0df434p-9f);
  p = MAD(p, t, -0x1.32fdb8p-11f);
  p = MAD(p, t, 0x1.114304p-6f);
  p = MAD(p, t, -0x1.4b77b8p-5f);
  p = MAD(p, t, 0x1.163d68p-5f);
  p = MAD(p, t, 0x1.bdd734p-5f);
  p = MAD(p, t, -0x1.da07f6p-3f);
  p = MAD(p, t, 0x1.9b7e78p-1f);
  return p * reciprocal;
}

// Beyond 10.1 the result is 0; the bound is where times_power has its least number of steps, -151.
// The square is the sum of two floats.
OVERLOAD gentype erfc(gentype x) {
  gentype magnitude = FABS(x);
  magnitude = magnitude > (gentype)10.235f ? (gentype)10.235f : magnitude;
  gentype square = magnitude * magnitude, square_low = FMA(magnitude, magnitude, -square);
  gentype lacks, scaled = scaled_erfc(magnitude, &lacks);
  gentype sum = MAD(square, -0x1.715476p0f, ROUNDING);
  gentype r = exp_rest(-square, sum - ROUNDING) + (lacks - square_low);
  gentype result = times_power(twice_exp_of_rest(r) * scaled, sum);
  return x < (gentype)0.0f ? 2.0f - result : result;
}

#endif
