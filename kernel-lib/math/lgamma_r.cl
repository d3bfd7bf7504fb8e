// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The logarithm of the gamma function with that function's sign (OpenCL C 3.0, 6.15.2).
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/lgamma_r.cl"
#include "kernel-lib/gentype/floating.h"
#else

#define intn VECTOR(int)

OVERLOAD gentype lgamma(gentype x);

// -1 or 1, which alternate between the poles at 0 and the negative whole numbers; 0 there.
static OVERLOAD intn sign_of_gamma(gentype x) {
  gentype whole = __builtin_elementwise_floor(x), pairs = whole * (gentype)0.5;
  VECTOR(bits) is_odd = __builtin_elementwise_floor(pairs) != pairs;
  VECTOR(bits) is_negative = (x < (gentype)0) & is_odd, minus = -1, plus = 1, none = 0;
  VECTOR(bits) is_pole = (x <= (gentype)0) & (x == whole);
  VECTOR(bits) sign = is_negative ? minus : plus;
  return CONVERT((is_pole ? none : sign), int);
}

#define LGAMMA_R(space)                                                                            \
  OVERLOAD gentype lgamma_r(gentype x, space intn *sign) {                                         \
    *sign = sign_of_gamma(x);                                                                      \
    return lgamma(x);                                                                              \
  }
WEFT_EACH_SPACE(LGAMMA_R)
#undef LGAMMA_R

#undef intn

#endif
