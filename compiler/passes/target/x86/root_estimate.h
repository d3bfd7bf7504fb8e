// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AVX-512's estimate of 1 / sqrt(x), to 14 bits.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// `x` is a float or a vector of floats, including subnormal ones; the CPU must have the
/// instruction. Scalars and vectors get the same estimates.
llvm::Value *estimateRoot(llvm::IRBuilder<> &builder, llvm::Value *x);

} // namespace weft::compiler
