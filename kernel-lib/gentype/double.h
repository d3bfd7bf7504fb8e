// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes WEFT_BODY once for each width of double, as gentype/float.h does for float.

#define scalar double
#define FLOAT_BITS 64
#define MANTISSA_BITS 52
#define EXPONENT_BIAS 1023
#define LEAST_NORMAL DBL_MIN
#define EPSILON DBL_EPSILON
#define bits long
#define ubits ulong
#define LITERAL(x) x
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
