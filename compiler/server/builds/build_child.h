// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child of the server: serves one build.
#pragma once

#include "compiler/server/codegen/code_server.h"
#include "compiler/server/processes/build_watch.h"
#include "compiler/server/processes/compiler_files.h"
#include "device/base/files/descriptor.h"

namespace weft::compiler {

/// Reads one request from the stream and answers it. Then generates the program's code, if the
/// response left that, and exits. `watched` determines how long it may wait while it compiles.
[[noreturn]] void serveBuild(Descriptor stream, CodeSockets sockets, const WatchedTime &watched,
                             const CompilerFiles &files);

/// Continues a program that was parked in a file, and exits.
[[noreturn]] void serveParked(const Descriptor &program, CodeSockets sockets,
                              const WatchedTime &watched, const CompilerFiles &files);

} // namespace weft::compiler
