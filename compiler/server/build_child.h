// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child of the server: serves one build.
#pragma once

#include "compiler/server/build_watch.h"

#include <string>

namespace weft::compiler {

/// Reads one request from the socket, answers it and ends the process. `watched` limits how long it
/// may wait while it compiles.
[[noreturn]] void serveBuild(int socket, const WatchedTime &watched,
                             const std::string &kernelLibrary);

} // namespace weft::compiler
