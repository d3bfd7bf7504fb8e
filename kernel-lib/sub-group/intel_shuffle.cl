// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Broadcasts and shuffles of cl_intel_subgroups, _char and _short. Those with two operands index
// the concatenation of both.
#include "kernel-lib/sub-group/sub_group.h"

#define SHUFFLES_OF(type)                                                                          \
  OVERLOAD __WEFT_SUB_GROUP type intel_sub_group_shuffle(type x, uint lane) {                      \
    return shuffleLanes(x, lane);                                                                  \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type intel_sub_group_shuffle_xor(type x, uint mask) {                  \
    return shuffleLanes(x, __weft_sub_group_lane() ^ mask);                                        \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type intel_sub_group_shuffle_down(type current, type next,             \
                                                              uint delta) {                        \
    const uint lane = __weft_sub_group_lane() + delta;                                             \
    const type fromCurrent = shuffleLanes(current, lane), fromNext = shuffleLanes(next, lane);     \
    return lane < __weft_sub_group_max_size() ? fromCurrent : fromNext;                            \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type intel_sub_group_shuffle_up(type previous, type current,           \
                                                            uint delta) {                          \
    const uint lane = __weft_sub_group_lane() - delta;                                             \
    const type fromCurrent = shuffleLanes(current, lane);                                          \
    const type fromPrevious = shuffleLanes(previous, lane);                                        \
    return lane < __weft_sub_group_max_size() ? fromCurrent : fromPrevious;                        \
  }
#define SHUFFLES_OF_WIDTH(n, type) SHUFFLES_OF(type##n)
#define SHUFFLES(type) WEFT_EACH_WIDTH(SHUFFLES_OF_WIDTH, type)
SHUFFLES(char)
SHUFFLES(uchar)
SHUFFLES(short)
SHUFFLES(ushort)
SHUFFLES(int)
SHUFFLES(uint)
SHUFFLES(float)
SHUFFLES_OF(long)
SHUFFLES_OF(ulong)
SHUFFLES_OF(half)
SHUFFLES_OF(double)

#define BROADCAST(n, type)                                                                         \
  OVERLOAD __WEFT_SUB_GROUP type##n intel_sub_group_broadcast(type##n x, uint lane) {              \
    return shuffleLanes(x, lane);                                                                  \
  }
WEFT_EACH_WIDTH(BROADCAST, char)
WEFT_EACH_WIDTH(BROADCAST, uchar)
WEFT_EACH_WIDTH(BROADCAST, short)
WEFT_EACH_WIDTH(BROADCAST, ushort)
