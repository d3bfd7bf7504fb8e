// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weftc --serve`: the compiler as used by libweft.so.
//
// The server is an initialised compiler that compiles nothing itself. For every build it forks a
// child, which serves that build over its own socket and exits. If a child crashes, or is stopped
// at a limit, only that build fails, and the server sends the client the reason.
//
// If the system has no process or memory for a child, the build waits until others have ended. The
// server also kills a child that hangs, for instance on an unreadable file.
//
// The server does not compile a kernel to warm up. Measurements show that its children would be no
// faster: they save filling tables and lose as much copying pages of a used heap.
#pragma once

#include "compiler/server/processes/compiler_files.h"

#include <sys/types.h>

namespace weft::compiler {

/// Serves until the host process exits, or until it has closed the channel (protocol.h) and all its
/// builds are done. Returns the exit code.
int serve(pid_t host, const CompilerFiles &files);

} // namespace weft::compiler
