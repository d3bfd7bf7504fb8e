// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links the kernel library's functions that a program uses.
#pragma once

#include "llvm/IR/Module.h"

#include <string>

namespace weft::compiler {

/// Links the functions that the module needs, transitively, from the library at `libraryPath`: an
/// archive of bitcode, of which only the members that define them are opened. Before, it removes
/// functions unreachable from kernels; afterwards everything except kernels is internal. False with
/// `log` extended if the library cannot be read or a function stays undefined.
bool linkBuiltins(llvm::Module &module, const std::string &libraryPath, std::string &log);

} // namespace weft::compiler
