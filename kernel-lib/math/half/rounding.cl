// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounding of half to integers, and splitting into whole and fractional part (OpenCL
// C 3.0, 6.15.2).
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/rounding.cl"
#include "kernel-lib/gentype/half.h"
