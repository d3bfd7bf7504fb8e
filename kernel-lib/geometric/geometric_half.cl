// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Geometric functions of half (OpenCL C 3.0, 6.15.5). Float holds products of halfs exactly, and no
// sum of their squares overflows or underflows.
#ifndef gentype
#include "kernel-lib/math/half/from_float.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/geometric/geometric_half.cl"
#include "kernel-lib/gentype/half.h"
#elif WIDTH <= 4

FROM_FLOAT_1(normalize)

OVERLOAD float dot(floatn x, floatn y);
OVERLOAD scalar dot(gentype x, gentype y) { return (scalar)dot(TO_FLOAT(x), TO_FLOAT(y)); }

#if WIDTH >= 3
FROM_FLOAT_2(cross)
#endif

OVERLOAD float length(floatn x);
OVERLOAD float distance(floatn x, floatn y);
OVERLOAD scalar length(gentype x) { return (scalar)length(TO_FLOAT(x)); }
OVERLOAD scalar distance(gentype x, gentype y) {
  return (scalar)distance(TO_FLOAT(x), TO_FLOAT(y));
}

#endif
