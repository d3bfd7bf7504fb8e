// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child of the server: serves one build.
#pragma once

#include "compiler/server/builds/build_watch.h"
#include "compiler/server/compiler_files.h"
#include "device/base/descriptor.h"

namespace weft::compiler {

/// Reads one request from the stream and answers it. Then makes the code of the program, if the
/// answer has left it, over the other socket, and ends the process. `slots` bounds its children
/// (compile_slots.h), `watched` how long it may wait while it compiles.
[[noreturn]] void serveBuild(Descriptor stream, Descriptor code, Descriptor slots,
                             const WatchedTime &watched, const CompilerFiles &files);

} // namespace weft::compiler
