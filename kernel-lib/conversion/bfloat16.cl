// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_intel_bfloat16_conversions. A bfloat16 number is the upper half of a float's bits; rounding to
// it adds half of its last place, and a bit less where that place is even.
#include "kernel-lib/weft_kernel_lib.h"

// `FROM` and `TO` convert integers to ushort and to uint.
#define CONVERSIONS(n, FROM, TO)                                                                   \
  OVERLOAD WEFT_PURE ushort##n intel_convert_bfloat16##n##_as_ushort##n(float##n x) {              \
    const uint##n bits = as_uint##n(x);                                                            \
    const uint##n rounded = bits + 0x7fffu + (bits >> 16 & 1u);                                    \
    const uint##n quiet = bits | 0x400000u;                                                        \
    return FROM((x != x ? quiet : rounded) >> 16);                                                 \
  }                                                                                                \
  OVERLOAD WEFT_PURE float##n intel_convert_as_bfloat16##n##_float##n(ushort##n x) {               \
    return as_float##n(TO(x) << 16);                                                               \
  }

#define TO_USHORT(x) ((ushort)(x))
#define TO_UINT(x) ((uint)(x))
CONVERSIONS(, TO_USHORT, TO_UINT)
#define VECTORS(n)                                                                                 \
  static ushort##n toUshort##n(uint##n x) { return __builtin_convertvector(x, ushort##n); }        \
  static uint##n toUint##n(ushort##n x) { return __builtin_convertvector(x, uint##n); }            \
  CONVERSIONS(n, toUshort##n, toUint##n)
VECTORS(2)
VECTORS(3)
VECTORS(4)
VECTORS(8)
VECTORS(16)
