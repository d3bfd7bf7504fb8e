// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Permutes vectors by lanes that are known only at run time.
//
// LLVM's shuffles have constant lanes. Extracting and inserting elements one by one says the same,
// but optimisations take such a sequence apart, and then code generation does not recognise it.
//
// An instruction permutes a register. A longer vector is several registers: each register of the
// result chooses, by the upper bits of its lane numbers, between what it takes of each. Elements
// that no instruction permutes become others: 64 bits are two of 32, and 8 or 16 are extended to 32
// or, without AVX2, wider ones are as many bytes. Where that takes too long, the elements go
// through memory.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Replaces a call of a function of `permutation` (builtin_traits.h).
void replacePermutation(llvm::CallInst &call, const TargetFeatures &features);

} // namespace weft::compiler
