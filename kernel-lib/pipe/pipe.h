// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by the pipe functions. Clang calls them by internal names, without the packet types but
// with their sizes and alignments.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

// A pipe and a reservation as numbers; weft_internal.h has more of them. The packet type does not
// matter here.
__WEFT_PURE ulong __weft_pipe_value_ro(read_only pipe uchar p);
__WEFT_PURE ulong __weft_pipe_value_wo(write_only pipe uchar p);

// The position of a reservation's first packet, plus one so that 0 means none.
__WEFT_PURE ulong __weft_reservation_value(reserve_id_t id);
__WEFT_PURE reserve_id_t __weft_reservation_from_value(ulong value);

#define WEFT_READ_PIPE(p) ((__global weft_pipe *)__weft_pipe_value_ro(p))
#define WEFT_WRITE_PIPE(p) ((__global weft_pipe *)__weft_pipe_value_wo(p))

// The following are executed by each work-item individually, without waiting for another, but must
// not be split into steps that the lanes of a gang execute together. Hence the names, which keep
// them calls.
#define WEFT_KEPT_CALL __attribute__((noinline))

// 0, or -1 if the pipe is empty or full.
WEFT_KEPT_CALL int __weft_call_read_packet(__global weft_pipe *fifo, void *packet, uint bytes,
                                           uint alignment);
WEFT_KEPT_CALL int __weft_call_write_packet(__global weft_pipe *fifo, const void *packet,
                                            uint bytes, uint alignment);
// The value of a reservation, or 0.
WEFT_KEPT_CALL ulong __weft_call_reserve_read(__global weft_pipe *fifo, uint count);
WEFT_KEPT_CALL ulong __weft_call_reserve_write(__global weft_pipe *fifo, uint count);
WEFT_KEPT_CALL void __weft_call_commit_read(__global weft_pipe *fifo, ulong reservation);
WEFT_KEPT_CALL void __weft_call_commit_write(__global weft_pipe *fifo, ulong reservation);

// Packets of a reservation, which is exclusive: always 0.
WEFT_KEPT_CALL int __weft_call_read_reserved(__global weft_pipe *fifo, ulong reservation,
                                             uint index, void *packet, uint bytes, uint alignment);
WEFT_KEPT_CALL int __weft_call_write_reserved(__global weft_pipe *fifo, ulong reservation,
                                              uint index, const void *packet, uint bytes,
                                              uint alignment);

WEFT_GROUP_STEP ulong __weft_group_step_reserve_read(__global weft_pipe *fifo, uint count);
WEFT_GROUP_STEP ulong __weft_group_step_reserve_write(__global weft_pipe *fifo, uint count);
WEFT_GROUP_STEP void __weft_group_step_commit_read(__global weft_pipe *fifo, ulong reservation);
WEFT_GROUP_STEP void __weft_group_step_commit_write(__global weft_pipe *fifo, ulong reservation);
