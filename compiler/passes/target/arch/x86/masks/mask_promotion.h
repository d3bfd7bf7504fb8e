// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps masks as wide as the values that they select.
//
// A CPU without mask registers compares vectors into vectors of the same width, with all bits set
// in the lanes where the comparison holds. Its blends and masked accesses take such vectors. LLVM
// uses them within a block. But a mask that is live across blocks is packed into narrow elements,
// and unpacked at each use: that costs a divergent loop up to ten shuffles per iteration. So the
// pass gives such masks the width of most comparisons and selects around them, before LLVM packs
// them. It extends them at their definitions, computes their logic, phis and any/all tests in that
// width, and extracts the sign bits where one bit per lane is needed. Masks connected by a phi or
// logic have one width.
//
// For CPUs without mask registers. Runs after all optimisation, which knows more about bits.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// In registers of so many bits. Returns whether it changed the function.
bool promoteMasks(llvm::Function &function, unsigned registerBits);

} // namespace weft::compiler
