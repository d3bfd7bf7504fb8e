// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half-precision loads and stores (OpenCL C 6.15.7) from and to float and double.
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/conversion/round_to_half.h"
#include "kernel-lib/gentype/half.h"

#define LOAD(n, space)                                                                             \
  OVERLOAD float##n vload_half##n(size_t offset, const space half *p) {                            \
    typedef half##n Unaligned __attribute__((aligned(2)));                                         \
    return __builtin_convertvector(*(const space Unaligned *)(p + offset * n), float##n);          \
  }                                                                                                \
  OVERLOAD float##n vloada_half##n(size_t offset, const space half *p) {                           \
    return __builtin_convertvector(*(const space half##n *)(p + offset * n), float##n);            \
  }

// Three components are read one by one: a fourth may not exist. The aligned form has a stride of
// four.
#define LOADS(space)                                                                               \
  OVERLOAD float vload_half(size_t offset, const space half *p) { return (float)p[offset]; }       \
  OVERLOAD float3 vload_half3(size_t offset, const space half *p) {                                \
    p += offset * 3;                                                                               \
    return (float3)((float)p[0], (float)p[1], (float)p[2]);                                        \
  }                                                                                                \
  OVERLOAD float3 vloada_half3(size_t offset, const space half *p) {                               \
    p += offset * 4;                                                                               \
    return (float3)((float)p[0], (float)p[1], (float)p[2]);                                        \
  }                                                                                                \
  LOAD(2, space) LOAD(4, space) LOAD(8, space) LOAD(16, space)

LOADS(private)
LOADS(global)
LOADS(local)
LOADS(generic)
LOADS(constant)

#define STORE(n, suffix, rounding, type, space)                                                    \
  OVERLOAD void vstore_half##n##suffix(type##n data, size_t offset, space half *p) {               \
    typedef half##n Unaligned __attribute__((aligned(2)));                                         \
    *(space Unaligned *)(p + offset * n) = toHalf_##rounding(data);                                \
  }                                                                                                \
  OVERLOAD void vstorea_half##n##suffix(type##n data, size_t offset, space half *p) {              \
    *(space half##n *)(p + offset * n) = toHalf_##rounding(data);                                  \
  }
#define STORE3(name, step, rounding, type, space)                                                  \
  OVERLOAD void name(type##3 data, size_t offset, space half *p) {                                 \
    const half3 rounded = toHalf_##rounding(data);                                                 \
    p += offset * step;                                                                            \
    p[0] = rounded.s0;                                                                             \
    p[1] = rounded.s1;                                                                             \
    p[2] = rounded.s2;                                                                             \
  }

#define STORES(suffix, rounding, type, space)                                                      \
  OVERLOAD void vstore_half##suffix(type data, size_t offset, space half *p) {                     \
    p[offset] = toHalf_##rounding(data);                                                           \
  }                                                                                                \
  STORE3(vstore_half3##suffix, 3, rounding, type, space)                                           \
  STORE3(vstorea_half3##suffix, 4, rounding, type, space)                                          \
  STORE(2, suffix, rounding, type, space)                                                          \
  STORE(4, suffix, rounding, type, space)                                                          \
  STORE(8, suffix, rounding, type, space)                                                          \
  STORE(16, suffix, rounding, type, space)

#define ROUNDINGS(type, space)                                                                     \
  STORES(, rte, type, space)                                                                       \
  STORES(_rte, rte, type, space)                                                                   \
  STORES(_rtz, rtz, type, space)                                                                   \
  STORES(_rtp, rtp, type, space)                                                                   \
  STORES(_rtn, rtn, type, space)

WEFT_EACH_FLOAT_TYPE(ROUNDINGS, private)
WEFT_EACH_FLOAT_TYPE(ROUNDINGS, global)
WEFT_EACH_FLOAT_TYPE(ROUNDINGS, local)
WEFT_EACH_FLOAT_TYPE(ROUNDINGS, generic)
