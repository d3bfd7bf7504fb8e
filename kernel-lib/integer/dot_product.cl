// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_integer_dot_product (OpenCL C 3.0, 6.15.3): sums of products of four 8-bit components, in
// vectors and packed into 32 bits. No sum of four such products overflows 32 bits; only adding the
// accumulator saturates.
#include "kernel-lib/weft_kernel_lib.h"

#define DOT_PRODUCTS(result, left, right)                                                          \
  OVERLOAD result dot(left##4 a, right##4 b) {                                                     \
    result##4 products =                                                                           \
        __builtin_convertvector(a, result##4) * __builtin_convertvector(b, result##4);             \
    return products.x + products.y + (products.z + products.w);                                    \
  }                                                                                                \
  OVERLOAD result dot_acc_sat(left##4 a, right##4 b, result accumulator) {                         \
    return __builtin_elementwise_add_sat(dot(a, b), accumulator);                                  \
  }
DOT_PRODUCTS(uint, uchar, uchar)
DOT_PRODUCTS(int, char, char)
DOT_PRODUCTS(int, uchar, char)
DOT_PRODUCTS(int, char, uchar)

#define PACKED_DOT_PRODUCTS(suffix, result, left, right)                                           \
  OVERLOAD result dot_4x8packed_##suffix(uint a, uint b) {                                         \
    return dot(__builtin_astype(a, left##4), __builtin_astype(b, right##4));                       \
  }                                                                                                \
  OVERLOAD result dot_acc_sat_4x8packed_##suffix(uint a, uint b, result accumulator) {             \
    return __builtin_elementwise_add_sat(dot_4x8packed_##suffix(a, b), accumulator);               \
  }
PACKED_DOT_PRODUCTS(uu_uint, uint, uchar, uchar)
PACKED_DOT_PRODUCTS(ss_int, int, char, char)
PACKED_DOT_PRODUCTS(us_int, int, uchar, char)
PACKED_DOT_PRODUCTS(su_int, int, char, uchar)
