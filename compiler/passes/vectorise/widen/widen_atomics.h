// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What atomic updates by lanes become (see widen_atomics.cpp).
#pragma once

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Whether lanes that update one address are served by a single update.
bool isCombinedOverLanes(const llvm::AtomicRMWInst &update);

} // namespace weft::compiler
