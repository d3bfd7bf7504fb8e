// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores the only lane of a masked store separately.
//
// The bug: if a mask is constant and has one active lane, x86 instruction selection emits a store
// of that element. If the vector is a truncation, it takes the element from before the truncation,
// and writes all its bytes, overwriting those after the lane's own. So the pass extracts the
// element of the vector itself. Such masks are those of work-groups of one work-item, and of the
// last gang of groups whose size is known. tests/passes/target/llvm_bugs/lane_stores_fault.ll shows
// it. It is fixed upstream (https://github.com/llvm/llvm-project/pull/179853), but not in LLVM
// 22.1.8.
//
// Runs after all optimisation, when constant masks are known.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool storeLanes(llvm::Function &function);

} // namespace weft::compiler
