// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons and classification of half (OpenCL C 3.0, 6.15.6).
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/relational/comparison.cl"
#include "kernel-lib/gentype/half.h"
