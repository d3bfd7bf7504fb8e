// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values computed alike on several paths: by the same operations on the same values.
#pragma once

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
class DominatorTree;
class Instruction;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Whether the values are the same, or results of a few side-effect-free operations on equal
/// values. The operations of an address are not more.
bool areEqual(llvm::ArrayRef<llvm::Value *> values);

/// One value that replaces values for which areEqual holds: a copy of their computation before
/// `place`, with the flags that all have. `place` is the end of commonDominatorOfPredecessors.
llvm::Value *copyOf(llvm::ArrayRef<llvm::Value *> values, llvm::Instruction &place);

/// The nearest common dominator of the block's predecessors; null if one of them is dominated by
/// the block itself, as in loops, or is unreachable.
llvm::BasicBlock *commonDominatorOfPredecessors(llvm::BasicBlock &block,
                                                const llvm::DominatorTree &tree);

} // namespace weft::compiler
