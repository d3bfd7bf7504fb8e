// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data-dependent loads, such as table lookups.
//
// LLVM's SLP vectoriser combines four chains of such loads into a gather, which is slower than the
// loads.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Whether a function of one work-item has several loads whose indices come from other loads, or
/// from loop-carried values that are not counters.
bool hasIndirectLoads(const llvm::Function &function);

} // namespace weft::compiler
