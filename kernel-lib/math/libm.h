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

WEFT_LIBM_1(erf)
WEFT_LIBM_1(erfc)
WEFT_LIBM_1(tgamma)

#undef WEFT_LIBM_1
#undef WEFT_LIBM_2

double __weft_libm_lgamma_r(double, __private int *);
float __weft_libm_lgammaf_r(float, __private int *);
