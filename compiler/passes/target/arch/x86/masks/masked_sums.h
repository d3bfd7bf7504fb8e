// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts lanes of a mask by a masked addition.
//
// InstCombine turns `select(mask, x + 1, x)` into a sum with a mask. A CPU with mask registers
// converts the mask into a vector for that, which takes an additional instruction. So the pass
// restores the select, which is one instruction with the addition.
//
// Runs after all optimisation.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool maskSums(llvm::Function &function);

} // namespace weft::compiler
