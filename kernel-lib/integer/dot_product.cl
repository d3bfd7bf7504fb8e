// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_integer_dot_product (OpenCL C 3.0, 6.15.3): sums of products of four 8-bit components, in
// vectors and packed into 32 bits. No sum of four such products overflows 32 bits; only adding the
// accumulator saturates.
#include "kernel-lib/weft_kernel_lib.h"

#define PACKED_DOT_PRODUCTS(suffix, result, product)                                               \
  OVERLOAD result dot_4x8packed_##suffix(uint a, uint b) { return (result)product; }               \
  OVERLOAD result dot_acc_sat_4x8packed_##suffix(uint a, uint b, result accumulator) {             \
    return __builtin_elementwise_add_sat(dot_4x8packed_##suffix(a, b), accumulator);               \
  }
PACKED_DOT_PRODUCTS(uu_uint, uint, __weft_dot_uu(a, b))
PACKED_DOT_PRODUCTS(ss_int, int, __weft_dot_ss(a, b))
PACKED_DOT_PRODUCTS(us_int, int, __weft_dot_us(a, b))
PACKED_DOT_PRODUCTS(su_int, int, __weft_dot_us(b, a))

#define DOT_PRODUCTS(suffix, result, left, right)                                                  \
  OVERLOAD result dot(left##4 a, right##4 b) {                                                     \
    return dot_4x8packed_##suffix(__builtin_astype(a, uint), __builtin_astype(b, uint));           \
  }                                                                                                \
  OVERLOAD result dot_acc_sat(left##4 a, right##4 b, result accumulator) {                         \
    return __builtin_elementwise_add_sat(dot(a, b), accumulator);                                  \
  }
DOT_PRODUCTS(uu_uint, uint, uchar, uchar)
DOT_PRODUCTS(ss_int, int, char, char)
DOT_PRODUCTS(us_int, int, uchar, char)
DOT_PRODUCTS(su_int, int, char, uchar)
