// One object for each process: a child made by fork gets a fresh one, since the threads that served
// its parent's are not there and its locks may be held by them.
#pragma once

#include <atomic>
#include <pthread.h>

namespace weft::icd {

/// The calling process's instance of T, made at the first call and never destroyed: threads may
/// still use it while the process exits. Throws bad_alloc. Thread-safe.
template <class T> T &forkLocal() {
  static std::atomic<T *> instance{nullptr};
  [[maybe_unused]] static const int handler =
      pthread_atfork(nullptr, nullptr, [] { instance.store(nullptr, std::memory_order_relaxed); });
  T *object = instance.load(std::memory_order_acquire);
  if (object)
    return *object;
  T *made = new T;
  if (instance.compare_exchange_strong(object, made, std::memory_order_acq_rel))
    return *made;
  delete made;
  return *object;
}

} // namespace weft::icd
