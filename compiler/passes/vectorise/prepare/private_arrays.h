// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lays private arrays out for lanes.
//
// An array that is only read and written in whole elements of one size, and whose address goes
// nowhere else, becomes one array for the gang in which an element's copies for all lanes lie
// side by side: element j of a lane is at (j * lanes + lane) elements. An access with a uniform
// index is then one of neighbours. The lane and the number of lanes are calls that the widener
// replaces; for one lane they are 0 and 1, and the code is what it was.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Marks an array that is laid out for lanes; its size is that of one lane's part.
inline constexpr llvm::StringLiteral laneArrayMetadata = "weft.lane.array";
inline constexpr llvm::StringLiteral laneNumberFunction = "__weft_lane";
inline constexpr llvm::StringLiteral vfFunction = "__weft_vf";

bool isLaneArray(const llvm::AllocaInst &array);

/// Returns whether the function changed.
bool interleavePrivateArrays(llvm::Function &function);

} // namespace weft::compiler
