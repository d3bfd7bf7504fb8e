// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Undefined functions that represent properties of a gang and its lanes. The preparation of regions
// calls them, and the widener replaces the calls. One work-item is lane 0 of one lane: there the
// first two return 0 and 1, and the others their operand.
#pragma once

#include "compiler/passes/support/library_calls.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace weft::compiler {

/// The number of the lane, as i64.
inline constexpr llvm::StringLiteral laneNumberFunction = "__weft_lane";
/// The vectorisation factor, as i64.
inline constexpr llvm::StringLiteral vfFunction = "__weft_vf";
/// Whether the operand holds in all active lanes; uniform. More active lanes can only make it
/// false, so passes may move it to where more lanes are active. If the operand compares unsigned
/// 64-bit numbers with a bound, that is at most 2^63.
inline constexpr llvm::StringLiteral allLanesFunction = "__weft_all_lanes";
/// Prefix of the functions that return the value of lane 0, which is uniform. Lane 0 may be
/// inactive, so the operand is arithmetic of ids.
inline constexpr llvm::StringLiteral firstLaneFunction = "__weft_first_lane.";

llvm::Value *callLaneNumber(llvm::IRBuilderBase &builder);
llvm::Value *callVf(llvm::IRBuilderBase &builder);
llvm::Value *callAllLanes(llvm::IRBuilderBase &builder, llvm::Value *condition);
/// `value`: an integer.
llvm::Value *callFirstLane(llvm::IRBuilderBase &builder, llvm::Value *value);

inline bool isAllLanes(const llvm::CallBase &call) { return calleeName(call) == allLanesFunction; }

inline bool isFirstLane(const llvm::CallBase &call) {
  return calleeName(call).starts_with(firstLaneFunction);
}

/// Whether the call is uniform for any operand. For one work-item it is the operand.
inline bool isUniformLaneFunction(const llvm::CallBase &call) {
  return isAllLanes(call) || isFirstLane(call);
}

} // namespace weft::compiler
