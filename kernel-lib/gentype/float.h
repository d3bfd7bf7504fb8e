// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes WEFT_BODY once for each width of float, with the definitions of gentype/widths.h and
// those below. A source names itself as WEFT_BODY: its part before `#ifdef gentype` is ordinary
// code, its part after is instantiated for all widths.

#define scalar float
#define FLOAT_BITS 32
#define MANTISSA_BITS 23 // stored ones
#define EXPONENT_BIAS 127
#define LEAST_NORMAL FLT_MIN
#define EPSILON FLT_EPSILON
#define bits int // the integer type that holds the representation
#define ubits uint
#define LITERAL(x) x##f
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
