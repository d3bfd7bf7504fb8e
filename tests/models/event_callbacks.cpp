// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models icd/core/context/event.cpp, the callbacks: a command ends while a host thread adds a
// callback for its end.
//
// Holds: the callback is called once, with what the command wrote in sight.
//
// Weakened 1: the command ends without the lock: it misses the callback, or races with it.
// Weakened 2: the host looks at the status before it takes the lock, and that is stored relaxed: it
//             misses what the command wrote.
#include "model.h"

enum { complete = 0, running = 1 };

static std::atomic<int> status, calls;
static std::mutex *callbackLock;
static int written, hasCallback;

static void call() {
  assert(READ(written) == 1);
  calls.fetch_add(1, std::memory_order_relaxed);
}

static void command(void *) {
  int isTriggered;
  WRITE(written, 1);
  if (WEAKENED != 1)
    callbackLock->lock();
  status.store(complete, ORDER(2, std::memory_order_seq_cst));
  isTriggered = READ(hasCallback);
  WRITE(hasCallback, 0);
  if (WEAKENED != 1)
    callbackLock->unlock();
  if (isTriggered)
    call();
}

static void host(void *) {
  int isLate = WEAKENED == 2 && status.load(std::memory_order_acquire) == complete;
  if (!isLate) {
    callbackLock->lock();
    isLate = status.load(std::memory_order_acquire) == complete;
    if (!isLate)
      WRITE(hasCallback, 1);
    callbackLock->unlock();
  }
  if (isLate)
    call();
}

int user_main(int, char **) {
  thrd_t first, second;
  atomic_init(&status, running);
  callbackLock = new std::mutex;
  atomic_init(&calls, 0);
  WRITE(written, 0);
  WRITE(hasCallback, 0);
  thrd_create(&first, command, nullptr);
  thrd_create(&second, host, nullptr);
  thrd_join(first);
  thrd_join(second);
  assert(calls.load(std::memory_order_relaxed) == 1);
  return 0;
}
