// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons and classification of floating-point values (OpenCL C 3.0, 6.15.6).
//
// The language's comparison operators already give what these functions return: int 0 or 1 for
// scalars, 0 or -1 in each lane of an integer vector of the operand's element size for vectors.
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/relational/comparison.cl"
#include "kernel-lib/gentype/floating.h"
#else

#if WIDTH == 1
#define truth int
#else
#define truth VECTOR(bits)
#endif

OVERLOAD truth isequal(gentype x, gentype y) { return x == y; }
OVERLOAD truth isnotequal(gentype x, gentype y) { return x != y; }
OVERLOAD truth isgreater(gentype x, gentype y) { return x > y; }
OVERLOAD truth isgreaterequal(gentype x, gentype y) { return x >= y; }
OVERLOAD truth isless(gentype x, gentype y) { return x < y; }
OVERLOAD truth islessequal(gentype x, gentype y) { return x <= y; }
OVERLOAD truth islessgreater(gentype x, gentype y) { return (x < y) | (x > y); }
OVERLOAD truth isordered(gentype x, gentype y) { return (x == x) & (y == y); }
OVERLOAD truth isunordered(gentype x, gentype y) { return (x != x) | (y != y); }

OVERLOAD truth isnan(gentype x) { return x != x; }
OVERLOAD truth isinf(gentype x) { return __builtin_elementwise_abs(x) == (gentype)INFINITY; }
OVERLOAD truth isfinite(gentype x) { return __builtin_elementwise_abs(x) < (gentype)INFINITY; }

OVERLOAD truth isnormal(gentype x) {
  gentype magnitude = __builtin_elementwise_abs(x);
  return (magnitude >= (gentype)LEAST_NORMAL) & (magnitude < (gentype)INFINITY);
}

OVERLOAD truth signbit(gentype x) { return __builtin_astype(x, VECTOR(bits)) < (VECTOR(bits))0; }

#undef truth

#endif
