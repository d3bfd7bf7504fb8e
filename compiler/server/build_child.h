// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a child of the server does.
#pragma once

#include "compiler/server/build_watch.h"

#include <string>

namespace weft::compiler {

/// Reads one request from the socket, answers it and ends the process. While it compiles, it may
/// wait no longer than it says in `watched`.
[[noreturn]] void serveBuild(int socket, const WatchedTime &watched,
                             const std::string &kernelLibrary);

} // namespace weft::compiler
