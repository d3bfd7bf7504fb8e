// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models device/threads/range_job.cpp, the end of a loop: two helpers come in, or too late; the
// owner closes the job and sleeps until those inside have left.
//
// Holds: the owner sees what the helpers inside wrote, without a race; it does not sleep on when
// they have left; who comes too late touches nothing.
//
// Weakened 1: a helper leaves with a relaxed change: the owner races with what the helper wrote.
// Weakened 2: the owner closes the job with a relaxed change: likewise, if all have left by then.
// Weakened 3: the owner looks for the last one with relaxed loads: likewise, later.
// Weakened 4: sleepers are counted in a word of their own, as std::atomic::wait of libstdc++ does:
//             the last helper may find no sleeper, and the owner sleeps on.
#include "model.h"

enum { closed = 16, asleep = 8, helpers = 2 };

static std::atomic<int> state, sleepers;
static int results[helpers];

static void help(int place) {
  int now = state.load(std::memory_order_relaxed);
  do {
    if (now & closed)
      return;
  } while (!state.compare_exchange_strong(now, now + 1, std::memory_order_acq_rel,
                                          std::memory_order_relaxed));
  WRITE(results[place], 1);
  const int after = state.fetch_sub(1, ORDER(1, std::memory_order_acq_rel)) - 1;
  if (WEAKENED == 4 ? after == closed && sleepers.load(std::memory_order_seq_cst) != 0
                    : after == (closed | asleep))
    wake();
}
static void firstHelper(void *) { help(0); }
static void secondHelper(void *) { help(1); }

/// Whether the owner finds that everybody has left before it would sleep.
static bool finish() {
  int now = state.fetch_or(closed, ORDER(2, std::memory_order_acq_rel)) | closed;
  if (now != closed)
    now = state.load(ORDER(3, std::memory_order_acquire));
  if (now == closed)
    return true;
  if (WEAKENED == 4)
    sleepers.fetch_add(1, std::memory_order_seq_cst);
  else
    now = state.fetch_or(asleep, ORDER(3, std::memory_order_acquire)) | asleep;
  if (now == (closed | asleep))
    return true;
  sleepWhile(state, now);
  return false;
}

int user_main(int, char **) {
  thrd_t first, second;
  atomic_init(&state, 0);
  atomic_init(&sleepers, 0);
  atomic_init(&sleeping, 0);
  for (int &result : results)
    WRITE(result, 0);
  thrd_create(&first, firstHelper, nullptr);
  thrd_create(&second, secondHelper, nullptr);
  if (finish())
    for (int &result : results)
      static_cast<void>(READ(result));
  thrd_join(first);
  thrd_join(second);
  assert(sleeping.load(std::memory_order_relaxed) == 0);
  assert((state.load(std::memory_order_relaxed) & ~asleep) == closed);
  return 0;
}
