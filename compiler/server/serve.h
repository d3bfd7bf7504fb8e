// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weftc --serve`: the compiler as libweft.so uses it.
//
// The server is a started compiler that compiles nothing itself: for every build it forks a child
// that serves that one build over its own socket and exits. A child that crashes, or is stopped at
// a limit, costs its build alone, and the server tells the client why.
//
// A build whose child cannot be made, because processes or memory are short, waits until others
// have ended. A child that hangs, such as on a file that cannot be read, is stopped too.
//
// The server does not compile a kernel to warm up. Measured, a child of a server that had done so
// was no faster: what it saved in tables it lost copying the pages of a used heap.
#pragma once

#include <string>
#include <sys/types.h>

namespace weft::compiler {

/// Serves until the host process ends, or until it has closed the channel (protocol.h) and what it
/// ordered is done. Returns the exit code.
int serve(pid_t host, const std::string &kernelLibrary);

} // namespace weft::compiler
