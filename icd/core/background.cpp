// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/background.h"

#include "device/base/threads/thread.h"
#include "icd/core/fork_local.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>

namespace weft::icd {
namespace {

/// Builds mostly wait for compiler processes, and callbacks for anything, so there may be more
/// threads than PUs.
constexpr std::size_t maxThreads = 16;

class Threads {
public:
  bool run(const std::function<void()> &work) {
    std::unique_lock lock(mutex);
    waiting.push_back(work);
    if (idle < waiting.size() && count < maxThreads && !startThread() && count == 0) {
      waiting.pop_back();
      return false;
    }
    lock.unlock();
    changed.notify_one();
    return true;
  }

private:
  /// Called under the lock.
  bool startThread() noexcept {
    const auto serveThis = [](void *threads) { static_cast<Threads *>(threads)->serve(); };
    const bool started = device::startThread("weft background", serveThis, this);
    count += started;
    return started;
  }

  [[noreturn]] void serve() {
    std::unique_lock lock(mutex);
    for (;;) {
      ++idle;
      changed.wait(lock, [this] { return !waiting.empty(); });
      --idle;
      std::function<void()> work = std::move(waiting.front());
      waiting.pop_front();
      lock.unlock();
      work();
      work = nullptr;
      lock.lock();
    }
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> waiting;
  std::size_t idle = 0;
  std::size_t count = 0;
};

} // namespace

bool runInBackground(const std::function<void()> &work) noexcept {
  try {
    return forkLocal<Threads>().run(work);
  } catch (const std::bad_alloc &) {
    return false;
  }
}

} // namespace weft::icd
