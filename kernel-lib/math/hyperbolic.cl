// Hyperbolic functions and their inverses (OpenCL C 3.0, 6.15.2).
#include "kernel-lib/math/widen.h"

FROM_LIBM_1(acosh)
FROM_LIBM_1(asinh)
FROM_LIBM_1(atanh)
FROM_LIBM_1(cosh)
FROM_LIBM_1(sinh)
FROM_LIBM_1(tanh)
