// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes in 16 bits what never needs more, so that twice as many lanes work.
//
// OpenCL C promotes chars and shorts to int before it computes. Going from them through integer
// operations of 32 bits, the interval of each result tells whether it fits in 16 bits, with or
// without a sign; such an operation is done in 16 bits, on the low halves of its operands. Sums,
// products, logic and choices have the same low halves then; shifts to the right, magnitudes,
// minima and comparisons are what they were if the operands are known to fit, all with a sign or
// all without. Where something else uses a result, it is extended again. Nothing is done if that
// would be needed often in comparison with what is gained.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Of a function for one work-item. Leaves what it replaces without uses.
void narrowIntegers(llvm::Function &function);

} // namespace weft::compiler
