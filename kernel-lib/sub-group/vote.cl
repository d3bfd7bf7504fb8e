// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Votes (OpenCL C 6.15.19). Those for all work-items are those for the active ones.
#include "kernel-lib/sub-group/sub_group.h"

OVERLOAD __WEFT_SUB_GROUP int sub_group_elect(void) {
  return __weft_sub_group_lane() == firstActiveLane();
}

#define VOTES(prefix)                                                                              \
  OVERLOAD __WEFT_SUB_GROUP int prefix##_all(int predicate) {                                      \
    return lanesWhere(predicate) == activeLanes();                                                 \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP int prefix##_any(int predicate) { return lanesWhere(predicate) != 0; }
VOTES(sub_group)
VOTES(sub_group_non_uniform)

// Floats are compared as == does, so that none equals a NaN.
#define ALL_EQUAL(type, suffix)                                                                    \
  OVERLOAD __WEFT_SUB_GROUP int sub_group_non_uniform_all_equal(type value) {                      \
    return lanesWhere(value == shuffleLanes(value, firstActiveLane())) == activeLanes();           \
  }
WEFT_EACH_SUB_GROUP_TYPE(ALL_EQUAL)
