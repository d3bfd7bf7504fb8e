// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One object per process: a child of fork gets a fresh one, since its parent's threads do not exist
// there and may have held its locks. The exchange that puts it into place releases it, to those who
// find it and to those whose own came too late.
#pragma once

#include "device/base/threads/fork.h"

#include <atomic>
#include <cstdint>

namespace weft::icd {

/// The calling process's instance of T, created at the first call and never destroyed: threads may
/// still use it while the process exits. Throws bad_alloc. Thread-safe.
template <class T> T &forkLocal() {
  struct Instance {
    const std::uint32_t generation = forkGeneration();
    T object{};
  };
  static constinit std::atomic<Instance *> current{nullptr};
  Instance *instance = current.load(std::memory_order_acquire);
  if (instance && instance->generation == forkGeneration())
    return instance->object;
  auto *made = new Instance;
  if (current.compare_exchange_strong(instance, made, std::memory_order_acq_rel))
    return made->object;
  delete made; // another thread was first
  return instance->object;
}

} // namespace weft::icd
