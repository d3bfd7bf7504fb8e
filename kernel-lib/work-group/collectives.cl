// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-group collective functions (OpenCL C 6.15.16), implemented by the passes' collectives.
#include "kernel-lib/weft_kernel_lib.h"

#define COLLECTIVE(name, type, suffix)                                                             \
  WEFT_CONVERGENT type __weft_collective_##name##_##suffix(type value);                            \
  OVERLOAD WEFT_CONVERGENT type work_group_##name(type value) {                                    \
    return __weft_collective_##name##_##suffix(value);                                             \
  }

// The work-item whose value is broadcast, as a linear local id.
#define BROADCAST(type, suffix)                                                                    \
  WEFT_CONVERGENT type __weft_collective_broadcast_##suffix(type value, ulong source);             \
  OVERLOAD WEFT_CONVERGENT type work_group_broadcast(type value, size_t x) {                       \
    return __weft_collective_broadcast_##suffix(value, x);                                         \
  }                                                                                                \
  OVERLOAD WEFT_CONVERGENT type work_group_broadcast(type value, size_t x, size_t y) {             \
    return __weft_collective_broadcast_##suffix(value, y * __weft_local_size_x() + x);             \
  }                                                                                                \
  OVERLOAD WEFT_CONVERGENT type work_group_broadcast(type value, size_t x, size_t y, size_t z) {   \
    return __weft_collective_broadcast_##suffix(                                                   \
        value, (z * __weft_local_size_y() + y) * __weft_local_size_x() + x);                       \
  }

#define ALL_COLLECTIVES(type, suffix)                                                              \
  BROADCAST(type, suffix)                                                                          \
  COLLECTIVE(reduce_add, type, suffix)                                                             \
  COLLECTIVE(reduce_min, type, suffix)                                                             \
  COLLECTIVE(reduce_max, type, suffix)                                                             \
  COLLECTIVE(scan_exclusive_add, type, suffix)                                                     \
  COLLECTIVE(scan_exclusive_min, type, suffix)                                                     \
  COLLECTIVE(scan_exclusive_max, type, suffix)                                                     \
  COLLECTIVE(scan_inclusive_add, type, suffix)                                                     \
  COLLECTIVE(scan_inclusive_min, type, suffix)                                                     \
  COLLECTIVE(scan_inclusive_max, type, suffix)

ALL_COLLECTIVES(int, i32)
ALL_COLLECTIVES(uint, u32)
ALL_COLLECTIVES(long, i64)
ALL_COLLECTIVES(ulong, u64)
ALL_COLLECTIVES(half, f16)
ALL_COLLECTIVES(float, f32)
ALL_COLLECTIVES(double, f64)

OVERLOAD WEFT_CONVERGENT int work_group_all(int predicate) {
  return __weft_collective_reduce_min_i32(predicate != 0);
}

OVERLOAD WEFT_CONVERGENT int work_group_any(int predicate) {
  return __weft_collective_reduce_max_i32(predicate != 0);
}
