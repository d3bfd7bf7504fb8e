// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vocabulary of the math functions of float and double. Sources include this file through
// float/coefficients.h or double/coefficients.h.
//
// A body is written once for all widths, and often for both types. Each width does the same
// operations in the same order, and no operation depends on another lane. So a value has the same
// result in a scalar, in a vector and in a lane of a vectorised kernel. Bodies select; they do not
// branch.
//
// FMA rounds once. MAD may round once or twice, as the CPU does it faster. Use FMA only where the
// result depends on the single rounding: a CPU without fused operations needs many instructions
// for it.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

#pragma OPENCL FP_CONTRACT ON

// Types of the width of the body. gentype/widths.h has VECTOR(type); gentype/float.h and
// gentype/double.h have scalar, bits, ubits and MANTISSA_BITS.
#define intn VECTOR(int)
#define longn VECTOR(long)
#define doublen VECTOR(double)
#define bitsn VECTOR(bits)
#define ubitsn VECTOR(ubits)

#define AS_BITS(x) __builtin_astype(x, bitsn)
#define AS_UBITS(x) __builtin_astype(x, ubitsn)
#define AS_FLOATING(x) __builtin_astype(x, gentype)
#define FABS(x) __builtin_elementwise_abs(x)
#define COPYSIGN(x, sign) __builtin_elementwise_copysign((gentype)(x), sign)
#define ROUND(x) __builtin_elementwise_roundeven(x)
#define TRUNC(x) __builtin_elementwise_trunc(x)
#define SQRT(x) __builtin_elementwise_sqrt(x)

// a * b + c
#define FMA(a, b, c) __builtin_elementwise_fma((gentype)(a), (gentype)(b), (gentype)(c))
#define MAD(a, b, c) ((gentype)(a) * (gentype)(b) + (gentype)(c))

// Rounds: ROUNDING + x is ROUNDING + n for the whole number n nearest to x, for |x| below
// 2^(MANTISSA_BITS - 1). The low bits of the sum's representation are those of n.
#define ROUNDING ((gentype)(3ul << (MANTISSA_BITS - 1)))

#define SIGN_BIT ((ubits)1 << (FLOAT_BITS - 1))
#define ONE_BITS ((ubits)EXPONENT_BIAS << MANTISSA_BITS)          // of 1.0
#define STEP_BITS ((ubits)1 << MANTISSA_BITS)                     // adds 1 to an exponent
#define SIGNIFICAND_BITS (((ubits)1 << MANTISSA_BITS) - (ubits)1) // the stored ones

// A polynomial in x. The table of coefficients.h has the leading coefficient first.
#define HORNER(x, terms) horner(x, terms, sizeof(terms) / sizeof((terms)[0]))
#define PAIRS(x, terms) pairs(x, terms, sizeof(terms) / sizeof((terms)[0]))
