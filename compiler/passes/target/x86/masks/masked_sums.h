// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts lanes of a mask by a masked addition.
//
// InstCombine makes a sum with a mask of `select(mask, x + 1, x)`. A CPU with mask registers turns
// the mask into a vector for that, which takes an instruction more. So the pass makes the select
// again, which is one instruction with the addition.
//
// Runs after all optimisation.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool maskSums(llvm::Function &function);

} // namespace weft::compiler
