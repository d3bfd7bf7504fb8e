// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error and gamma functions of half (OpenCL C 3.0, 6.15.2).
#ifndef gentype
#include "kernel-lib/math/half/from_float.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/half/special.cl"
#include "kernel-lib/gentype/half.h"
#else

FROM_FLOAT_1(erf)
FROM_FLOAT_1(erfc)
FROM_FLOAT_1(lgamma)
FROM_FLOAT_1(tgamma)
FROM_FLOAT_STORING_INT(lgamma_r)

#endif
