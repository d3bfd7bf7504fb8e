// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds what strength reduction has to choose from.
//
// Strength reduction writes each address of a loop in all the ways that the terms of its base can
// be grouped, and scales them to the strides of the other addresses. For a loop over gangs with a
// few bases of three or four terms that are hundreds of ways, or thousands if there are several
// strides, which take longer than any other pass. There the pass gives each base and stride a
// pointer of its own. It starts before the loop from the sum of the terms, which a freeze hides
// from scalar evolution, so strength reduction only chooses between a pointer that is advanced and
// an index. Other loops, and those that are not in simplified form, stay as they are. Runs after
// all optimisation, which would remove the freezes, and before strength reduction
// (strength_reduction.h); instruction selection drops them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool boundLoopBases(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace weft::compiler
