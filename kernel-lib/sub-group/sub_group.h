// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by the sub-group functions: the primitives by type and operation, and shuffles of every
// type, componentwise for vectors.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

// M(type, suffix of the primitives, ...) for each scalar type.
#define WEFT_EACH_SUB_GROUP_INTEGER(M, ...)                                                        \
  M(char, i8 __VA_OPT__(, ) __VA_ARGS__)                                                           \
  M(uchar, u8 __VA_OPT__(, ) __VA_ARGS__)                                                          \
  M(short, i16 __VA_OPT__(, ) __VA_ARGS__)                                                         \
  M(ushort, u16 __VA_OPT__(, ) __VA_ARGS__)                                                        \
  M(int, i32 __VA_OPT__(, ) __VA_ARGS__)                                                           \
  M(uint, u32 __VA_OPT__(, ) __VA_ARGS__)                                                          \
  M(long, i64 __VA_OPT__(, ) __VA_ARGS__)                                                          \
  M(ulong, u64 __VA_OPT__(, ) __VA_ARGS__)
#define WEFT_EACH_SUB_GROUP_FLOAT(M, ...)                                                          \
  M(half, f16 __VA_OPT__(, ) __VA_ARGS__)                                                          \
  M(float, f32 __VA_OPT__(, ) __VA_ARGS__)                                                         \
  M(double, f64 __VA_OPT__(, ) __VA_ARGS__)
#define WEFT_EACH_SUB_GROUP_TYPE(M, ...)                                                           \
  WEFT_EACH_SUB_GROUP_INTEGER(M __VA_OPT__(, ) __VA_ARGS__)                                        \
  WEFT_EACH_SUB_GROUP_FLOAT(M __VA_OPT__(, ) __VA_ARGS__)

#define WEFT_SUB_GROUP_PRIMITIVES(type, suffix, operation)                                         \
  __WEFT_SUB_GROUP type __weft_sub_group_reduce_##operation##_##suffix(type x);                    \
  __WEFT_SUB_GROUP type __weft_sub_group_scan_inclusive_##operation##_##suffix(type x);            \
  __WEFT_SUB_GROUP type __weft_sub_group_scan_exclusive_##operation##_##suffix(type x);            \
  __WEFT_SUB_GROUP type __weft_sub_group_clustered_##operation##_##suffix(type x, uint size);
WEFT_EACH_SUB_GROUP_TYPE(WEFT_SUB_GROUP_PRIMITIVES, add)
WEFT_EACH_SUB_GROUP_TYPE(WEFT_SUB_GROUP_PRIMITIVES, mul)
WEFT_EACH_SUB_GROUP_TYPE(WEFT_SUB_GROUP_PRIMITIVES, min)
WEFT_EACH_SUB_GROUP_TYPE(WEFT_SUB_GROUP_PRIMITIVES, max)
WEFT_EACH_SUB_GROUP_INTEGER(WEFT_SUB_GROUP_PRIMITIVES, and)
WEFT_EACH_SUB_GROUP_INTEGER(WEFT_SUB_GROUP_PRIMITIVES, or)
WEFT_EACH_SUB_GROUP_INTEGER(WEFT_SUB_GROUP_PRIMITIVES, xor)

// M(type, type of its bits, primitive's suffix, ...) for each scalar type that can be shuffled.
#define WEFT_EACH_SHUFFLED(M, ...)                                                                 \
  M(char, uchar, i8 __VA_OPT__(, ) __VA_ARGS__)                                                    \
  M(uchar, uchar, i8 __VA_OPT__(, ) __VA_ARGS__)                                                   \
  M(short, ushort, i16 __VA_OPT__(, ) __VA_ARGS__)                                                 \
  M(ushort, ushort, i16 __VA_OPT__(, ) __VA_ARGS__)                                                \
  M(int, uint, i32 __VA_OPT__(, ) __VA_ARGS__)                                                     \
  M(uint, uint, i32 __VA_OPT__(, ) __VA_ARGS__)                                                    \
  M(long, ulong, i64 __VA_OPT__(, ) __VA_ARGS__)                                                   \
  M(ulong, ulong, i64 __VA_OPT__(, ) __VA_ARGS__)                                                  \
  M(half, ushort, i16 __VA_OPT__(, ) __VA_ARGS__)                                                  \
  M(float, uint, i32 __VA_OPT__(, ) __VA_ARGS__)                                                   \
  M(double, ulong, i64 __VA_OPT__(, ) __VA_ARGS__)

#define WEFT_SHUFFLE(type, bits, suffix)                                                           \
  static OVERLOAD __WEFT_SUB_GROUP type shuffleLanes(type x, uint lane) {                          \
    return as_##type(__weft_sub_group_shuffle_##suffix(as_##bits(x), lane));                       \
  }                                                                                                \
  static OVERLOAD __WEFT_SUB_GROUP type##2 shuffleLanes(type##2 x, uint lane) {                    \
    return (type##2)(shuffleLanes(x.s0, lane), shuffleLanes(x.s1, lane));                          \
  }                                                                                                \
  static OVERLOAD __WEFT_SUB_GROUP type##3 shuffleLanes(type##3 x, uint lane) {                    \
    return (type##3)(shuffleLanes(x.s0, lane), shuffleLanes(x.s1, lane),                           \
                     shuffleLanes(x.s2, lane));                                                    \
  }                                                                                                \
  static OVERLOAD __WEFT_SUB_GROUP type##4 shuffleLanes(type##4 x, uint lane) {                    \
    return (type##4)(shuffleLanes(x.lo, lane), shuffleLanes(x.hi, lane));                          \
  }                                                                                                \
  static OVERLOAD __WEFT_SUB_GROUP type##8 shuffleLanes(type##8 x, uint lane) {                    \
    return (type##8)(shuffleLanes(x.lo, lane), shuffleLanes(x.hi, lane));                          \
  }                                                                                                \
  static OVERLOAD __WEFT_SUB_GROUP type##16 shuffleLanes(type##16 x, uint lane) {                  \
    return (type##16)(shuffleLanes(x.lo, lane), shuffleLanes(x.hi, lane));                         \
  }
WEFT_EACH_SHUFFLED(WEFT_SHUFFLE)

// The active lanes, as bits.
static __WEFT_SUB_GROUP ulong activeLanes(void) { return __weft_sub_group_ballot(1); }
// The first of them.
static __WEFT_SUB_GROUP uint firstActiveLane(void) {
  return (uint)__builtin_ctzg(activeLanes(), 64);
}
static __WEFT_SUB_GROUP ulong lanesWhere(int predicate) {
  return __weft_sub_group_ballot(predicate != 0);
}
