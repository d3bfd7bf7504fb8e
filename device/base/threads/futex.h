// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sleeping on a 32-bit word until another thread changes it. (std::atomic::wait of libstdc++ 12
// may miss a notification that follows a change with release order: nothing orders the change
// before the look at how many threads wait.)
//
// Memory order. A wait orders nothing: the word is loaded again, with acquire, after it. The kernel
// compares the word under a lock that each wake takes, too, so a change before the wake is seen, or
// the sleeper is woken. That holds where the wake is unconditional. Who wakes only if somebody
// sleeps must learn that from the change itself (RangeJob), or both sides must be sequentially
// consistent (Event).
#pragma once

#include <atomic>
#include <cstdint>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weft::device {

/// Sleeps while the word holds `expected`; may return early.
template <class Word> void futexWait(const std::atomic<Word> &word, Word expected) noexcept {
  static_assert(sizeof(std::atomic<Word>) == 4);
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, static_cast<std::uint32_t>(expected), nullptr,
          nullptr, 0);
}

template <class Word> void futexWakeOne(const std::atomic<Word> &word) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

template <class Word> void futexWakeAll(const std::atomic<Word> &word) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT32_MAX, nullptr, nullptr, 0);
}

} // namespace weft::device
