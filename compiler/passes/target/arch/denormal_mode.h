// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU's mode in which denormal numbers are zeros. Each architecture's folder defines it.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Makes the thread treat denormal operands and results as zeros of the same sign; returns what
/// restoreDenormals() takes. The builder stands in the entry block, where it may allocate.
llvm::Value *flushDenormals(llvm::IRBuilder<> &builder);

/// Gives the thread the mode back that it had.
void restoreDenormals(llvm::IRBuilder<> &builder, llvm::Value *mode);

} // namespace weft::compiler
