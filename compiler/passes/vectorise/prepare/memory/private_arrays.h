// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lays out private arrays for lanes.
//
// An array qualifies if code only reads and writes whole elements of one size, and if its address
// does not escape. Such an array becomes one array for the gang, in which the copies of an element
// for all lanes are neighbours: element j of a lane is at (j * VF + lane) elements. So an access
// with a uniform index is contiguous. The lane and the VF are calls that the widener replaces; in
// scalar code they are 0 and 1, and the layout is the usual one.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether the function changed.
bool interleavePrivateArrays(llvm::Function &function);

} // namespace weft::compiler
