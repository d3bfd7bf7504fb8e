// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that permute a register's elements.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The number of `bits`-wide elements of the narrowest register of at least `count` elements that
/// an instruction permutes; if there is none, of the widest. 0 if no instruction permutes such
/// elements.
unsigned lanesOfPermutation(const TargetFeatures &features, unsigned bits, unsigned count);

/// As many elements as `lanesOfPermutation` returned, by lane indices of the same width and below
/// that number.
llvm::Value *permuteRegister(llvm::IRBuilder<> &builder, const TargetFeatures &features,
                             llvm::Value *vector, llvm::Value *lanes);

} // namespace weft::compiler
