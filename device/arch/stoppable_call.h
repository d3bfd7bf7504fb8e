// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that end from within any function and on any stack.
#pragma once

namespace weft::device {

/// Calls the function. False if endStoppableCall ended the call. The frames that it leaves must own
/// nothing.
bool callStoppably(void (*function)(void *), void *argument) noexcept;

/// Ends the innermost callStoppably of the calling thread.
[[noreturn]] void endStoppableCall() noexcept;

} // namespace weft::device
