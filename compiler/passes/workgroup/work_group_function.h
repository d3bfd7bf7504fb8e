// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns each scalar kernel into a function that runs a range of work-groups (device/kernel_abi.h).
//
// The kernel is split into regions, each a function of one work-item (region_functions.h). The
// work-group function loads what the launch shares once, then loops over its groups, stepping the
// group's ids instead of dividing. For each group a small driver walks the region graph: it reads
// the uniform values, loops over the work-items (z, y, then x; in context array blocks where the
// region shares the context array), and then follows the number of the next region that the
// work-items returned. Between two regions it does what the splitting call asks for: nothing for a
// barrier, one call for a group step, a loop over the work-items' operands for a collective. Where
// work-items may return while others reach a barrier, a flag in the context array keeps the
// finished ones out of later regions. A region that does the same for every work-item runs once
// (uniform_regions.h). Where a region has vector versions (region_vectoriser.h), an x range's
// work-items run in gangs; the last one, and those with finished work-items, under a mask. A kernel
// that asks for nothing but global ids, without barriers, runs neighbouring groups of dimension 0
// as one wide group: so small and odd local sizes cost nothing. The region functions are inlined at
// the end, so that LLVM sees plain loop nests.
#pragma once

#include "compiler/passes/support/vector_stages.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// The context array that a kernel needs, as decimal numbers.
inline constexpr llvm::StringLiteral contextFixedAttribute = "weft-context-fixed-bytes";
inline constexpr llvm::StringLiteral contextItemAttribute = "weft-context-item-bytes";
inline constexpr llvm::StringLiteral privateBytesAttribute = "weft-private-bytes";
/// Work-items of different groups are as independent as those of one (WEFT_KERNEL_GROUP_FREE).
inline constexpr llvm::StringLiteral groupFreeAttribute = "weft-group-free";

/// Clang's: "true" where all groups have the size that is enqueued (WEFT_KERNEL_UNIFORM_GROUPS).
inline constexpr llvm::StringLiteral uniformGroupsAttribute = "uniform-work-group-size";

class WorkGroupFunctionPass : public llvm::PassInfoMixin<WorkGroupFunctionPass> {
public:
  struct Parameters {
    bool keepsRegions = false; ///< leave the region functions as calls, for people to look at
    /// Run regions once where that does for all work-items, and give others vector versions.
    bool optimises = false;
    unsigned vectorFactor = 0; ///< lanes of vector versions; 0: as it pays, 1: there are none
    VectorStages stages{};
  };
  explicit WorkGroupFunctionPass(Parameters parameters) : parameters(parameters) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  Parameters parameters;
};

} // namespace weft::compiler
