// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The paths of the compiler's files.
#pragma once

#include <string>

namespace weft::compiler {

struct CompilerFiles {
  std::string program;       ///< the running program, for its identity
  std::string kernelLibrary; ///< weft-kernel-lib.a next to it
};

} // namespace weft::compiler
