// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What belongs to the program, not to the kernel library: checks concern it alone.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace weft::compiler {

/// On functions and variables of the program, and on checked kernels (WEFT_KERNEL_IS_CHECKED).
inline constexpr llvm::StringLiteral userCodeAttribute = "weft-user-code";

/// Marks everything that the module defines. Before the kernel library is linked.
void markUserCode(llvm::Module &module);

inline bool isUserCode(const llvm::Function &function) {
  return function.hasFnAttribute(userCodeAttribute);
}
inline bool isUserCode(const llvm::GlobalVariable &variable) {
  return variable.hasAttribute(userCodeAttribute);
}

} // namespace weft::compiler
