// Trigonometric functions of radians, and their inverses, of double (OpenCL C 3.0, 6.15.2).
#include "kernel-lib/math/widen.h"

DOUBLE_FROM_LIBM_1(acos)
DOUBLE_FROM_LIBM_1(asin)
DOUBLE_FROM_LIBM_1(atan)
DOUBLE_FROM_LIBM_2(atan2)
DOUBLE_FROM_LIBM_1(cos)
DOUBLE_FROM_LIBM_1(sin)
DOUBLE_FROM_LIBM_1(tan)

#define SINCOS_SPACE(type, space)                                                                  \
  OVERLOAD type sincos(type x, space type *cosine) {                                               \
    *cosine = cos(x);                                                                              \
    return sin(x);                                                                                 \
  }
#define SINCOS(n, type)                                                                            \
  SINCOS_SPACE(type##n, __private)                                                                 \
  SINCOS_SPACE(type##n, __global)                                                                  \
  SINCOS_SPACE(type##n, __local)                                                                   \
  SINCOS_SPACE(type##n, __generic)
WEFT_EACH_WIDTH(SINCOS, double)
