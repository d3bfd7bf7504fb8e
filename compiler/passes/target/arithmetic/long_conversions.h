// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of signed 64-bit integers to doubles, on CPUs without an instruction for them.
//
// LLVM's code generation converts lane by lane: only for integers without signs it has a sequence,
// and it prefers the conversion with signs for those known to be non-negative, such as the upper 53
// bits of a random number. Each half becomes the fraction of a double with a fixed exponent:
//
//   x = (high + 2^84 + 2^63) - (2^84 + 2^63 + 2^52) + (low + 2^52)
//
// The difference is exact, as it has 32 significant bits, so the sum is the only operation that
// rounds, and rounds as the conversion does.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Whether anything has changed.
bool expandLongConversions(llvm::Function &function, const TargetFeatures &features);

} // namespace weft::compiler
