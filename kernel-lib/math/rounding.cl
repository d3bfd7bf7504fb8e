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

// x - whole, with the sign of x where it is zero or x is infinite. The difference is exact but for
// tiny negative x, where floor's difference rounds to 1: the greatest value below it stands for
// that.
static OVERLOAD gentype fraction(gentype x, gentype whole) {
  gentype difference = x - whole;
  gentype below_one = __builtin_elementwise_minnum(difference, (gentype)(1 - EPSILON / 2));
  gentype kept = x == x ? below_one : x;
  gentype zero = __builtin_elementwise_copysign((gentype)0, x);
  return x == whole ? zero : kept;
}

#define POINTER_FORMS(space)                                                                       \
  OVERLOAD gentype fract(gentype x, space gentype *whole) {                                        \
    gentype below = __builtin_elementwise_floor(x);                                                \
    *whole = below;                                                                                \
    return fraction(x, below);                                                                     \
  }                                                                                                \
  OVERLOAD gentype modf(gentype x, space gentype *whole) {                                         \
    gentype towards_zero = __builtin_elementwise_trunc(x);                                         \
    *whole = towards_zero;                                                                         \
    return fraction(x, towards_zero);                                                              \
  }
WEFT_EACH_SPACE(POINTER_FORMS)
#undef POINTER_FORMS

#endif
