// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes WEFT_BODY once for each floating-point type and width.
#include "kernel-lib/gentype/float.h"
#include "kernel-lib/gentype/double.h"
