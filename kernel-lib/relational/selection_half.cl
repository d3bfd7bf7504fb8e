// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bitselect and select of half (OpenCL C 3.0, 6.15.6).
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/relational/selection.cl"
#include "kernel-lib/gentype/half.h"
