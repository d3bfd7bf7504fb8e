// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic that does not wrap, or keeps the high half (OpenCL C 3.0, 6.15.3).
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

// The high half of a 64-bit product from four 32-bit ones, which is also how vector units do it.
#define MUL_HI_64(n, type)                                                                         \
  OVERLOAD u##type##n mul_hi(u##type##n x, u##type##n y) {                                         \
    const u##type##n low_half = 0xffffffffUL;                                                      \
    u##type##n xl = x & low_half, xh = x >> 32, yl = y & low_half, yh = y >> 32;                   \
    u##type##n low = xl * yl, cross = xh * yl + (low >> 32);                                       \
    u##type##n middle = xl * yh + (cross & low_half);                                              \
    return xh * yh + (cross >> 32) + (middle >> 32);                                               \
  }                                                                                                \
  OVERLOAD type##n mul_hi(type##n x, type##n y) {                                                  \
    type##n high = __builtin_astype(                                                               \
        mul_hi(__builtin_astype(x, u##type##n), __builtin_astype(y, u##type##n)), type##n);        \
    return high - ((x >> 63) & y) - ((y >> 63) & x);                                               \
  }
WEFT_EACH_WIDTH(MUL_HI_64, long)

#define WEFT_BODY "kernel-lib/integer/arithmetic.cl"
#include "kernel-lib/gentype/integer.h"
#else

OVERLOAD VECTOR(unsigned_type) abs(gentype x) {
#if IS_SIGNED
  return __builtin_astype(__builtin_elementwise_abs(x), VECTOR(unsigned_type));
#else
  return x;
#endif
}

OVERLOAD VECTOR(unsigned_type) abs_diff(gentype x, gentype y) {
  VECTOR(unsigned_type) ux = __builtin_astype(x, VECTOR(unsigned_type));
  VECTOR(unsigned_type) uy = __builtin_astype(y, VECTOR(unsigned_type));
  VECTOR(unsigned_type) up = ux - uy, down = uy - ux;
  return x > y ? up : down;
}

OVERLOAD gentype add_sat(gentype x, gentype y) { return __builtin_elementwise_add_sat(x, y); }
OVERLOAD gentype sub_sat(gentype x, gentype y) { return __builtin_elementwise_sub_sat(x, y); }

// The bits that both have count fully, those that one has count half.
OVERLOAD gentype hadd(gentype x, gentype y) { return (x & y) + ((x ^ y) >> (gentype)1); }
OVERLOAD gentype rhadd(gentype x, gentype y) { return (x | y) - ((x ^ y) >> (gentype)1); }

#ifdef wide_type
OVERLOAD gentype mul_hi(gentype x, gentype y) {
  VECTOR(wide_type) product = CONVERT(x, wide_type) * CONVERT(y, wide_type);
  return CONVERT(product >> (VECTOR(wide_type))INTEGER_BITS, scalar);
}
#endif

OVERLOAD gentype mad_hi(gentype a, gentype b, gentype c) { return mul_hi(a, b) + c; }

#ifdef wide_type
OVERLOAD gentype mad_sat(gentype a, gentype b, gentype c) {
  VECTOR(wide_type) sum = CONVERT(a, wide_type) * CONVERT(b, wide_type) + CONVERT(c, wide_type);
#if IS_SIGNED
  const VECTOR(wide_type) greatest = (scalar)(((unsigned_type)-1) >> 1);
  sum = __builtin_elementwise_max(sum, (VECTOR(wide_type)) ~greatest);
#else
  const VECTOR(wide_type) greatest = (scalar)-1;
#endif
  return CONVERT(__builtin_elementwise_min(sum, greatest), scalar);
}
#else
OVERLOAD gentype mad_sat(gentype a, gentype b, gentype c) {
  // The exact result is high:sum once the carry out of the low half has gone into the high half.
  VECTOR(ulong) product = __builtin_astype(a * b, VECTOR(ulong));
  VECTOR(ulong) low = product + __builtin_astype(c, VECTOR(ulong));
  gentype sum = __builtin_astype(low, gentype);
  gentype high = mul_hi(a, b);
  high += low < product ? (gentype)1 : (gentype)0;
#if IS_SIGNED
  // It fits if the high half is all sign.
  high += c >> (gentype)(INTEGER_BITS - 1);
  gentype bound = high < (gentype)0 ? (gentype)LONG_MIN : (gentype)LONG_MAX;
  return high == (sum >> (gentype)(INTEGER_BITS - 1)) ? sum : bound;
#else
  return high == (gentype)0 ? sum : (gentype)ULONG_MAX;
#endif
}
#endif

OVERLOAD gentype min(gentype x, gentype y) { return __builtin_elementwise_min(x, y); }
OVERLOAD gentype max(gentype x, gentype y) { return __builtin_elementwise_max(x, y); }

OVERLOAD gentype clamp(gentype x, gentype low, gentype high) { return min(max(x, low), high); }

#if WIDTH > 1
OVERLOAD gentype min(gentype x, scalar y) { return min(x, (gentype)y); }
OVERLOAD gentype max(gentype x, scalar y) { return max(x, (gentype)y); }

OVERLOAD gentype clamp(gentype x, scalar low, scalar high) {
  return clamp(x, (gentype)low, (gentype)high);
}
#endif

#if INTEGER_BITS == 32
// Operands beyond 24 bits may give anything; the full product is what costs least.
OVERLOAD gentype mul24(gentype x, gentype y) { return x * y; }
OVERLOAD gentype mad24(gentype x, gentype y, gentype z) { return x * y + z; }
#endif

#endif
