// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logical reductions and scans (OpenCL C 6.15.19), all from one ballot of the true lanes.
#include "kernel-lib/sub-group/sub_group.h"

static WEFT_PURE int logical_and(ulong areTrue, ulong count) { return (areTrue & count) == count; }
static WEFT_PURE int logical_or(ulong areTrue, ulong count) { return (areTrue & count) != 0; }
static WEFT_PURE int logical_xor(ulong areTrue, ulong count) {
  return __builtin_popcountl(areTrue & count) & 1;
}

static WEFT_PURE ulong lanesBefore(void) { return (1UL << __weft_sub_group_lane()) - 1; }
static WEFT_PURE ulong lanesUpToThis(void) { return ~0UL >> (63 - __weft_sub_group_lane()); }
static WEFT_PURE ulong lanesOfCluster(uint size) {
  return ~0UL >> (64 - size) << (__weft_sub_group_lane() & -size);
}

#define LOGICAL(operation)                                                                         \
  OVERLOAD __WEFT_SUB_GROUP int sub_group_non_uniform_reduce_##operation(int predicate) {          \
    return operation(lanesWhere(predicate), activeLanes());                                        \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP int sub_group_non_uniform_scan_inclusive_##operation(int predicate) {  \
    return operation(lanesWhere(predicate), activeLanes() & lanesUpToThis());                      \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP int sub_group_non_uniform_scan_exclusive_##operation(int predicate) {  \
    return operation(lanesWhere(predicate), activeLanes() & lanesBefore());                        \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP int sub_group_clustered_reduce_##operation(int predicate, uint size) { \
    return operation(lanesWhere(predicate), activeLanes() & lanesOfCluster(size));                 \
  }
LOGICAL(logical_and)
LOGICAL(logical_or)
LOGICAL(logical_xor)
