// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models icd/core/context/event.cpp and scheduler.cpp, the graph: a command depends on two others,
// which complete while it is enqueued and flushed.
//
// Holds: the command becomes ready once; the thread that finds it ready sees what both wrote, and
// the error of the one that failed, without a race; the edges are read as they were written.
//
// Weakened 1: an edge is linked with a relaxed exchange: the list races with its contents.
// Weakened 2: the list is taken with a relaxed exchange: likewise.
// Weakened 3: the count of dependencies sinks relaxed: who makes the command ready misses a write.
// Weakened 4: a closed list is found with relaxed loads: the enqueuing thread misses the error.
#include "model.h"

enum { sources = 2, closed = 7, none = 0 };

static std::atomic<int> status[sources], dependents[sources], pending, error, readied;
static int edges[sources], written[sources];

static void makeReady() {
  assert(readied.fetch_add(1, std::memory_order_relaxed) == 0);
  assert(READ(written[0]) == 1 && READ(written[1]) == 1);
  assert(error.load(std::memory_order_relaxed) == 1);
}

static void drop(int count, std::memory_order order) {
  if (pending.fetch_sub(count, order) == count)
    makeReady();
}

/// The last source fails.
static void completeSource(int source) {
  int isFailed = source == sources - 1;
  int edge;
  WRITE(written[source], 1);
  status[source].store(isFailed ? 2 : 1, std::memory_order_seq_cst);
  edge = dependents[source].exchange(closed, ORDER(2, std::memory_order_acq_rel));
  if (edge == none)
    return;
  assert(READ(edges[source]) == edge);
  if (isFailed)
    error.store(1, std::memory_order_relaxed);
  drop(1, ORDER(3, std::memory_order_acq_rel));
}
static void firstSource(void *) { completeSource(0); }
static void secondSource(void *) { completeSource(1); }

/// False if the source is complete.
static int dependOn(int source) {
  int head = dependents[source].load(ORDER(4, std::memory_order_acquire));
  WRITE(edges[source], source + 1);
  if (head != closed && dependents[source].compare_exchange_strong(
                            head, source + 1, ORDER(1, std::memory_order_acq_rel),
                            ORDER(4, std::memory_order_acquire)))
    return 1;
  if (status[source].load(ORDER(4, std::memory_order_acquire)) == 2)
    error.store(1, std::memory_order_relaxed);
  return 0;
}

int user_main(int, char **) {
  thrd_t first, second;
  int complete;
  for (int source = 0; source < sources; ++source) {
    atomic_init(&status[source], 0);
    atomic_init(&dependents[source], none);
    WRITE(edges[source], 0);
    WRITE(written[source], 0);
  }
  atomic_init(&pending, sources + 1);
  atomic_init(&error, 0);
  atomic_init(&readied, 0);
  thrd_create(&first, firstSource, nullptr);
  thrd_create(&second, secondSource, nullptr);
  complete = !dependOn(0);
  complete += !dependOn(1);
  if (complete)
    pending.fetch_sub(complete, std::memory_order_relaxed);
  // The flush.
  drop(1, ORDER(3, std::memory_order_acq_rel));
  thrd_join(first);
  thrd_join(second);
  assert(readied.load(std::memory_order_relaxed) == 1);
  return 0;
}
