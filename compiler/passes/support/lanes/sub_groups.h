// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-groups: gangs visible to the program.
//
// In a kernel that uses sub-groups, all gangs have one size, and each gang is a sub-group.
// Work-items are in sub-groups in the order of their linear local ids; the last sub-group of a
// work-group may end with inactive lanes. Such a kernel has two versions (sub_group_versions.h), as
// gangs are much faster if they lie in one row.
#pragma once

#include "compiler/passes/support/builtin_traits.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace weft::compiler {

/// On kernels: the size of their sub-groups, as a decimal number.
inline constexpr llvm::StringLiteral subGroupSizeAttribute = "weft-sub-group-size";
/// On kernels that use sub-groups, and on their region functions.
inline constexpr llvm::StringLiteral usesSubGroupsAttribute = "weft-uses-sub-groups";
/// On kernels that use sub-groups and on their region functions if dimension 0 of local ids numbers
/// all work-items of a group (SubGroupOrder::Linear).
inline constexpr llvm::StringLiteral linearSubGroupsAttribute = "weft-linear-sub-groups";

/// Clang's metadata of kernels that require a size.
inline constexpr llvm::StringLiteral requiredSubGroupSizeMetadata = "intel_reqd_sub_group_size";
/// In kernels from SPIR-V that require a number of sub-groups per work-group.
inline constexpr llvm::StringLiteral requiredSubGroupsMetadata = "weft_reqd_sub_groups";

/// The sizes that kernels may require (intel_reqd_sub_group_size).
inline constexpr unsigned minSubGroupSize = 8, maxSubGroupSize = 64;

/// Of a kernel after weft-sub-group-sizes.
unsigned subGroupSize(const llvm::Function &kernel);

inline bool usesSubGroups(const llvm::Function &function) {
  return function.hasFnAttribute(usesSubGroupsAttribute);
}
inline bool hasLinearSubGroups(const llvm::Function &function) {
  return function.hasFnAttribute(linearSubGroupsAttribute);
}

/// What a primitive __weft_sub_group_… does (kernel-lib/weft_internal.h).
enum class SubGroupAction {
  MaxSize,
  Id,
  Lane,
  Barrier,
  LeavesLoop, ///< true; called by the passes themselves (loop_exits.h)
  Ballot,
  Shuffle,
  Reduce,
  ScanInclusive,
  ScanExclusive,
  Clustered
};

struct SubGroupFunction {
  SubGroupAction action;
  CollectiveOperator op = CollectiveOperator::None; ///< of reductions and scans
  NumberClass numbers = NumberClass::Signed;        ///< likewise
};

/// The primitive of sub-groups that an instruction calls, if any.
std::optional<SubGroupFunction> findSubGroupFunction(const llvm::Instruction &instruction);

using SubGroupUsers = llvm::SmallSetVector<const llvm::Function *, 16>;

/// The functions that call one, directly or through others.
SubGroupUsers findSubGroupUsers(const llvm::Module &module);

/// Whether the function calls one that only lanes can execute.
bool needsLanes(const llvm::Function &function);

/// Whether the result is the same for all active lanes, regardless of the operands.
bool isUniformInSubGroup(const llvm::Instruction &instruction);
/// Whether the result may differ between lanes even for uniform operands.
bool variesInSubGroup(const llvm::Instruction &instruction);

} // namespace weft::compiler
