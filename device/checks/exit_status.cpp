// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handler of on_exit() learns the status with which exit() was called. To change it, the handler
// calls exit() again: the C library then runs the handlers that remain and ends the process with
// the new status.
#include "device/checks/exit_status.h"

#include <atomic>
#include <cstdlib>

namespace weft::device {
namespace {

std::atomic<int> statusOfMistakes{0};

void changeStatus(int status, void *) {
  if (status == 0)
    std::exit(statusOfMistakes.load(std::memory_order_relaxed)); // NOLINT(concurrency-mt-unsafe)
}

} // namespace

void replaceSuccessBy(int status) noexcept {
  int none = 0;
  if (statusOfMistakes.compare_exchange_strong(none, status, std::memory_order_relaxed))
    ::on_exit(&changeStatus, nullptr);
}

} // namespace weft::device
