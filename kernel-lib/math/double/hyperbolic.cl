// Hyperbolic functions and their inverses, of double (OpenCL C 3.0, 6.15.2).
#include "kernel-lib/math/widen.h"

DOUBLE_FROM_LIBM_1(acosh)
DOUBLE_FROM_LIBM_1(asinh)
DOUBLE_FROM_LIBM_1(atanh)
DOUBLE_FROM_LIBM_1(cosh)
DOUBLE_FROM_LIBM_1(sinh)
DOUBLE_FROM_LIBM_1(tanh)
