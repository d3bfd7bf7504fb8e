// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a signal handler can know of the instruction that raised its signal.
#pragma once

#include <cstdint>
#include <ucontext.h>

namespace weft::device {

std::uint64_t instructionOf(const ucontext_t &context) noexcept;

/// Whether an access that failed (SIGSEGV, SIGBUS) was to write.
bool isWrite(const ucontext_t &context) noexcept;

} // namespace weft::device
