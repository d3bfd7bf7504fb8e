// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why loops are unrolled: each reason chooses those that it is for.
#pragma once

#include "compiler/passes/normalise/loops/unroll_candidates.h"

namespace weft::compiler {

/// Loops that index private arrays, so that the arrays become values.
bool hasArrayLoops(const llvm::Function &function);
void chooseArrayLoops(llvm::Function &function, UnrollCandidates &loops);

/// Whether it computes an address in a private array by an index that is no constant.
bool indexesPrivateArray(const llvm::Instruction &instruction);

/// Loops in which each work-item goes over a record of its own.
bool hasRecordLoops(const llvm::Function &function);
void chooseRecordLoops(llvm::Function &function, UnrollCandidates &loops);

/// Loops with barriers, in kernels for one local size. Others get an attribute
/// (straightBarriersAttribute).
bool hasBarrierLoops(const llvm::Function &function);
void chooseBarrierLoops(llvm::Function &function, UnrollCandidates &loops);

} // namespace weft::compiler
