// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hyperbolic functions of half, and their inverses (OpenCL C 3.0, 6.15.2).
#ifndef gentype
#include "kernel-lib/math/half/from_float.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/half/hyperbolic.cl"
#include "kernel-lib/gentype/half.h"
#else

FROM_FLOAT_1(acosh)
FROM_FLOAT_1(asinh)
FROM_FLOAT_1(atanh)
FROM_FLOAT_1(cosh)
FROM_FLOAT_1(sinh)
FROM_FLOAT_1(tanh)

#endif
