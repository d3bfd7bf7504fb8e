// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How region functions and the analyses of them name what a region function gets.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Value.h"

#include <optional>

namespace weft::compiler {

/// What a call of a region function passes, after the kernel's own arguments and in this order. The
/// values of `RegionLiveness::uniformTypes()`, as they were before the region, follow.
struct RegionParameters {
  enum Index : unsigned {
    Launch,
    Worker,
    GroupId, // 3
    LocalSize = GroupId + 3,
    LocalId = LocalSize + 3,
    ContextBlock = LocalId + 3, ///< the block of WEFT_CONTEXT_LANES work-items in the context array
    ContextLane,                ///< the work-item's lane in it
    ContextFixed,               ///< the context array's fixed part
    GroupValues,                ///< where uniform values and operands go
    Count
  };
};

/// On region functions that run one work-item.
inline constexpr llvm::StringLiteral regionAttribute = "weft-region";
/// On parameters of a region function: its RegionParameters::Index, as a decimal number.
inline constexpr llvm::StringLiteral regionParameterAttribute = "weft-region-parameter";
/// On the group id's parameter of a dimension, where it is known: the work-group size in it.
inline constexpr llvm::StringLiteral groupPitchAttribute = "weft-group-pitch";
/// On kernels and their region functions: the VF of all gangs, as a decimal number, whatever the
/// estimates say. A power of two up to maxPredicatedVf.
inline constexpr llvm::StringLiteral vfAttribute = "weft-vf";
/// On the parameters of a region function, and on functions, whose values differ from lane to lane.
inline constexpr llvm::StringLiteral laneParameterAttribute = "weft-lane-parameter";

/// The RegionParameters::Index of a parameter of a region function.
std::optional<unsigned> regionParameter(const llvm::Value &value);

} // namespace weft::compiler
