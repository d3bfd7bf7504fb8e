// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU's sum of four products of bytes. Each architecture's folder defines it.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/builtin_traits.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// `sum` plus, in each 32-bit element, the products of the four bytes of `a` and `b`; all three are
/// vectors of the same type. Null if the CPU has no instruction for these signs.
llvm::Value *addDotProduct(llvm::IRBuilder<> &builder, const TargetFeatures &features,
                           DotProductSigns signs, llvm::Value *sum, llvm::Value *a, llvm::Value *b);

} // namespace weft::compiler
