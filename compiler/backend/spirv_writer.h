// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V from OpenCL C through LLVM's back end, for inspecting modules or shipping them.
#pragma once

#include "llvm/IR/Module.h"

#include <cstddef>
#include <string>
#include <vector>

namespace weft::compiler {

/// The words of a SPIR-V module from Clang's output for spir64; empty, with lines in the log, if
/// LLVM cannot express it in SPIR-V. The module is modified; unless it `optimises`, variables stay
/// in memory, and operations as they were written.
std::vector<std::byte> writeSpirv(llvm::Module &module, bool optimises, std::string &log);

} // namespace weft::compiler
