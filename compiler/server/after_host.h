// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a server does when its host has ended: it completes programs for the cache.
//
// That takes no other process. It has the idle time of CPUs alone, and ends where those have none,
// when it has computed for so long as the user allows, and where a program is too much for it: what
// is left undone, the next run makes.
#pragma once

#include "compiler/server/parked_programs.h"
#include "compiler/server/processes/compiler_files.h"

#include <vector>

namespace weft::compiler {

/// In the server's own process, which has no child any more and ends after this. May end it.
void completeForCache(const std::vector<ParkedFile> &programs, const CompilerFiles &files);

} // namespace weft::compiler
