// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links what a program uses of the kernel library.
#pragma once

#include "llvm/IR/Module.h"

#include <string>

namespace weft::compiler {

/// Links the functions that the module needs, and those that they need, from the library at
/// `libraryPath`, an archive of bitcode of which only the members that define them are opened;
/// everything but kernels becomes internal, and what no kernel reaches goes before. False with
/// `log` extended when the library cannot be read or when a function stays undefined.
bool linkBuiltins(llvm::Module &module, const std::string &libraryPath, std::string &log);

} // namespace weft::compiler
