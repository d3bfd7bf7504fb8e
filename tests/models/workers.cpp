// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models device/threads/workers.cpp: one thread recruits, another learns that oneTBB has failed and
// gives up, a third asks whether there are workers.
//
// Holds: who finds workers sees what was set up for them, without a race; once given up there are
// never any again.
//
// Weakened 1: the recruiter announces them with a relaxed change: the third races with the set-up.
// Weakened 2: the third looks with a relaxed load: likewise.
// Weakened 3: the recruiter stores without regard to what is there: workers come back that were
//             given up.
#include "model.h"

enum { wanted = 2, gone = 9 };

static std::atomic<int> count;
static int bound;

static void recruiter(void *) {
  int present = count.load(std::memory_order_relaxed);
  if (present >= wanted)
    return;
  WRITE(bound, wanted);
  if (WEAKENED == 3)
    count.store(wanted, std::memory_order_release);
  else
    count.compare_exchange_strong(present, wanted, ORDER(1, std::memory_order_release),
                                  std::memory_order_relaxed);
}

/// oneTBB fails for a thread that found some workers before this recruitment.
static void givingUp(void *) {
  count.store(gone, std::memory_order_release);
  assert(count.load(std::memory_order_relaxed) == gone);
}

static void asking(void *) {
  if (count.load(ORDER(2, std::memory_order_acquire)) == wanted)
    assert(READ(bound) == wanted);
}

int user_main(int, char **) {
  thrd_t first, second, third;
  atomic_init(&count, 0);
  WRITE(bound, 0);
  thrd_create(&first, recruiter, nullptr);
  thrd_create(&second, givingUp, nullptr);
  thrd_create(&third, asking, nullptr);
  thrd_join(first);
  thrd_join(second);
  thrd_join(third);
  assert(count.load(std::memory_order_relaxed) == gone);
  return 0;
}
