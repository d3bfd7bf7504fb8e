// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads whose addresses depend on data, as in tables.
//
// LLVM's SLP vectoriser combines four chains of such loads into a gather, which takes longer than
// the loads do.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Whether a function of one work-item has several loads whose indices come from other loads, or
/// from values that go round in a loop and are no counters.
bool hasIndirectLoads(const llvm::Function &function);

} // namespace weft::compiler
