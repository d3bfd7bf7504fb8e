// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parameters of region functions, and the attributes that mark them.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Value.h"

#include <optional>

namespace weft::compiler {

/// The parameters of a region function after the kernel's own, in this order, followed by the
/// values of `RegionLiveness::uniformTypes()` before the region.
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
    GroupValues,                ///< memory for uniform values and operands
    Count
  };
};

/// On region functions that run one work-item.
inline constexpr llvm::StringLiteral regionAttribute = "weft-region";
/// On parameters of a region function: its RegionParameters::Index, as a decimal number.
inline constexpr llvm::StringLiteral regionParameterAttribute = "weft-region-parameter";
/// On the parameter of a group id, if it is known: the work-group size in that dimension.
inline constexpr llvm::StringLiteral groupPitchAttribute = "weft-group-pitch";
/// On kernels and their region functions: the VF of all gangs, as a decimal number, regardless of
/// estimates. A power of two up to maxVf.
inline constexpr llvm::StringLiteral vfAttribute = "weft-vf";
/// On parameters of a region function, and on functions, whose values vary between lanes.
inline constexpr llvm::StringLiteral laneParameterAttribute = "weft-lane-parameter";

/// The RegionParameters::Index of a parameter of a region function.
std::optional<unsigned> regionParameter(const llvm::Value &value);

/// The parameter with this index; null if the function has none.
llvm::Argument *parameterOf(llvm::Function &region, unsigned index);
/// The module's region functions that currently have a body.
llvm::SmallVector<llvm::Function *> regionFunctions(llvm::Module &module);

} // namespace weft::compiler
