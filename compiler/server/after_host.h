// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After its host has exited, a server completes programs for the cache.
//
// That takes no other process. It runs only when CPUs are idle, and ends if none is, when it has
// used the CPU time that the user allows, or if a program is too much for it: the next run does the
// remaining work.
#pragma once

#include "compiler/server/parked_programs.h"
#include "compiler/server/processes/compiler_files.h"

#include <vector>

namespace weft::compiler {

/// In the server's own process, which has no children any more and ends after this. May exit.
void completeForCache(const std::vector<ParkedFile> &programs, const CompilerFiles &files);

} // namespace weft::compiler
