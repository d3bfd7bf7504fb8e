// Sleeping on a 32-bit word until another thread changes it. (std::atomic::wait of libstdc++ 12
// may miss a notification that follows a release store.)
#pragma once

#include <atomic>
#include <cstdint>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weft::icd {

/// Sleeps while the word holds `expected`; may return early.
inline void futexWait(const std::atomic<std::int32_t> &word, std::int32_t expected) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
}

inline void futexWakeAll(const std::atomic<std::int32_t> &word) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT32_MAX, nullptr, nullptr, 0);
}

} // namespace weft::icd
