// Exponentials and logarithms of double (OpenCL C 3.0, 6.15.2).
#include "kernel-lib/math/widen.h"

DOUBLE_FROM_LIBM_1(exp)
DOUBLE_FROM_LIBM_1(exp2)
DOUBLE_FROM_LIBM_1(exp10)
DOUBLE_FROM_LIBM_1(expm1)
DOUBLE_FROM_LIBM_1(log)
DOUBLE_FROM_LIBM_1(log2)
DOUBLE_FROM_LIBM_1(log10)
DOUBLE_FROM_LIBM_1(log1p)
