// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/stoppable_call.h"

namespace weft::device {
namespace {

/// In the format of the compiler's own jumps. The C library's reject a change of the stack.
constinit thread_local void **endOfCall = nullptr;

} // namespace

[[gnu::noinline]] bool callStoppably(void (*function)(void *), void *argument) noexcept {
  void *here[5];
  if (__builtin_setjmp(here))
    return false;
  endOfCall = here;
  function(argument);
  return true;
}

// A separate function, as a jump may not target its own function.
[[gnu::noinline]] void endStoppableCall() noexcept { __builtin_longjmp(endOfCall, 1); }

} // namespace weft::device
