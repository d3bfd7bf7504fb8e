// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates of neighbouring words by neighbouring lanes.
//
// CPUs have no vector atomics, but some exchange 16 bytes at once, in the time of one update of a
// word. So the words are updated in aligned blocks of 16 bytes, each by a compare-and-exchange
// loop: every word changes as if by its own update. Inactive lanes' words, and those outside the
// gang in the first and the last block, get the neutral operand. A block with only neutral operands
// is skipped: it may be in an inaccessible page.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Whether a CPU that exchanges 16 bytes may perform an update in this way, if its lanes' words are
/// neighbours.
bool canShareBlocks(const llvm::AtomicRMWInst &update, unsigned lanes);

/// Updates the words from `first` on with the lanes' operands, of which `neutral` has no effect.
void updateNeighbours(GangBuilder &gang, const llvm::AtomicRMWInst &update, llvm::Value *first,
                      llvm::Value *operands, llvm::Constant *neutral);

} // namespace weft::compiler
