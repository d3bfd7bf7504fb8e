// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Broadcasts, shuffles and rotations (OpenCL C 6.15.19). Indices out of range have undefined
// results, so that all work modulo the maximum size.
#include "kernel-lib/sub-group/sub_group.h"

#define BROADCAST(name, type)                                                                      \
  OVERLOAD __WEFT_SUB_GROUP type name(type x, uint lane) { return shuffleLanes(x, lane); }
#define BROADCASTS(n, type)                                                                        \
  BROADCAST(sub_group_broadcast, type##n)                                                          \
  BROADCAST(sub_group_non_uniform_broadcast, type##n)

#define SHUFFLES(type, bits, suffix)                                                               \
  WEFT_EACH_WIDTH(BROADCASTS, type)                                                                \
  OVERLOAD __WEFT_SUB_GROUP type sub_group_broadcast_first(type x) {                               \
    return shuffleLanes(x, firstActiveLane());                                                     \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type sub_group_shuffle(type x, uint lane) {                            \
    return shuffleLanes(x, lane);                                                                  \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type sub_group_shuffle_xor(type x, uint mask) {                        \
    return shuffleLanes(x, __weft_sub_group_lane() ^ mask);                                        \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type sub_group_shuffle_up(type x, uint delta) {                        \
    return shuffleLanes(x, __weft_sub_group_lane() - delta);                                       \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type sub_group_shuffle_down(type x, uint delta) {                      \
    return shuffleLanes(x, __weft_sub_group_lane() + delta);                                       \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type sub_group_rotate(type x, int delta) {                             \
    return shuffleLanes(x, __weft_sub_group_lane() + (uint)delta);                                 \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type sub_group_clustered_rotate(type x, int delta, uint size) {        \
    const uint lane = __weft_sub_group_lane();                                                     \
    return shuffleLanes(x, (lane & -size) | ((lane + (uint)delta) & (size - 1)));                  \
  }
WEFT_EACH_SHUFFLED(SHUFFLES)
