// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models icd/core/program/kernel_code.cpp and device/launch/launch.cpp: better code of a kernel
// arrives while a launch runs. One thread of the launch polls and passes the code on to another.
//
// Holds: whoever runs a version sees all of it, without a race; a launch goes from the first code
// to the best, and not back.
//
// Weakened 1: the arrival is announced with a relaxed store: who polls races with its contents.
// Weakened 2: the launch polls with a relaxed load: likewise.
// Weakened 3: the polling thread passes the code on with a relaxed store: the other one races.
// Weakened 4: the other thread takes it with a relaxed load: likewise.
#include "model.h"

enum { none, firstCode, bestCode };

static std::atomic<int> latest, version;
static int contents[3];

static void arrival(void *) {
  WRITE(contents[bestCode], 2);
  latest.store(bestCode, ORDER(1, std::memory_order_release));
}

static int run(std::memory_order order) {
  int now = version.load(order);
  assert(READ(contents[now]) == now);
  return now;
}

static void polling(void *) {
  int newest = latest.load(ORDER(2, std::memory_order_acquire));
  if (newest != firstCode)
    version.store(newest, ORDER(3, std::memory_order_release));
  run(std::memory_order_acquire);
}

static void other(void *) {
  int before = run(ORDER(4, std::memory_order_acquire));
  assert(run(ORDER(4, std::memory_order_acquire)) >= before);
}

int user_main(int, char **) {
  thrd_t first, second, third;
  WRITE(contents[firstCode], 1);
  WRITE(contents[bestCode], 0);
  atomic_init(&latest, firstCode);
  atomic_init(&version, firstCode);
  thrd_create(&first, arrival, nullptr);
  thrd_create(&second, polling, nullptr);
  thrd_create(&third, other, nullptr);
  thrd_join(first);
  thrd_join(second);
  thrd_join(third);
  return 0;
}
