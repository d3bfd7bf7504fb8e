// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operators of reductions and scans, over work-groups and over sub-groups.
#pragma once

#include "compiler/passes/support/builtin_traits.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The first result of an exclusive scan.
llvm::Constant *identityOf(CollectiveOperator op, NumberClass numbers, llvm::Type *type);

/// The neutral element, which preserves even a NaN or the sign of a zero: the value of work-items
/// that do not participate.
llvm::Constant *neutralOf(CollectiveOperator op, NumberClass numbers, llvm::Type *type);

/// For numbers, or vectors of them.
llvm::Value *combine(llvm::IRBuilderBase &builder, CollectiveOperator op, NumberClass numbers,
                     llvm::Value *left, llvm::Value *right);

} // namespace weft::compiler
