// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Permutes vectors by run-time lane indices.
//
// LLVM's shuffles have constant lanes. Extracting and inserting elements one by one is equivalent,
// but optimisations split such a sequence, and then code generation does not recognise it.
//
// An instruction permutes a register. A longer vector is several registers: each register of the
// result selects among its permutations of each, by the upper bits of its lane indices. Elements
// without such an instruction become others: 64 bits are two of 32, and 8 or 16 are extended to 32
// or, without AVX2, wider ones are as many bytes. If that takes too long, the elements go through
// memory.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Replaces a call of a function of `permutation` (builtin_traits.h).
void replacePermutation(llvm::CallInst &call, const TargetFeatures &features);

} // namespace weft::compiler
