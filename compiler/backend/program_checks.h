// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks what a program must not contain.
#pragma once

#include "llvm/IR/Module.h"

#include <string>

namespace weft::compiler {

/// Whether a module contains nothing that a loader would act on instead of a kernel's launch:
/// assembly outside functions, sections of its own, constructors, functions that choose other
/// functions, libraries. False with `log` extended if it does. Assembly inside functions is checked
/// in the linked program (isInertWhenLoaded).
bool checkProgram(const llvm::Module &module, std::string &log);

} // namespace weft::compiler
