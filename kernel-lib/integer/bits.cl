// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counting, rotating and joining bits (OpenCL C 3.0, 6.15.3).
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/integer/bits.cl"
#include "kernel-lib/gentype/integer.h"
#else

OVERLOAD gentype clz(gentype x) { return __builtin_elementwise_clzg(x, (gentype)INTEGER_BITS); }
OVERLOAD gentype ctz(gentype x) { return __builtin_elementwise_ctzg(x, (gentype)INTEGER_BITS); }
OVERLOAD gentype popcount(gentype x) { return __builtin_elementwise_popcount(x); }

// Left by y modulo the number of bits.
OVERLOAD gentype rotate(gentype x, gentype y) { return __builtin_elementwise_fshl(x, x, y); }

#ifdef wide_type
OVERLOAD VECTOR(wide_type) upsample(gentype high, VECTOR(unsigned_type) low) {
  return (CONVERT(high, wide_type) << (VECTOR(wide_type))INTEGER_BITS) | CONVERT(low, wide_type);
}
#endif

#endif
