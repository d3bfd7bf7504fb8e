// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/once.h"

#include "device/base/fork.h"

#include <new>

namespace weft {
namespace {

constinit std::recursive_mutex mutex;

/// The child's thread has another number than the one that locked a recursive mutex, so that it
/// could not unlock it.
const ForkHandler forkHandler(
    ForkOrder::Once, [] { mutex.lock(); }, [] { mutex.unlock(); },
    [] { new (&mutex) std::recursive_mutex; });

} // namespace

std::recursive_mutex &onceMutex() noexcept { return mutex; }

} // namespace weft
