// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves what each round loads anew out of loops that lanes leave at different times.
//
//   for (x = 0; x < n; ++x) if (limits[x] >= value[get_global_id(0)]) break;
//
// The mask of such a loop changes in each round, so what it loads depends on the rounds before, and
// LLVM cannot move it. Where each lane that comes to the loop loads the value in its first round,
// the pass loads it in front of the loop, where the mask is that of the first round.
//
// The loop writes no memory, and nothing in it orders memory. In loops that all lanes leave
// together the mask is fixed, and LLVM moves the loads.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// `analyses` are those of gangs. Returns whether the function, whose loops are rotated and simple,
/// changed; they stay so.
bool hoistInvariantLoads(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace weft::compiler
