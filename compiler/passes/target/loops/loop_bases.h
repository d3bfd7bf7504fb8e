// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits the choices of strength reduction.
//
// Strength reduction considers all groupings of the terms of each address's base in a loop, and
// scales them to the strides of the other addresses. For a loop over gangs with a few bases of
// three or four terms these are hundreds of formulae, or thousands if there are several strides,
// which take longer than any other pass. There the pass gives each base and stride its own pointer.
// It starts before the loop from the sum of the terms, which a freeze hides from scalar evolution,
// so strength reduction only chooses between an advancing pointer and an index. Other loops, and
// those that are not in simplified form, are unchanged. Runs after all optimisation, which would
// remove the freezes, and before strength reduction
// (strength_reduction.h); instruction selection drops them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool boundLoopBases(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace weft::compiler
