// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Clang's own handling of declarations lacks for OpenCL programs.
//
// Clang declares a built-in function when a look-up of its name finds nothing else, so one overload
// of a program's own hides all of the language's. And it declares none that a later version of the
// language brought, though the device's queries promise some of them whatever the version. Both are
// mended where names are declared and first read, at no cost to programs that use neither.
#pragma once

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/SemaConsumer.h"

#include <memory>

namespace weft::compiler {

/// To run beside the consumer that generates code, before it.
std::unique_ptr<clang::SemaConsumer> declarationConsumer(clang::CompilerInstance &compiler);

} // namespace weft::compiler
