// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// oneTBB's worker threads: how many there are for arenas to use.
//
// oneTBB ends the process when the system refuses it a thread. So it gets its workers in one
// *recruitment*, and is bound by global_control to that number from then on:
//
// 1. The system is asked for as many plain threads as workers are wanted. Those that it gives end
//    again, and their number is what it allows.
// 2. oneTBB is bound to that number of workers, and as many tasks wait for each other, for a
//    limited time. So all workers are made before anything else waits for one. The host's signals
//    are blocked meanwhile, and new threads inherit that.
//
// Other threads of Weft begin before a recruitment or after it (device/base/threads/thread.h).
// Where fewer workers come than are wanted, there is another recruitment now and then.
//
// In a forked child oneTBB has lost its workers for good: there are none, unless the parent had not
// recruited any. Nor are there in processes with more privileges than their caller.
//
// Memory order. The number of workers is released when they have come, and acquired by whoever asks
// for them. Recruitments exclude each other, but anyone may give up at any time: a recruitment
// announces its workers only if the number is still what it found, so giving up is final. The time
// of the next recruitment is a hint, looked at again under the lock. tests/models/workers.cpp
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace weft::device {

class Workers {
public:
  /// The calling process's. Throws bad_alloc. Thread-safe, as all of this class.
  static Workers &ofProcess();

  /// Whether oneTBB has workers for this process; recruits them if it is time to. From then on
  /// tasks may be enqueued. Blocks for the time of a recruitment, some milliseconds.
  bool areAvailable() noexcept {
    return count.load(std::memory_order_acquire) == wanted || recruitNowAndThen();
  }
  /// Whether there will never be any.
  bool areGone() const noexcept { return count.load(std::memory_order_relaxed) == gone; }
  /// oneTBB failed to begin: there are no workers from now on.
  void giveUp() noexcept { count.store(gone, std::memory_order_release); }

private:
  static constexpr std::size_t gone = SIZE_MAX;

  Workers();
  bool recruitNowAndThen() noexcept;
  void recruit();
  void forgetThreads() noexcept;
  friend struct WorkersFork;

  const std::size_t wanted;                ///< one for each PU
  std::atomic<std::size_t> count{0};       ///< of workers; or `gone`
  std::atomic<std::uint64_t> recruitAt{0}; ///< coarse nanoseconds; of the next recruitment
};

} // namespace weft::device
