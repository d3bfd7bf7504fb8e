// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the double mathematics share; what float/forms.h says of the bodies holds here, too. FMA
// stands where the sum must be rounded once, MAD where the processor may choose: a processor
// without fused operations has to compute the former with many others.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

#pragma OPENCL FP_CONTRACT ON

// Inside a body, where VECTOR(type) is the type of its width.
#define intn VECTOR(int)
#define longn VECTOR(long)
#define ulongn VECTOR(ulong)
#define AS_LONG(x) __builtin_astype(x, longn)
#define AS_ULONG(x) __builtin_astype(x, ulongn)
#define AS_DOUBLE(x) __builtin_astype(x, VECTOR(double))
#define FABS(x) __builtin_elementwise_abs(x)
#define COPYSIGN(x, sign) __builtin_elementwise_copysign((gentype)(x), sign)
#define ROUND(x) __builtin_elementwise_roundeven(x)
#define SQRT(x) __builtin_elementwise_sqrt(x)
// a * b + c, rounded once; and rounded once or twice.
#define FMA(a, b, c) __builtin_elementwise_fma((gentype)(a), (gentype)(b), (gentype)(c))
#define MAD(a, b, c) ((gentype)(a) * (gentype)(b) + (gentype)(c))

// Added to a number below 2^51 in magnitude, this rounds it to a whole number, which then is what
// the representation of the sum exceeds that of this by.
#define ROUNDING 0x1.8p52

#define SIGN_BIT 0x8000000000000000ul
#define SIGNIFICAND_BITS 0x000ffffffffffffful
#define ONE_BITS 0x3ff0000000000000ul
#define HALF_ROOT_BITS 0x3fe6a09e667f3bcdul // of sqrt(1/2)
