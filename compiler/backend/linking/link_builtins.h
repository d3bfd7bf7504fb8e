// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links the functions of the kernel library that a program uses.
#pragma once

#include "llvm/IR/Module.h"

#include <string>

namespace weft::compiler {

/// Links the functions that the module needs, and those that they need, from the library at
/// `libraryPath`: an archive of bitcode, of which only the members that define them are opened.
/// Before, it drops functions that no kernel reaches; afterwards everything but kernels is
/// internal. False with `log` extended if the library cannot be read or a function stays undefined.
bool linkBuiltins(llvm::Module &module, const std::string &libraryPath, std::string &log);

} // namespace weft::compiler
