// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/stoppable_call.h"

namespace weft::device {
namespace {

/// In the format of the compiler's own jumps. The C library's reject a change of the stack.
constinit thread_local void **exitOfKernel = nullptr;

} // namespace

[[gnu::noinline]] bool runUntilStopped(WorkerMemory &memory, weft_kernel_function *function,
                                       const weft_launch &launch, std::size_t first,
                                       std::size_t last) noexcept {
  void *here[5];
  if (__builtin_setjmp(here))
    return false;
  exitOfKernel = here;
  memory.run(function, launch, first, last);
  return true;
}

// A separate function, as a jump may not target its own function.
[[gnu::noinline]] void leaveKernel() noexcept { __builtin_longjmp(exitOfKernel, 1); }

} // namespace weft::device
