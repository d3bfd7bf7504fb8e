// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long work-items of recently launched kernels have taken. Nothing is ordered: a thread may
// find the kernel of one launch with the cost of another.
#pragma once

#include "device/kernel_abi.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace weft::device {

/// Nanoseconds per work-item of a kernel, as measured; 0 if unknown. Entries are shared by
/// colliding kernels and are written without locks: a wrong estimate only costs time.
class CostTable {
public:
  static CostTable &instance() {
    static constinit CostTable table;
    return table;
  }
  float of(const weft_kernel_description *kernel) const {
    const Entry &entry = entries[slot(kernel)];
    return entry.kernel.load(std::memory_order_relaxed) == kernel
               ? entry.cost.load(std::memory_order_relaxed)
               : 0;
  }
  void learn(const weft_kernel_description *kernel, float cost) {
    const float known = of(kernel);
    Entry &entry = entries[slot(kernel)];
    // Up immediately, down slowly: underestimating a launch is what hurts.
    entry.cost.store(cost > known ? cost : (known + cost) / 2, std::memory_order_relaxed);
    entry.kernel.store(kernel, std::memory_order_relaxed);
  }

private:
  struct Entry {
    std::atomic<const weft_kernel_description *> kernel{nullptr};
    std::atomic<float> cost{0};
  };
  static std::size_t slot(const weft_kernel_description *kernel) {
    return (reinterpret_cast<std::uintptr_t>(kernel) * 0x9e3779b97f4a7c15u) >> 55;
  }
  Entry entries[512];
};

} // namespace weft::device
