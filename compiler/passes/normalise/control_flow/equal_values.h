// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that several ways compute alike: the same operations on the same values.
#pragma once

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
class DominatorTree;
class Instruction;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Whether the values are one, or come from a few operations without effects on values that are the
/// same. The operations of an address are not more.
bool areEqual(llvm::ArrayRef<llvm::Value *> values);

/// One value in place of values for which areEqual holds: a copy of what computes it before
/// `place`, with the flags that all have. `place` is where beginOfWays ends.
llvm::Value *copyOf(llvm::ArrayRef<llvm::Value *> values, llvm::Instruction &place);

/// Where control was last one before all ways into `block`; null where a way comes from the block
/// itself, as in loops, or is never taken.
llvm::BasicBlock *beginOfWays(llvm::BasicBlock &block, const llvm::DominatorTree &tree);

} // namespace weft::compiler
