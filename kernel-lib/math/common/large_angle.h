// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rare case of the trigonometric functions: angles of LARGE_ANGLE or more, infinities and NaN.
// float/large_angle.cl and double/large_angle.cl reduce them by Payne and Hanek's method.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_SINE 0
#define WEFT_COSINE 1
#define WEFT_TANGENT 2

WEFT_RARE WEFT_PURE float __weft_rare_large_angle(float x, int function);
WEFT_RARE WEFT_PURE double __weft_rare_large_angle_of_double(double x, int function);
