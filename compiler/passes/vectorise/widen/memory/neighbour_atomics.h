// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates of neighbouring words by neighbouring lanes.
//
// CPUs have no atomic operation on a vector, but some exchange 16 bytes at once, in the time of one
// update of a word. So the words are updated in aligned blocks of 16 bytes, each by a loop of
// compare and exchange: every word of it changes as if by an update of its own. Where lanes are
// inactive, and in the first and the last block, which belong to the gang in part, words get the
// operand that changes nothing. A block that would get nothing else is left alone: it may lie in a
// page that nobody may touch.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Whether an update may be done so on a CPU that exchanges 16 bytes, if its lanes' words are
/// neighbours.
bool canShareBlocks(const llvm::AtomicRMWInst &update, unsigned lanes);

/// Updates the words from `first` on by the lanes' operands, of which `neutral` changes nothing.
void updateNeighbours(GangBuilder &gang, const llvm::AtomicRMWInst &update, llvm::Value *first,
                      llvm::Value *operands, llvm::Constant *neutral);

} // namespace weft::compiler
