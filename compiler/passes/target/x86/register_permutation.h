// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that permute the elements of a register.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// How many elements of `bits` the narrowest register has that an instruction permutes and that has
/// `count` elements; if there is none, the widest. 0 if no instruction permutes such elements.
unsigned lanesOfPermutation(const TargetFeatures &features, unsigned bits, unsigned count);

/// As many elements as `lanesOfPermutation` told, by lane numbers as wide as they and below that.
llvm::Value *permuteRegister(llvm::IRBuilder<> &builder, const TargetFeatures &features,
                             llvm::Value *vector, llvm::Value *lanes);

} // namespace weft::compiler
