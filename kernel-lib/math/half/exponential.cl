// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials of half (OpenCL C 3.0, 6.15.2).
#ifndef gentype
#include "kernel-lib/math/half/from_float.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/half/exponential.cl"
#include "kernel-lib/gentype/half.h"
#else

FROM_FLOAT_1(exp)
FROM_FLOAT_1(exp2)
FROM_FLOAT_1(exp10)
FROM_FLOAT_1(expm1)

#endif
