// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU's estimate of 1 / sqrt(x), of 14 bits or more. Each architecture's folder defines it.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// `x` is a float or a vector of floats, including subnormal ones; the CPU must have the
/// instruction (TargetFeatures::estimatesRoots). Scalars and vectors get the same estimates. That
/// of 0 is infinite and that of infinity 0.
llvm::Value *estimateRoot(llvm::IRBuilder<> &builder, llvm::Value *x);

} // namespace weft::compiler
