// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/threads/once.h"

#include "device/base/threads/fork.h"

#include <mutex>

namespace weft {
namespace {

constinit std::mutex mutex;
/// The number of locks held by the calling thread.
constinit thread_local int depth = 0;

} // namespace

void OnceLock::lock() {
  if (depth == 0)
    mutex.lock();
  ++depth;
}

void OnceLock::unlock() noexcept {
  if (--depth == 0)
    mutex.unlock();
}

struct OnceFork {
  static void before() { OnceLock::lock(); }
  static void after() { OnceLock::unlock(); }
};

namespace {
const ForkHandler forkHandler(ForkOrder::Once, OnceFork::before, OnceFork::after, OnceFork::after);
} // namespace

} // namespace weft
