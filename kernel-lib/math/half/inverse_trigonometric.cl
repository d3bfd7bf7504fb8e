// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inverse trigonometric functions of half (OpenCL C 3.0, 6.15.2).
#ifndef gentype
#include "kernel-lib/math/half/from_float.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/half/inverse_trigonometric.cl"
#include "kernel-lib/gentype/half.h"
#else

FROM_FLOAT_1(acos)
FROM_FLOAT_1(acospi)
FROM_FLOAT_1(asin)
FROM_FLOAT_1(asinpi)
FROM_FLOAT_1(atan)
FROM_FLOAT_1(atanpi)
FROM_FLOAT_2(atan2)
FROM_FLOAT_2(atan2pi)

#endif
