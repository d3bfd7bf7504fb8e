// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The algorithm of pipes, as device/kernel_abi_pipe.h explains it.
#include "kernel-lib/pipe/pipe.h"

#define LOAD(object, order) __scoped_atomic_load_n(object, order, __MEMORY_SCOPE_SYSTEM)
#define STORE(object, value, order)                                                                \
  __scoped_atomic_store_n(object, value, order, __MEMORY_SCOPE_SYSTEM)

typedef struct Place {
  __global weft_pipe_slot *slot;
  __global uchar *packet;
  uint turn; // of the round, before the packet is written
} Place;

static inline Place placeOf(__global weft_pipe *fifo, ulong position) {
  const uint capacity = fifo->max_packets;
  const uint index = (uint)(position % capacity);
  Place place;
  place.slot = (__global weft_pipe_slot *)(fifo + 1) + index;
  place.packet =
      (__global uchar *)fifo + WEFT_PIPE_PACKETS(capacity) + (ulong)index * fifo->packet_bytes;
  place.turn = (uint)(position / capacity) * 2;
  return place;
}

// `extra`: 0 for the next writer, 1 for the next reader.
static inline bool areTurns(__global weft_pipe *fifo, ulong position, uint count, uint extra) {
  // The last one first, which is most often decisive.
  for (uint index = count; index-- > 0;) {
    const Place place = placeOf(fifo, position + index);
    if (LOAD(&place.slot->turn, __ATOMIC_ACQUIRE) != place.turn + extra)
      return false;
  }
  return true;
}

enum { NoPosition = -1 };

// Claims this many consecutive positions if it is their turn. The largest number otherwise.
static inline ulong take(__global weft_pipe *fifo, volatile __global ulong *next, uint count,
                         uint extra) {
  if (count > fifo->max_packets)
    return NoPosition;
  ulong position = LOAD(next, __ATOMIC_RELAXED);
  for (;;) {
    if (areTurns(fifo, position, count, extra)) {
      if (__scoped_atomic_compare_exchange_n(next, &position, position + count, false,
                                             __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                             __MEMORY_SCOPE_SYSTEM))
        return position;
      continue;
    }
    const ulong now = LOAD(next, __ATOMIC_RELAXED);
    if (now == position)
      return NoPosition;
    position = now;
  }
}

static inline void give(__global weft_pipe *fifo, ulong position, uint count, uint extra) {
  for (uint index = 0; index != count; ++index) {
    const Place place = placeOf(fifo, position + index);
    STORE(&place.slot->turn, place.turn + extra, __ATOMIC_RELEASE);
  }
}

#define COPY_AS(type)                                                                              \
  for (uint done = 0; done != bytes; done += sizeof(type))                                         \
  *(type *)(to + done) = *(const type *)(from + done)

static inline void copyPacket(uchar *to, const uchar *from, uint bytes, uint alignment) {
  if (alignment % sizeof(ulong2) == 0)
    COPY_AS(ulong2);
  else if (alignment % sizeof(ulong) == 0)
    COPY_AS(ulong);
  else if (alignment % sizeof(uint) == 0)
    COPY_AS(uint);
  else
    COPY_AS(uchar);
}

int __weft_call_read_packet(__global weft_pipe *fifo, void *packet, uint bytes, uint alignment) {
  const ulong position = take(fifo, &fifo->read, 1, 1);
  if (position == (ulong)NoPosition)
    return -1;
  copyPacket(packet, placeOf(fifo, position).packet, bytes, alignment);
  give(fifo, position, 1, 2);
  return 0;
}

int __weft_call_write_packet(__global weft_pipe *fifo, const void *packet, uint bytes,
                             uint alignment) {
  const ulong position = take(fifo, &fifo->written, 1, 0);
  if (position == (ulong)NoPosition)
    return -1;
  copyPacket(placeOf(fifo, position).packet, packet, bytes, alignment);
  give(fifo, position, 1, 1);
  return 0;
}

ulong __weft_call_reserve_read(__global weft_pipe *fifo, uint count) {
  const ulong position = count ? take(fifo, &fifo->read, count, 1) : NoPosition;
  if (position != (ulong)NoPosition)
    placeOf(fifo, position).slot->reserved_packets = count;
  return position + 1;
}

ulong __weft_call_reserve_write(__global weft_pipe *fifo, uint count) {
  const ulong position = count ? take(fifo, &fifo->written, count, 0) : NoPosition;
  if (position != (ulong)NoPosition) {
    placeOf(fifo, position).slot->reserved_packets = count;
    __scoped_atomic_fetch_add(&fifo->written_pending, count, __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_SYSTEM);
  }
  return position + 1;
}

void __weft_call_commit_read(__global weft_pipe *fifo, ulong reservation) {
  const ulong position = reservation - 1;
  give(fifo, position, placeOf(fifo, position).slot->reserved_packets, 2);
}

void __weft_call_commit_write(__global weft_pipe *fifo, ulong reservation) {
  const ulong position = reservation - 1;
  const uint count = placeOf(fifo, position).slot->reserved_packets;
  __scoped_atomic_fetch_sub(&fifo->written_pending, count, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
  give(fifo, position, count, 1);
}

int __weft_call_read_reserved(__global weft_pipe *fifo, ulong reservation, uint index, void *packet,
                              uint bytes, uint alignment) {
  copyPacket(packet, placeOf(fifo, reservation - 1 + index).packet, bytes, alignment);
  return 0;
}

int __weft_call_write_reserved(__global weft_pipe *fifo, ulong reservation, uint index,
                               const void *packet, uint bytes, uint alignment) {
  copyPacket(placeOf(fifo, reservation - 1 + index).packet, packet, bytes, alignment);
  return 0;
}
