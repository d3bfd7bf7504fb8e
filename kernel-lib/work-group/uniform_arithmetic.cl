// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives with other operations (OpenCL C 6.15.17), implemented by the passes' collectives.
#include "kernel-lib/weft_kernel_lib.h"

#define COLLECTIVE(name, type, suffix)                                                             \
  WEFT_CONVERGENT type __weft_collective_##name##_##suffix(type value);                            \
  OVERLOAD WEFT_CONVERGENT type work_group_##name(type value) {                                    \
    return __weft_collective_##name##_##suffix(value);                                             \
  }

// Truth values are one bit.
#define LOGICAL(name, operation)                                                                   \
  OVERLOAD WEFT_CONVERGENT int work_group_##name##_logical_##operation(int predicate) {            \
    return __weft_collective_##name##_##operation##_i32(predicate != 0) != 0;                      \
  }

#define KINDS(kind, operation, ...)                                                                \
  kind(reduce, operation, ##__VA_ARGS__)                                                           \
  kind(scan_inclusive, operation, ##__VA_ARGS__)                                                   \
  kind(scan_exclusive, operation, ##__VA_ARGS__)

#define ARITHMETIC(name, operation, type, suffix) COLLECTIVE(name##_##operation, type, suffix)

#define INTEGERS(operation)                                                                        \
  KINDS(ARITHMETIC, operation, int, i32)                                                           \
  KINDS(ARITHMETIC, operation, uint, u32)                                                          \
  KINDS(ARITHMETIC, operation, long, i64)                                                          \
  KINDS(ARITHMETIC, operation, ulong, u64)

INTEGERS(mul)
KINDS(ARITHMETIC, mul, half, f16)
KINDS(ARITHMETIC, mul, float, f32)
KINDS(ARITHMETIC, mul, double, f64)
INTEGERS(and)
INTEGERS(or)
INTEGERS(xor)

KINDS(LOGICAL, and)
KINDS(LOGICAL, or)
KINDS(LOGICAL, xor)
