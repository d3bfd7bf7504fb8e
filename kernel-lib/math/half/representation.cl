// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponents, significands and neighbours of half (OpenCL C 3.0, 6.15.2). In float no half is
// subnormal, and its powers of two reach as far as half's results can need.
#ifndef gentype
#include "kernel-lib/math/half/from_float.h"
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/half/representation.cl"
#include "kernel-lib/gentype/half.h"
#else

FROM_FLOAT_1(logb)
FROM_FLOAT_INT(ldexp)
FROM_FLOAT_STORING_INT(frexp)

OVERLOAD intn ilogb(floatn x);
OVERLOAD intn ilogb(gentype x) { return ilogb(TO_FLOAT(x)); }

#if WIDTH > 1
OVERLOAD gentype ldexp(gentype x, int power) { return ldexp(x, (intn)power); }
#endif

#define ubitsn VECTOR(ubits)
#define bitsn VECTOR(bits)
#define AS_BITS(x) __builtin_astype(x, bitsn)
#define AS_HALF(x) __builtin_astype((bitsn)(x), gentype)

OVERLOAD gentype nan(ubitsn code) {
  const bitsn quiet = 0x7e00;
  return AS_HALF(__builtin_astype(code, bitsn) | quiet);
}

// Representations of one sign are ordered as their magnitudes are, so the neighbour is one away.
OVERLOAD gentype nextafter(gentype x, gentype y) {
  const bitsn away = 1, towards_zero = -1;
  bitsn grow_if_positive = x < y ? away : towards_zero;
  bitsn step = x > (gentype)0 ? grow_if_positive : (bitsn)-grow_if_positive;
  gentype next = AS_HALF(AS_BITS(x) + step);
  gentype least = __builtin_elementwise_copysign(AS_HALF(away), y);
  next = x == (gentype)0 ? least : next;
  next = x == y ? y : next;
  return ((x != x) | (y != y)) ? x + y : next;
}

#undef ubitsn
#undef bitsn
#undef AS_BITS
#undef AS_HALF

#endif
