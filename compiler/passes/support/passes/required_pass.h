// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The base of passes that later ones depend on.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Runs whatever LLVM leaves out: on functions that are not to be optimised, and when passes are
/// bisected.
template <class Pass> struct RequiredPass : llvm::PassInfoMixin<Pass> {
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
