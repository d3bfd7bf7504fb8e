// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the compiler finds itself.
#pragma once

#include <string>

namespace weft::compiler {

struct CompilerFiles {
  std::string program;       ///< the running program, for its identity
  std::string kernelLibrary; ///< weft-kernel-lib.a beside it
};

} // namespace weft::compiler
