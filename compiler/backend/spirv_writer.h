// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V from OpenCL C: LLVM's back end, for people who want to look at modules or to ship them.
#pragma once

#include "llvm/IR/Module.h"

#include <cstddef>
#include <string>
#include <vector>

namespace weft::compiler {

/// The words of a SPIR-V module with what Clang made of a program for spir64; empty, with lines in
/// the log, where LLVM cannot say it in SPIR-V. The module is changed.
std::vector<std::byte> writeSpirv(llvm::Module &module, std::string &log);

} // namespace weft::compiler
