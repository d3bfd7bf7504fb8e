// What a thread sanitizer cannot see by itself: that oneTBB, which is not built with it, begins a
// task only after everything that came before the task was enqueued. Nothing in other builds.
#pragma once

#ifdef WEFT_THREAD_SANITIZER
extern "C" void __tsan_acquire(void *address);
extern "C" void __tsan_release(void *address);
#endif

namespace weft::device {

/// Before `object` goes to another thread.
inline void handOver([[maybe_unused]] void *object) noexcept {
#ifdef WEFT_THREAD_SANITIZER
  __tsan_release(object);
#endif
}

/// On the thread that `object` was handed to, before it is used.
inline void takeOver([[maybe_unused]] void *object) noexcept {
#ifdef WEFT_THREAD_SANITIZER
  __tsan_acquire(object);
#endif
}

} // namespace weft::device
