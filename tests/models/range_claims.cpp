// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models device/threads/range_job.cpp, the claims: two threads take a segment of three steps apart,
// one from the front and one from the back.
//
// Holds: each step is taken once, although claims order nothing.
//
// Weakened 1: what is left is loaded and stored, not exchanged: a step is taken twice.
#include "model.h"

enum { steps = 3 };

static std::atomic<int> left;
static std::atomic<int> taken[steps];

static bool take(int &seen, int after) {
  if (WEAKENED != 1)
    return left.compare_exchange_strong(seen, after, std::memory_order_relaxed,
                                        std::memory_order_relaxed);
  left.store(after, std::memory_order_relaxed);
  return true;
}

static int claim(bool atFront) {
  int seen = left.load(std::memory_order_relaxed), step, after;
  do {
    const int front = seen % 4, back = seen / 4;
    if (front == back)
      return -1;
    step = atFront ? front : back - 1;
    after = atFront ? front + 1 + 4 * back : front + 4 * (back - 1);
  } while (!take(seen, after));
  return step;
}

static void work(bool atFront) {
  for (int step = claim(atFront); step >= 0; step = claim(atFront))
    assert(taken[step].fetch_add(1, std::memory_order_relaxed) == 0);
}
static void owner(void *) { work(true); }
static void helper(void *) { work(false); }

int user_main(int, char **) {
  thrd_t first, second;
  atomic_init(&left, 4 * steps);
  for (std::atomic<int> &one : taken)
    atomic_init(&one, 0);
  thrd_create(&first, owner, nullptr);
  thrd_create(&second, helper, nullptr);
  thrd_join(first);
  thrd_join(second);
  for (std::atomic<int> &one : taken)
    assert(one.load(std::memory_order_relaxed) == 1);
  return 0;
}
