// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a signal handler can learn about the instruction that raised its signal.
#pragma once

#include <cstdint>
#include <ucontext.h>

namespace weft::device {

std::uint64_t instructionOf(const ucontext_t &context) noexcept;

std::uint64_t stackPointerOf(const ucontext_t &context) noexcept;

/// Whether a faulting access (SIGSEGV, SIGBUS) was a write.
bool isWrite(const ucontext_t &context) noexcept;

} // namespace weft::device
