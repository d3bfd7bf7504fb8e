// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds declarations of built-in functions that Clang omits.
//
// Clang declares a built-in when the look-up of its name finds nothing else, so one overload of the
// program hides all overloads of the language. Clang also declares no function of a later language
// version, though the device's queries promise some of them for every version. This consumer adds
// both when the program declares or first reads such a name, at no cost to other programs.
#pragma once

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/SemaConsumer.h"

#include <memory>

namespace weft::compiler {

/// Runs in addition to the consumer that generates code, and before it.
std::unique_ptr<clang::SemaConsumer> declarationConsumer(clang::CompilerInstance &compiler);

} // namespace weft::compiler
