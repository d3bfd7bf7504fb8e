// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// System calls without the C library.
#pragma once

namespace weft::compiler {

/// A system call that accesses no memory of the C library, including errno. Returns the kernel's
/// result: negative for errors.
long systemCall(long number, long first = 0, long second = 0, long third = 0, long fourth = 0);

} // namespace weft::compiler
