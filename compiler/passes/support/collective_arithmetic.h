// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operators of reductions and scans, over work-groups and over sub-groups.
#pragma once

#include "compiler/passes/support/builtin_traits.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// What a scan gives where nothing comes before.
llvm::Constant *identityOf(CollectiveOperator op, NumberClass numbers, llvm::Type *type);

/// What changes no operand, not even a NaN or the sign of a zero: stands for work-items that take
/// no part.
llvm::Constant *neutralOf(CollectiveOperator op, NumberClass numbers, llvm::Type *type);

/// Of numbers, or of vectors of them.
llvm::Value *combine(llvm::IRBuilderBase &builder, CollectiveOperator op, NumberClass numbers,
                     llvm::Value *left, llvm::Value *right);

} // namespace weft::compiler
