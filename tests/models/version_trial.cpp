// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models device/launch/version_trial.cpp: one thread takes over a verdict of an earlier process, or
// comes to one; others follow it and count their groups, and repeat the trial when it is due.
//
// Holds: nobody repeats the trial before the verdict's next date; who follows the verdict sees its
// gain and where it came from (version_trials.cpp, Entry::isFromBefore).
//
// Weakened 1: the verdict is stored relaxed: its date, or its origin, may come later.
// Weakened 2: it is loaded relaxed: likewise.
#include "model.h"

enum { pending, scalar, groups = 1, nextDate = 8 };

static std::atomic<int> verdict, nextTrial, gain, groupsRun, isFromBefore, repeated;
static std::mutex *trialLock;

static int now() { return verdict.load(ORDER(2, std::memory_order_acquire)); }

static void deciding(void *) {
  isFromBefore.store(1, std::memory_order_relaxed);
  nextTrial.store(groupsRun.load(std::memory_order_relaxed) + nextDate, std::memory_order_relaxed);
  gain.store(2, std::memory_order_relaxed);
  verdict.store(scalar, ORDER(1, std::memory_order_release));
}

static void repeat() {
  trialLock->lock();
  if (now() != pending &&
      groupsRun.load(std::memory_order_relaxed) >= nextTrial.load(std::memory_order_relaxed)) {
    repeated.store(1, std::memory_order_relaxed);
    verdict.store(pending, std::memory_order_release);
  }
  trialLock->unlock();
}

static void launch() {
  if (now() == pending)
    return;
  assert(isFromBefore.load(std::memory_order_relaxed) == 1);
  assert(gain.load(std::memory_order_relaxed) == 2);
  if (groupsRun.fetch_add(groups, std::memory_order_relaxed) + groups >=
      nextTrial.load(std::memory_order_relaxed))
    repeat();
}
static void firstLaunch(void *) { launch(); }
static void secondLaunch(void *) { launch(); }

int user_main(int, char **) {
  thrd_t first, second, third;
  atomic_init(&verdict, pending);
  atomic_init(&nextTrial, 0);
  atomic_init(&gain, 0);
  atomic_init(&groupsRun, 0);
  atomic_init(&isFromBefore, 0);
  trialLock = new std::mutex;
  atomic_init(&repeated, 0);
  thrd_create(&first, deciding, nullptr);
  thrd_create(&second, firstLaunch, nullptr);
  thrd_create(&third, secondLaunch, nullptr);
  thrd_join(first);
  thrd_join(second);
  thrd_join(third);
  assert(!repeated.load(std::memory_order_relaxed));
  return 0;
}
