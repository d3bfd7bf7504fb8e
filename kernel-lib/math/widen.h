// Vector forms from scalar ones, for float and double alike.
#pragma once

#include "kernel-lib/math/libm.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WIDEN_FLOATING_1(name)                                                                     \
  WEFT_WIDEN_1(float, name, float)                                                                 \
  WEFT_WIDEN_1(double, name, double)
#define WIDEN_FLOATING_2(name)                                                                     \
  WEFT_WIDEN_2(float, name, float, float)                                                          \
  WEFT_WIDEN_2(double, name, double, double)
#define WIDEN_FLOATING_INT(name)                                                                   \
  WEFT_WIDEN_2(float, name, float, int)                                                            \
  WEFT_WIDEN_2(double, name, double, int)

// The C library's function for both types, in all widths.
#define FROM_LIBM_1(name)                                                                          \
  OVERLOAD float name(float x) { return __weft_libm_##name##f(x); }                                \
  OVERLOAD double name(double x) { return __weft_libm_##name(x); }                                 \
  WIDEN_FLOATING_1(name)
#define FROM_LIBM_2(name)                                                                          \
  OVERLOAD float name(float x, float y) { return __weft_libm_##name##f(x, y); }                    \
  OVERLOAD double name(double x, double y) { return __weft_libm_##name(x, y); }                    \
  WIDEN_FLOATING_2(name)
