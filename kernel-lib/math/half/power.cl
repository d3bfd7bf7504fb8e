// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Powers and roots of half (OpenCL C 3.0, 6.15.2).
#ifndef gentype
#include "kernel-lib/math/half/from_float.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/half/power.cl"
#include "kernel-lib/gentype/half.h"
#else

FROM_FLOAT_1(cbrt)
FROM_FLOAT_1(rsqrt)
FROM_FLOAT_2(hypot)
FROM_FLOAT_2(pow)
FROM_FLOAT_2(powr)
FROM_FLOAT_INT(pown)
FROM_FLOAT_INT(rootn)

#endif
