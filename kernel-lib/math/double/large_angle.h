// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rare case of the trigonometric functions: see large_angle.cl.
#pragma once

#include "kernel-lib/math/double/forms.h"

#define WEFT_SINE 0
#define WEFT_COSINE 1
#define WEFT_TANGENT 2

// The ordinary reductions are good below this.
#define LARGE_ANGLE 0x1p30

// A function of an x whose magnitude is LARGE_ANGLE or more, infinite or NaN.
WEFT_RARE WEFT_PURE double __weft_rare_large_angle_of_double(double x, int function);
