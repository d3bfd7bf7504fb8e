// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common functions of half (OpenCL C 3.0, 6.15.4). What rounds more than once does so in float.
#ifndef gentype
#include "kernel-lib/math/half/from_float.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/common/common.cl"
#include "kernel-lib/gentype/half.h"
#undef WEFT_BODY

#define WEFT_BODY "kernel-lib/common/common_half.cl"
#include "kernel-lib/gentype/half.h"
#else

FROM_FLOAT_1(degrees)
FROM_FLOAT_1(radians)
FROM_FLOAT_3(mix)
FROM_FLOAT_3(smoothstep)

#if WIDTH > 1
OVERLOAD gentype mix(gentype x, gentype y, scalar a) { return mix(x, y, (gentype)a); }

OVERLOAD gentype smoothstep(scalar edge0, scalar edge1, gentype x) {
  return smoothstep((gentype)edge0, (gentype)edge1, x);
}
#endif

#endif
