// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/process/arch/system_call.h"

namespace weft::compiler {

[[gnu::no_sanitize("address", "thread", "undefined")]] long
systemCall(long number, long first, long second, long third, long fourth) {
  register long numberRegister asm("x8") = number;
  register long firstRegister asm("x0") = first;
  register long secondRegister asm("x1") = second;
  register long thirdRegister asm("x2") = third;
  register long fourthRegister asm("x3") = fourth;
  asm volatile("svc #0"
               : "+r"(firstRegister)
               : "r"(numberRegister), "r"(secondRegister), "r"(thirdRegister), "r"(fourthRegister)
               : "memory", "cc");
  return firstRegister;
}

} // namespace weft::compiler
