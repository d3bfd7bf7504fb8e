// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The part of the kernel ABI that concerns pipes (OpenCL C, section 6.15.16).
 *
 * The slot of a pipe in the argument block holds the address of its weft_pipe, which is followed by
 * max_packets instances of weft_pipe_slot, and by the packets, from WEFT_PIPE_PACKETS on. A pipe
 * that is all zero except for its sizes is empty.
 *
 * Packets have positions, which only grow; position p is in slot p % max_packets, for the round
 * p / max_packets. A slot's turn identifies its owner: 2 * round before the packet is written, one
 * more until it has been read. Whoever advances `written` or `read` owns the slots that it
 * passed, and hands each over by its turn. So nobody waits, and a late commit
 * holds back its successors, as packets leave in the order of their positions.
 *
 * Memory order. The store of a turn releases the packet, or that it has been read and may be
 * overwritten, and the size of a reservation; the load that finds the turn acquires it. Positions
 * need no order: they only grow, so whoever advances one has it from nobody but the slots' last
 * owners. A thread that finds another turn and then the same position knows that the pipe was full
 * or empty: had the slot changed hands, its turn would have shown the position as well.
 * tests/models/pipe.cpp
 */
#ifndef WEFT_DEVICE_KERNEL_ABI_PIPE_H
#define WEFT_DEVICE_KERNEL_ABI_PIPE_H

#include "device/kernel_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read and write counts are in separate cache lines. */
typedef struct weft_pipe {
  uint32_t packet_bytes;
  uint32_t max_packets;
  uint64_t reserved_0[7];
  uint64_t written;         /* the next position to write or to reserve for writing */
  uint64_t written_pending; /* number of reserved, uncommitted positions below it */
  uint64_t reserved_1[6];
  uint64_t read; /* the next position to read or to reserve for reading */
  uint64_t reserved_2[7];
} weft_pipe;

typedef struct weft_pipe_slot {
  uint32_t turn;
  uint32_t reserved_packets; /* size of the reservation that starts here */
} weft_pipe_slot;

/* Bytes from a weft_pipe to its packets. */
#define WEFT_PIPE_PACKETS(max_packets)                                                             \
  ((sizeof(weft_pipe) + (uint64_t)(max_packets) * sizeof(weft_pipe_slot) + WEFT_BLOCK_ALIGNMENT -  \
    1) /                                                                                           \
   WEFT_BLOCK_ALIGNMENT * WEFT_BLOCK_ALIGNMENT)

#ifdef __cplusplus
}
#endif

#endif
