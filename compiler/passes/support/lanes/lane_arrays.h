// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mark of private arrays that are laid out for lanes
// (vectorise/prepare/memory/private_arrays.h).
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Marks an array that is laid out for lanes; its size is that of one lane's part.
inline constexpr llvm::StringLiteral laneArrayMetadata = "weft.lane.array";

inline bool isLaneArray(const llvm::AllocaInst &array) {
  return array.hasMetadata(laneArrayMetadata);
}

} // namespace weft::compiler
