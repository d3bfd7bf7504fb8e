// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models icd/core/command_buffer/replay_plan.cpp and RepeatedLaunch (icd/core/enqueue/
// kernel_launch.cpp): a wave of two commands, spread over the replaying thread and a helper, then a
// command that depends on both. Another replay prepares the same launch at the same time.
//
// Holds: the second wave sees what the first one wrote, and its error, without a race; of two plans
// for a launch one is kept, and whoever finds it sees all of it.
//
// Weakened 1: the helper leaves the wave with a relaxed change: the next wave races.
// Weakened 2: the replaying thread waits for it with relaxed loads: likewise.
// Weakened 3: the plan is kept with a relaxed exchange: who finds it races with its contents.
// Weakened 4: the plan is found with a relaxed load: likewise.
#include "model.h"

enum { none, mine, others };

static std::atomic<int> left, inside, status, prepared;
static int results[2], plans[3];

static void run() {
  int command = left.fetch_sub(1, std::memory_order_relaxed) - 1;
  if (command < 0)
    return;
  WRITE(results[command], 1);
  if (command == 0)
    status.store(-1, std::memory_order_relaxed);
}

/// The plan that launches use: an own one or that of the replay that was first.
static void launch(int own) {
  int found = prepared.load(ORDER(4, std::memory_order_acquire));
  if (found == none) {
    WRITE(plans[own], own);
    prepared.compare_exchange_strong(found, own, ORDER(3, std::memory_order_acq_rel),
                                     std::memory_order_relaxed);
    return;
  }
  assert(READ(plans[found]) == found);
}

static void helper(void *) {
  run();
  inside.fetch_sub(1, ORDER(1, std::memory_order_acq_rel));
}

static void otherReplay(void *) {
  launch(others);
  launch(others);
}

int user_main(int, char **) {
  thrd_t first, second;
  atomic_init(&left, 2);
  atomic_init(&inside, 1);
  atomic_init(&status, 0);
  atomic_init(&prepared, none);
  for (int index = 0; index < 2; ++index)
    WRITE(results[index], 0);
  thrd_create(&first, helper, nullptr);
  thrd_create(&second, otherReplay, nullptr);
  launch(mine);
  run();
  run();
  if (inside.load(ORDER(2, std::memory_order_acquire)) == 0) {
    assert(READ(results[0]) == 1 && READ(results[1]) == 1);
    assert(status.load(std::memory_order_relaxed) == -1);
  }
  thrd_join(first);
  thrd_join(second);
  return 0;
}
