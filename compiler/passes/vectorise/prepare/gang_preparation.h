// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites a copy of a scalar region function for the widener.
//
// Private arrays get a layout for lanes (private_arrays.h), loop phis with uniform steps are split
// (inductions.h), and neighbouring accesses become vector accesses (adjacent_accesses.h). All other
// operations on vectors become operations on their components, so that each component becomes one
// vector over the lanes. Vectors are put together only at a store, a call or a cast that needs
// them. The result is still code for one work-item.
#pragma once

#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// `analyses` know what varies in a gang, and are valid afterwards.
void prepareForWidening(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                        const VectorStages &stages);

} // namespace weft::compiler
