// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/tasks.h"

#include "device/base/threads/fork.h"

#include <cstdlib>

#ifdef WEFT_THREAD_SANITIZER
extern "C" void __tsan_acquire(void *address); // NOLINT(bugprone-reserved-identifier)
extern "C" void __tsan_release(void *address); // NOLINT(bugprone-reserved-identifier)
#endif

namespace weft::device {

void takeOver([[maybe_unused]] void *object) noexcept {
#ifdef WEFT_THREAD_SANITIZER
  __tsan_acquire(object);
#endif
}

void handOver([[maybe_unused]] void *object) noexcept {
#ifdef WEFT_THREAD_SANITIZER
  __tsan_release(object);
#endif
}

void enqueue(oneapi::tbb::task_arena &arena, void (*work)(void *data), void *data) {
  handOver(data);
  arena.enqueue([work, data, generation = forkGeneration()] {
    takeOver(data);
    work(data);
    // The host's code in the call has forked, and come back in the child: oneTBB has no workers
    // there, this thread among them, and must not take the parent's next task.
    if (generation != forkGeneration())
      std::exit(0);
  });
}

} // namespace weft::device
