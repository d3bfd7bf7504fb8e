// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/fault_context.h"

namespace weft::device {

std::uint64_t instructionOf(const ucontext_t &context) noexcept {
  return static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
}

std::uint64_t stackPointerOf(const ucontext_t &context) noexcept {
  return static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
}

bool isWrite(const ucontext_t &context) noexcept {
  constexpr std::uint64_t writeBit = 2; // of the error code of a page fault
  return static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_ERR]) & writeBit;
}

} // namespace weft::device
