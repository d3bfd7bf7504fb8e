// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command `weftc`: what the user may ask for, and doing it.
#pragma once

#include <string>

namespace weft::compiler {

/// Runs the command with main's arguments. Returns the exit code: 0 done, 1 the program has errors,
/// 2 the command has.
int runCommand(int argumentCount, char **arguments, const std::string &kernelLibrary);

} // namespace weft::compiler
