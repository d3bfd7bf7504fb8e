// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models icd/core/context/event.cpp, the status of a command in a terminable context: it begins and
// ends on one thread, the context is terminated on another, and a host thread waits.
//
// Holds: who sees the command complete sees what it wrote, without a race; the host does not sleep
// on when there is a final status; a final status stays.
//
// Weakened 1: the final status is stored with release alone: it may miss the sleeper.
// Weakened 2: sleepers are looked for with a relaxed load: likewise.
// Weakened 3: the final status is stored relaxed: the host races with what the command wrote.
// Weakened 4: the host looks at the status with relaxed loads: likewise.
// Weakened 5: the status changes without the lock: a command that runs on takes back the final one.
#include "model.h"

enum { complete = 0, running = 1, submitted = 2, terminated = 9 };

static std::atomic<int> status, sleepers;
static std::mutex *callbackLock;
static int written;

static bool isFinal(int value) { return value == complete || value == terminated; }

static void storeStatus(int value) {
  if (!isFinal(value)) {
    status.store(value, std::memory_order_release);
    return;
  }
  if (WEAKENED == 1)
    status.store(value, std::memory_order_release);
  else
    status.store(value, ORDER(3, std::memory_order_seq_cst));
  if (sleepers.load(ORDER(2, std::memory_order_seq_cst)))
    wake();
}

static void enterStatus(int value) {
  if (isFinal(status.load(std::memory_order_acquire)))
    return;
  if (WEAKENED != 5)
    callbackLock->lock();
  if (!isFinal(status.load(std::memory_order_acquire)))
    storeStatus(value);
  if (WEAKENED != 5)
    callbackLock->unlock();
}

static void command(void *) {
  enterStatus(running);
  WRITE(written, 1);
  enterStatus(complete);
}

static void terminating(void *) {
  enterStatus(terminated);
  assert(isFinal(status.load(std::memory_order_relaxed)));
}

static void host(void *) {
  int now = status.load(ORDER(4, std::memory_order_acquire));
  if (!isFinal(now)) {
    sleepers.fetch_add(1, std::memory_order_seq_cst);
    now = status.load(ORDER(4, std::memory_order_seq_cst));
    if (!isFinal(now))
      sleepWhile(status, now);
  }
  if (now == complete)
    assert(READ(written) == 1);
}

int user_main(int, char **) {
  thrd_t first, second, third;
  atomic_init(&status, submitted);
  atomic_init(&sleepers, 0);
  atomic_init(&sleeping, 0);
  callbackLock = new std::mutex;
  WRITE(written, 0);
  thrd_create(&first, command, nullptr);
  thrd_create(&second, terminating, nullptr);
  thrd_create(&third, host, nullptr);
  thrd_join(first);
  thrd_join(second);
  thrd_join(third);
  assert(!sleeping.load(std::memory_order_relaxed));
  return 0;
}
