// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merges loads, and stores, of adjacent scalars into vector accesses.
//
// Within a block, loads of one size at constant distances from one varying address become one
// vector load, if no instruction between the first and the last of them may write memory or fail to
// return. Stores merge if nothing else accesses memory between them. Private arrays are no part of
// global and local memory, so copies between these and arrays merge. So the widener reads members
// of a structure, `p[3 * i + k]` and vload3 for all lanes with wide loads and shuffles. Members of
// several types are integers in the vector. One may be a vector of 32 bits, such as a colour next
// to coordinates; if such a vector is loaded only to be stored, it is one integer anyway.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h).
class AdjacentAccessesPass : public RequiredPass<AdjacentAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
