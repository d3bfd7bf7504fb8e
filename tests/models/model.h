// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the models have in common: threads, plain memory, the kernel's side of a futex, and the
// orders that a run may weaken. They are compiled for CDSChecker, which runs a model in all ways
// that C++11 allows. Atomics, mutexes and threads come from its headers; of plain memory it knows
// what it is told.
#pragma once

#include <atomic>
#include <librace.h>
#include <model-assert.h>
#include <mutex>
#include <threads.h>

#define assert(condition) MODEL_ASSERT(condition)
/// Memory that is not atomic: an access and a write that are not ordered are an error.
#define READ(place) static_cast<int>(load_32(&(place)))
#define WRITE(place, value) store_32(&(place), (value))

/// Which of a model's orders is weaker in this run; 0: none, and the model must hold.
#ifndef WEAKENED
#define WEAKENED 0
#endif
/// An order that the source needs. `number` is that of a line `Weakened 1: …` of the model.
#define ORDER(number, order) (WEAKENED == (number) ? std::memory_order_relaxed : (order))

/// The kernel's side of one sleep on a word: a sleeper announces itself before the word is
/// compared, and a waker looks for sleepers after the word has changed, each with a full barrier
/// between. The threads of a model do not block: one that is asleep in the end has missed its wake.
static std::atomic<int> sleeping;
static inline void sleepWhile(std::atomic<int> &word, int expected) {
  sleeping.store(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (word.load(std::memory_order_relaxed) != expected)
    sleeping.store(0, std::memory_order_relaxed);
}
static inline void wake() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  sleeping.store(0, std::memory_order_relaxed);
}
