// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine, cosine and tangent of half turns of float.
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/common/trigonometric_pi.h"
#include "kernel-lib/gentype/float.h"
