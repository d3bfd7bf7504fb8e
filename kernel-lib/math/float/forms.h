// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the float mathematics share. Their bodies are written once for all widths: the same
// operations in the same order, none of which depends on another lane, so that a value gets the
// same result in a scalar, in a vector and in a vectorised kernel's lane. They are made of selects
// rather than of branches. FMA stands where the sum must be rounded once, MAD where the processor
// may choose: a processor without fused operations has to compute the former with many others.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

#pragma OPENCL FP_CONTRACT ON

// Inside a body, where VECTOR(type) is the type of its width.
#define intn VECTOR(int)
#define uintn VECTOR(uint)
#define doublen VECTOR(double)
#define longn VECTOR(long)
#define AS_INT(x) __builtin_astype(x, intn)
#define AS_UINT(x) __builtin_astype(x, uintn)
#define AS_FLOAT(x) __builtin_astype(x, VECTOR(float))
#define FABS(x) __builtin_elementwise_abs(x)
#define COPYSIGN(x, sign) __builtin_elementwise_copysign((gentype)(x), sign)
#define ROUND(x) __builtin_elementwise_roundeven(x)
#define SQRT(x) __builtin_elementwise_sqrt(x)

// a * b + c, rounded once; and rounded once or twice.
#define FMA(a, b, c) __builtin_elementwise_fma((gentype)(a), (gentype)(b), (gentype)(c))
#define MAD(a, b, c) ((gentype)(a) * (gentype)(b) + (gentype)(c))

// Added to a number below 2^22 in magnitude, this rounds it to a whole number, which then is what
// the representation of the sum exceeds that of this by.
#define ROUNDING 0x1.8p23f
#define ROUNDING_BITS 0x4b400000

#define SIGN_BIT 0x80000000u
#define ONE_BITS 0x3f800000u
#define HALF_ROOT_BITS 0x3f3504f3 // of sqrt(1/2)
