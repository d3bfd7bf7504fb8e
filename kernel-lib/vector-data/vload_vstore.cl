// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vloadn and vstoren (OpenCL C 6.15.7): vectors aligned only to their component.
#include "kernel-lib/weft_kernel_lib.h"

#define VLOAD(n, space, type)                                                                      \
  OVERLOAD type##n vload##n(size_t offset, const space type *p) {                                  \
    typedef type##n Unaligned __attribute__((aligned(sizeof(type))));                              \
    return *(const space Unaligned *)(p + offset * n);                                             \
  }
#define VSTORE(n, space, type)                                                                     \
  OVERLOAD void vstore##n(type##n data, size_t offset, space type *p) {                            \
    typedef type##n Unaligned __attribute__((aligned(sizeof(type))));                              \
    *(space Unaligned *)(p + offset * n) = data;                                                   \
  }

// Three components are accessed one by one: a fourth may not exist.
#define VLOAD3(space, type)                                                                        \
  OVERLOAD type##3 vload3(size_t offset, const space type *p) {                                    \
    p += offset * 3;                                                                               \
    return (type##3)(p[0], p[1], p[2]);                                                            \
  }
#define VSTORE3(space, type)                                                                       \
  OVERLOAD void vstore3(type##3 data, size_t offset, space type *p) {                              \
    p += offset * 3;                                                                               \
    p[0] = data.s0;                                                                                \
    p[1] = data.s1;                                                                                \
    p[2] = data.s2;                                                                                \
  }

#define LOADS(type, space)                                                                         \
  VLOAD(2, space, type)                                                                            \
  VLOAD3(space, type)                                                                              \
  VLOAD(4, space, type)                                                                            \
  VLOAD(8, space, type)                                                                            \
  VLOAD(16, space, type)
#define STORES(type, space)                                                                        \
  VSTORE(2, space, type)                                                                           \
  VSTORE3(space, type)                                                                             \
  VSTORE(4, space, type)                                                                           \
  VSTORE(8, space, type)                                                                           \
  VSTORE(16, space, type)
#define BOTH(type, space) LOADS(type, space) STORES(type, space)

#define EACH_TYPE(M, space) WEFT_EACH_TYPE(M, space) M(half, space)
EACH_TYPE(BOTH, private)
EACH_TYPE(BOTH, global)
EACH_TYPE(BOTH, local)
EACH_TYPE(BOTH, generic)
EACH_TYPE(LOADS, constant)
