// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reasons to unroll loops. Each selects its loops.
#pragma once

#include "compiler/passes/normalise/loops/unroll_candidates.h"

namespace weft::compiler {

/// Loops that index private arrays, so that the arrays become values.
bool hasArrayLoops(const llvm::Function &function);
void chooseArrayLoops(llvm::Function &function, UnrollCandidates &loops);

/// Whether it computes an address in a private array from an index that is not constant.
bool indexesPrivateArray(const llvm::Instruction &instruction);

/// Loops in which each work-item accesses its own record.
bool hasRecordLoops(const llvm::Function &function);
void chooseRecordLoops(llvm::Function &function, UnrollCandidates &loops);

/// Loops with barriers, in kernels for one local size. Other kernels get straightBarriersAttribute.
bool hasBarrierLoops(const llvm::Function &function);
void chooseBarrierLoops(llvm::Function &function, UnrollCandidates &loops);

} // namespace weft::compiler
