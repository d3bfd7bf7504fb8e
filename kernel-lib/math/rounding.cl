// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounding to integers, and splitting into whole and fractional part (OpenCL C 3.0, 6.15.2).
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/rounding.cl"
#include "kernel-lib/gentype/floating.h"
#else

OVERLOAD gentype ceil(gentype x) { return __builtin_elementwise_ceil(x); }
OVERLOAD gentype floor(gentype x) { return __builtin_elementwise_floor(x); }
OVERLOAD gentype rint(gentype x) { return __builtin_elementwise_roundeven(x); }
OVERLOAD gentype round(gentype x) { return __builtin_elementwise_round(x); }
OVERLOAD gentype trunc(gentype x) { return __builtin_elementwise_trunc(x); }

// x - whole for the whole number not above x. The difference is exact but for tiny negative x,
// where it rounds to 1: the greatest value below that stands for it. Zeros and infinities leave a
// zero of their sign, other whole numbers +0.
static OVERLOAD gentype fraction_above(gentype x, gentype whole) {
  gentype difference = __builtin_elementwise_minnum(x - whole, (gentype)(1 - EPSILON / 2));
  gentype kept = x == x ? difference : x;
  gentype zero = __builtin_elementwise_copysign((gentype)0, x);
  return ((x == (gentype)0) | (__builtin_elementwise_abs(x) == (gentype)INFINITY)) ? zero : kept;
}

// x - whole, exactly, with the sign of x, for the whole number towards zero. Infinities leave
// zeros.
static OVERLOAD gentype fraction_beyond(gentype x, gentype whole) {
  gentype difference = x == whole ? (gentype)0 : x - whole;
  return __builtin_elementwise_copysign(difference, x);
}

#define POINTER_FORMS(space)                                                                       \
  OVERLOAD gentype fract(gentype x, space gentype *whole) {                                        \
    gentype below = __builtin_elementwise_floor(x);                                                \
    *whole = below;                                                                                \
    return fraction_above(x, below);                                                               \
  }                                                                                                \
  OVERLOAD gentype modf(gentype x, space gentype *whole) {                                         \
    gentype towards_zero = __builtin_elementwise_trunc(x);                                         \
    *whole = towards_zero;                                                                         \
    return fraction_beyond(x, towards_zero);                                                       \
  }
WEFT_EACH_SPACE(POINTER_FORMS)
#undef POINTER_FORMS

#endif
