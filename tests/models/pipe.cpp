// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models kernel-lib/pipe/packets.cl: a pipe of one packet, a writer that writes twice, and two
// readers that try once or twice.
//
// Holds: no packet is read twice, or before it is whole; a slot is written again only when it has
// been read, without a race; who read nothing left everything.
//
// Weakened 1: a slot is handed over with a relaxed store: packets race.
// Weakened 2: the turn of a slot is looked at with a relaxed load: likewise.
#include "model.h"

enum { capacity = 1, nothing = -1 };

static std::atomic<int> written, read, turns[capacity], seen[3];
static int packets[capacity];

static int take(std::atomic<int> *next, int extra) {
  int position = (*next).load(std::memory_order_relaxed);
  for (;;) {
    int turn = turns[position % capacity].load(ORDER(2, std::memory_order_acquire));
    if (turn == 2 * (position / capacity) + extra) {
      if ((*next).compare_exchange_strong(position, position + 1, std::memory_order_relaxed,
                                          std::memory_order_relaxed))
        return position;
      continue;
    }
    int now = (*next).load(std::memory_order_relaxed);
    if (now == position)
      return nothing;
    position = now;
  }
}

static void give(int position, int extra) {
  turns[position % capacity].store(2 * (position / capacity) + extra,
                                   ORDER(1, std::memory_order_release));
}

static void writePacket(int value) {
  int position = take(&written, 0);
  if (position == nothing)
    return;
  WRITE(packets[position % capacity], value);
  give(position, 1);
}

static void readPacket() {
  int position = take(&read, 1);
  if (position == nothing)
    return;
  int value = READ(packets[position % capacity]);
  give(position, 2);
  assert(value == 1 || value == 2);
  assert(seen[value].fetch_add(1, std::memory_order_relaxed) == 0);
}

static void writer(void *) {
  writePacket(1);
  writePacket(2);
}
static void firstReader(void *) {
  readPacket();
  readPacket();
}
static void secondReader(void *) { readPacket(); }

int user_main(int, char **) {
  thrd_t first, second, third;
  int taken;
  atomic_init(&written, 0);
  atomic_init(&read, 0);
  atomic_init(&turns[0], 0);
  for (int value = 0; value < 3; ++value)
    atomic_init(&seen[value], 0);
  WRITE(packets[0], 0);
  thrd_create(&first, writer, nullptr);
  thrd_create(&second, firstReader, nullptr);
  thrd_create(&third, secondReader, nullptr);
  thrd_join(first);
  thrd_join(second);
  thrd_join(third);
  taken = seen[1].load(std::memory_order_relaxed) + seen[2].load(std::memory_order_relaxed);
  assert(taken == read.load(std::memory_order_relaxed));
  return 0;
}
