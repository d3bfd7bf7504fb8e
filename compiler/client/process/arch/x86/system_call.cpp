// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/process/arch/system_call.h"

namespace weft::compiler {

[[gnu::no_sanitize("address", "thread", "undefined")]] long
systemCall(long number, long first, long second, long third, long fourth) {
  long result;
  register long fourthRegister asm("r10") = fourth;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(first), "S"(second), "d"(third), "r"(fourthRegister)
               : "rcx", "r11", "memory");
  return result;
}

} // namespace weft::compiler
