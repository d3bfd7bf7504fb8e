// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trigonometric functions of multiples of pi, of half (OpenCL C 3.0, 6.15.2).
#ifndef gentype
#include "kernel-lib/math/half/from_float.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/half/trigonometric_pi.cl"
#include "kernel-lib/gentype/half.h"
#else

FROM_FLOAT_1(cospi)
FROM_FLOAT_1(sinpi)
FROM_FLOAT_1(tanpi)

#endif
