// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft check of sources: what the compiler finds in them without running them.
#pragma once

#include "command/subcommands.h"

namespace weft::command {

/// `words`: sources or SPIR-V modules, options of builds, and the options of `check` that concern
/// reports. Prints a line for each finding.
int checkSources(const Words &words);

} // namespace weft::command
