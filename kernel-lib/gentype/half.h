// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes WEFT_BODY once for each width of half, as gentype/float.h does for float.

#define scalar half
#define FLOAT_BITS 16
#define MANTISSA_BITS 10
#define EXPONENT_BIAS 15
#define LEAST_NORMAL 0x1p-14h
#define EPSILON 0x1p-10h
#define bits short
#define ubits ushort
#define LITERAL(x) x##h
#include "kernel-lib/gentype/widths.h"
#undef scalar
#undef FLOAT_BITS
#undef MANTISSA_BITS
#undef EXPONENT_BIAS
#undef LEAST_NORMAL
#undef EPSILON
#undef bits
#undef ubits
#undef LITERAL
