// Error and gamma functions (OpenCL C 3.0, 6.15.2).
#include "kernel-lib/math/widen.h"

FROM_LIBM_1(erf)
FROM_LIBM_1(erfc)
FROM_LIBM_1(tgamma)

// The C library's lgamma stores the sign in a variable of the process; lgamma_r does not.
#define LGAMMA(type, lgamma_and_sign)                                                              \
  OVERLOAD type lgamma(type x) {                                                                   \
    int sign;                                                                                      \
    return lgamma_and_sign(x, &sign);                                                              \
  }                                                                                                \
  OVERLOAD type lgamma_r(type x, __private int *sign) { return lgamma_and_sign(x, sign); }
LGAMMA(float, __weft_libm_lgammaf_r)
LGAMMA(double, __weft_libm_lgamma_r)
WIDEN_FLOATING_1(lgamma)

#define LGAMMA_R_SCALAR(type, space)                                                               \
  OVERLOAD type lgamma_r(type x, space int *sign) {                                                \
    int sign_of_gamma;                                                                             \
    type result = lgamma_r(x, &sign_of_gamma);                                                     \
    *sign = sign_of_gamma;                                                                         \
    return result;                                                                                 \
  }
#define LGAMMA_R_SCALARS(type)                                                                     \
  LGAMMA_R_SCALAR(type, __global)                                                                  \
  LGAMMA_R_SCALAR(type, __local)                                                                   \
  LGAMMA_R_SCALAR(type, __generic)
LGAMMA_R_SCALARS(float)
LGAMMA_R_SCALARS(double)

#define LGAMMA_R_VECTOR(n, type, space)                                                            \
  OVERLOAD type##n lgamma_r(type##n x, space int##n *sign) {                                       \
    type##n result;                                                                                \
    int##n signs;                                                                                  \
    for (int lane = 0; lane < n; ++lane) {                                                         \
      int sign_of_gamma;                                                                           \
      result[lane] = lgamma_r(x[lane], &sign_of_gamma);                                            \
      signs[lane] = sign_of_gamma;                                                                 \
    }                                                                                              \
    *sign = signs;                                                                                 \
    return result;                                                                                 \
  }
#define LGAMMA_R_VECTORS(n, type)                                                                  \
  LGAMMA_R_VECTOR(n, type, __private)                                                              \
  LGAMMA_R_VECTOR(n, type, __global)                                                               \
  LGAMMA_R_VECTOR(n, type, __local)                                                                \
  LGAMMA_R_VECTOR(n, type, __generic)
WEFT_EACH_VECTOR_WIDTH(LGAMMA_R_VECTORS, float)
WEFT_EACH_VECTOR_WIDTH(LGAMMA_R_VECTORS, double)
