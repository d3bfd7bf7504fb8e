// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built-in pipe functions (OpenCL C 6.15.16) of single work-items and of work-groups, with the
// names that Clang calls.
#include "kernel-lib/pipe/pipe.h"

int __read_pipe_2(read_only pipe uchar p, void *packet, uint bytes, uint alignment) {
  return __weft_call_read_packet(WEFT_READ_PIPE(p), packet, bytes, alignment);
}

int __write_pipe_2(write_only pipe uchar p, const void *packet, uint bytes, uint alignment) {
  return __weft_call_write_packet(WEFT_WRITE_PIPE(p), packet, bytes, alignment);
}

int __read_pipe_4(read_only pipe uchar p, reserve_id_t id, uint index, void *packet, uint bytes,
                  uint alignment) {
  return __weft_call_read_reserved(WEFT_READ_PIPE(p), __weft_reservation_value(id), index, packet,
                                   bytes, alignment);
}

int __write_pipe_4(write_only pipe uchar p, reserve_id_t id, uint index, const void *packet,
                   uint bytes, uint alignment) {
  return __weft_call_write_reserved(WEFT_WRITE_PIPE(p), __weft_reservation_value(id), index, packet,
                                    bytes, alignment);
}

// CLK_NULL_RESERVE_ID.
reserve_id_t __weft_null_reservation(void) { return __weft_reservation_from_value(0); }

OVERLOAD bool is_valid_reserve_id(reserve_id_t id) { return __weft_reservation_value(id) != 0; }

#define RESERVATIONS(direction, access, PIPE)                                                      \
  reserve_id_t __reserve_##direction##_pipe(access pipe uchar p, uint count, uint bytes,           \
                                            uint alignment) {                                      \
    (void)bytes, (void)alignment;                                                                  \
    return __weft_reservation_from_value(__weft_call_reserve_##direction(PIPE(p), count));         \
  }                                                                                                \
  void __commit_##direction##_pipe(access pipe uchar p, reserve_id_t id, uint bytes,               \
                                   uint alignment) {                                               \
    (void)bytes, (void)alignment;                                                                  \
    __weft_call_commit_##direction(PIPE(p), __weft_reservation_value(id));                         \
  }                                                                                                \
  WEFT_CONVERGENT reserve_id_t __work_group_reserve_##direction##_pipe(                            \
      access pipe uchar p, uint count, uint bytes, uint alignment) {                               \
    (void)bytes, (void)alignment;                                                                  \
    return __weft_reservation_from_value(__weft_group_step_reserve_##direction(PIPE(p), count));   \
  }                                                                                                \
  WEFT_CONVERGENT void __work_group_commit_##direction##_pipe(                                     \
      access pipe uchar p, reserve_id_t id, uint bytes, uint alignment) {                          \
    (void)bytes, (void)alignment;                                                                  \
    __weft_group_step_commit_##direction(PIPE(p), __weft_reservation_value(id));                   \
  }
RESERVATIONS(read, read_only, WEFT_READ_PIPE)
RESERVATIONS(write, write_only, WEFT_WRITE_PIPE)

// Immediately stale, as the specification says: positions are read separately.
static uint packetsIn(const __global weft_pipe *fifo) {
  const ulong read = *(volatile const __global ulong *)&fifo->read;
  const ulong pending = *(volatile const __global ulong *)&fifo->written_pending;
  const ulong written = *(volatile const __global ulong *)&fifo->written;
  const long packets = (long)(written - read - pending);
  return packets < 0 ? 0 : packets > fifo->max_packets ? fifo->max_packets : (uint)packets;
}

#define QUERIES(suffix, access, PIPE)                                                              \
  uint __get_pipe_num_packets_##suffix(access pipe uchar p, uint bytes, uint alignment) {          \
    (void)bytes, (void)alignment;                                                                  \
    return packetsIn(PIPE(p));                                                                     \
  }                                                                                                \
  uint __get_pipe_max_packets_##suffix(access pipe uchar p, uint bytes, uint alignment) {          \
    (void)bytes, (void)alignment;                                                                  \
    return PIPE(p)->max_packets;                                                                   \
  }
QUERIES(ro, read_only, WEFT_READ_PIPE)
QUERIES(wo, write_only, WEFT_WRITE_PIPE)
