// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reservations of a sub-group (OpenCL C 6.15.19): one work-item makes each for all.
#include "kernel-lib/pipe/pipe.h"
#include "kernel-lib/sub-group/sub_group.h"

#define RESERVATIONS(direction, access, PIPE)                                                      \
  WEFT_CONVERGENT reserve_id_t __sub_group_reserve_##direction##_pipe(                             \
      access pipe uchar p, uint count, uint bytes, uint alignment) {                               \
    (void)bytes, (void)alignment;                                                                  \
    const uint first = firstActiveLane();                                                          \
    ulong reservation = 0;                                                                         \
    if (__weft_sub_group_lane() == first)                                                          \
      reservation = __weft_call_reserve_##direction(PIPE(p), count);                               \
    return __weft_reservation_from_value(shuffleLanes(reservation, first));                        \
  }                                                                                                \
  WEFT_CONVERGENT void __sub_group_commit_##direction##_pipe(access pipe uchar p, reserve_id_t id, \
                                                             uint bytes, uint alignment) {         \
    (void)bytes, (void)alignment;                                                                  \
    __weft_sub_group_barrier();                                                                    \
    if (__weft_sub_group_lane() == firstActiveLane())                                              \
      __weft_call_commit_##direction(PIPE(p), __weft_reservation_value(id));                       \
  }
RESERVATIONS(read, read_only, WEFT_READ_PIPE)
RESERVATIONS(write, write_only, WEFT_WRITE_PIPE)
