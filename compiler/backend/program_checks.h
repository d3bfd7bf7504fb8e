// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks for things that a program must not contain.
#pragma once

#include "llvm/IR/Module.h"

#include <string>

namespace weft::compiler {

/// Whether a module contains nothing that a loader would execute outside a kernel's launch:
/// module-level assembly, custom sections, constructors, indirect functions, libraries. False with
/// `log` extended if it does. Assembly inside functions is checked in the linked program
/// (isInertWhenLoaded).
bool checkProgram(const llvm::Module &module, std::string &log);

} // namespace weft::compiler
