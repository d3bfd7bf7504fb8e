// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any, all, bitselect and select (OpenCL C 3.0, 6.15.6).
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/relational/selection.cl"
#include "kernel-lib/gentype/floating.h"
#include "kernel-lib/gentype/integer.h"
#else

#ifdef INTEGER_BITS
#define mask_type signed_type
#define unsigned_mask_type unsigned_type
#else
#define mask_type bits
#define unsigned_mask_type ubits
#endif

OVERLOAD gentype bitselect(gentype a, gentype b, gentype c) {
  VECTOR(mask_type) from_a = __builtin_astype(a, VECTOR(mask_type));
  VECTOR(mask_type) from_b = __builtin_astype(b, VECTOR(mask_type));
  VECTOR(mask_type) mask = __builtin_astype(c, VECTOR(mask_type));
  return __builtin_astype((VECTOR(mask_type))((from_a & ~mask) | (from_b & mask)), gentype);
}

// The language's own ?: asks what select asks: a scalar for non-zero, each lane for its highest
// bit.
OVERLOAD gentype select(gentype a, gentype b, VECTOR(mask_type) c) { return c ? b : a; }
OVERLOAD gentype select(gentype a, gentype b, VECTOR(unsigned_mask_type) c) {
  return __builtin_astype(c, VECTOR(mask_type)) ? b : a;
}

#undef mask_type
#undef unsigned_mask_type

// Only the highest bit of each lane counts, so one reduction and one comparison do.
#if defined(INTEGER_BITS) && IS_SIGNED
#if WIDTH == 1
OVERLOAD int any(gentype x) { return x < 0; }
OVERLOAD int all(gentype x) { return x < 0; }
#else
OVERLOAD int any(gentype x) { return __builtin_reduce_or(x) < 0; }
OVERLOAD int all(gentype x) { return __builtin_reduce_and(x) < 0; }
#endif
#endif

#endif
