// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps masks as wide as what they choose from.
//
// A CPU without mask registers compares vectors into vectors of the same width, all ones in the
// lanes where the comparison holds, and that is what its blends and masked accesses take. LLVM
// knows so within a block. A mask that lives past the end of one it packs into as few bits as
// registers allow, and unpacks it again where it is used, which costs a divergent loop up to ten
// shuffles in each iteration. So the pass gives such masks the width of most comparisons and
// choices around them, before LLVM can see them: it extends them where they are made, does their
// logic, phis and tests for any or all lanes in that width, and asks for the signs where bits are
// wanted. Masks that belong together, because a phi or logic connects them, have one width.
//
// Runs behind all optimisation, which knows more about bits. Does nothing where the CPU has mask
// registers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class MaskPromotionPass : public llvm::PassInfoMixin<MaskPromotionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
