// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The length of a vector of two floats.
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/common/hypot.h"
#include "kernel-lib/gentype/float.h"
