// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The length of a vector of two doubles.
#include "kernel-lib/math/double/coefficients.h"

#define WEFT_BODY "kernel-lib/math/common/hypot.h"
#include "kernel-lib/gentype/double.h"
