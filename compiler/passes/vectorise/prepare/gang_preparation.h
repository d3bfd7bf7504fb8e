// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites a copy of a scalar region function into what the widener widens well.
//
// Private arrays are laid out for lanes (private_arrays.h), loop phis with uniform steps are split
// (inductions.h), neighbouring accesses become accesses of vectors (adjacent_accesses.h), and
// everything else that is done with vectors becomes operations on their components, so that each
// component is one vector over the lanes. Vectors are put together only where they are stored,
// passed on or cast, in that place. The result is still code for one work-item.
#pragma once

#include "compiler/passes/support/vector_stages.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// `analyses` know what varies in a gang; they are up to date afterwards.
void prepareForWidening(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                        const VectorStages &stages);

} // namespace weft::compiler
