// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/threads/once.h"

#include "device/base/threads/fork.h"

#include <new>
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace weft {
namespace {

constinit std::recursive_mutex mutex;

/// The child's thread has another number than the one that locked a recursive mutex, so that it
/// cannot unlock it.
void renew() noexcept {
#ifdef __SANITIZE_THREAD__
  __tsan_mutex_pre_unlock(&mutex, 0);
  __tsan_mutex_post_unlock(&mutex, 0);
#endif
  new (&mutex) std::recursive_mutex;
}

const ForkHandler forkHandler(ForkOrder::Once, [] { mutex.lock(); }, [] { mutex.unlock(); }, renew);

} // namespace

std::recursive_mutex &onceMutex() noexcept { return mutex; }

} // namespace weft
