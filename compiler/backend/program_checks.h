// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program may not ask for.
#pragma once

#include "llvm/IR/Module.h"

#include <string>

namespace weft::compiler {

/// Whether a module as Clang makes it, or an object holds, asks for nothing that a loader, and not
/// a kernel's launch, would act on: assembly outside functions, sections of its own, constructors,
/// functions that choose other functions, libraries. False with `log` extended when it does. What
/// assembly inside functions makes is seen in the linked program (isInertWhenLoaded).
bool checkProgram(const llvm::Module &module, std::string &log);

} // namespace weft::compiler
