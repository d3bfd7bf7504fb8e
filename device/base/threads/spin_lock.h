// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A one-byte lock for critical sections of a few instructions.
#pragma once

#include <atomic>
#include <thread>

namespace weft::device {

class SpinLock {
public:
  void lock() noexcept {
    for (int tries = 0; flag.test_and_set(std::memory_order_acquire); ++tries)
      if (tries > 64)
        std::this_thread::yield();
  }
  void unlock() noexcept { flag.clear(std::memory_order_release); }

private:
  std::atomic_flag flag;
};

} // namespace weft::device
