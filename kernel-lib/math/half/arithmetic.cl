// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematics of half that are a few operations (OpenCL C 3.0, 6.15.2).
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/arithmetic.cl"
#include "kernel-lib/gentype/half.h"
