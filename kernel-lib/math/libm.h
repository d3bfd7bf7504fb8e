// The C library's functions that the mathematics call: __weft_libm_<name>, for double, and
// __weft_libm_<name>f, for float. They touch no state that a kernel can see.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_LIBM_1(name)                                                                          \
  WEFT_PURE double __weft_libm_##name(double);                                                     \
  WEFT_PURE float __weft_libm_##name##f(float);
#define WEFT_LIBM_2(name)                                                                          \
  WEFT_PURE double __weft_libm_##name(double, double);                                             \
  WEFT_PURE float __weft_libm_##name##f(float, float);

WEFT_LIBM_1(acos)
WEFT_LIBM_1(acosh)
WEFT_LIBM_1(asin)
WEFT_LIBM_1(asinh)
WEFT_LIBM_1(atan)
WEFT_LIBM_1(atanh)
WEFT_LIBM_1(cbrt)
WEFT_LIBM_1(cos)
WEFT_LIBM_1(cosh)
WEFT_LIBM_1(erf)
WEFT_LIBM_1(erfc)
WEFT_LIBM_1(exp)
WEFT_LIBM_1(exp10)
WEFT_LIBM_1(exp2)
WEFT_LIBM_1(expm1)
WEFT_LIBM_1(log)
WEFT_LIBM_1(log10)
WEFT_LIBM_1(log1p)
WEFT_LIBM_1(log2)
WEFT_LIBM_1(sin)
WEFT_LIBM_1(sinh)
WEFT_LIBM_1(tan)
WEFT_LIBM_1(tanh)
WEFT_LIBM_1(tgamma)
WEFT_LIBM_2(atan2)
WEFT_LIBM_2(fmod)
WEFT_LIBM_2(hypot)
WEFT_LIBM_2(pow)
WEFT_LIBM_2(remainder)

#undef WEFT_LIBM_1
#undef WEFT_LIBM_2

double __weft_libm_lgamma_r(double, __private int *);
float __weft_libm_lgammaf_r(float, __private int *);
