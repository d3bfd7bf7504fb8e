// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command `weftc`.
#pragma once

#include <string>

namespace weft::compiler {

/// Runs the command with main's arguments. Returns the exit code: 0 success, 1 errors in the
/// program, 2 errors in the command.
int runCommand(int argumentCount, char **arguments, const std::string &kernelLibrary);

} // namespace weft::compiler
