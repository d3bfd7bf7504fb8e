// Exponentials and logarithms (OpenCL C 3.0, 6.15.2).
#include "kernel-lib/math/widen.h"

FROM_LIBM_1(exp)
FROM_LIBM_1(exp2)
FROM_LIBM_1(exp10)
FROM_LIBM_1(expm1)
FROM_LIBM_1(log)
FROM_LIBM_1(log2)
FROM_LIBM_1(log10)
FROM_LIBM_1(log1p)
