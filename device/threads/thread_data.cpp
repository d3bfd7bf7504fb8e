// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/thread_data.h"

#include <climits>
#include <oneapi/tbb/task_arena.h>
#include <optional>
#include <pthread.h>

namespace weft::device {
namespace {

constinit std::optional<pthread_key_t> found;

} // namespace

/// glibc's keys are small numbers. The key is the one that has no value before the thread's first
/// call of oneTBB, and one behind it.
void findThreadDataKey() noexcept {
  bool hadValue[PTHREAD_KEYS_MAX];
  for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX; ++key)
    hadValue[key] = pthread_getspecific(key);
  try {
    oneapi::tbb::this_task_arena::isolate([] {});
  } catch (...) {
    return; // no memory
  }
  for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX && !found; ++key)
    if (!hadValue[key] && pthread_getspecific(key))
      found = key;
}

void forgetThreadData() noexcept {
  if (found)
    pthread_setspecific(*found, nullptr);
}

} // namespace weft::device
