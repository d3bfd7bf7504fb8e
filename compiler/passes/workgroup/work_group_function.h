// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns each scalar kernel into a function that runs a range of work-groups (device/kernel_abi.h).
//
// The pass splits the kernel into regions, each a function of one work-item (region_functions.h).
// The work-group function loads the launch's values once and loops over its groups; it steps the
// group's ids instead of dividing. For each group a small driver walks the region graph: it loads
// the uniform values, loops over the work-items (z, y, then x; by blocks of the context array where
// the region uses it), and continues with the region whose number the work-items returned. Between
// two regions it executes the splitting call: nothing for a barrier, one call for a group step, a
// loop over the work-items' operands for a collective.
//
// - If work-items may return while others reach a barrier, a flag in the context array keeps the
//   finished ones out of later regions.
// - A region that does the same for every work-item runs once (uniform_regions.h).
// - If a region has vector versions (region_vectoriser.h), an x range's work-items run in gangs;
//   the last gang, and gangs with finished work-items, have a mask.
// - Where the size of groups is known and they have few work-items along the lanes, gangs are
//   work-items of several dimensions (linear_gangs.h): a whole group is one x range.
// - A kernel that uses sub-groups has two versions (sub_group_versions.h), whose gangs are the
//   sub-groups.
// - A kernel without barriers that uses only global ids runs neighbouring groups of dimension 0 as
//   one wide group, so small and odd local sizes cost nothing.
//
// - A region whose vector versions use neither sizes of the launch nor ids of the group needs no
//   scalar function for huge launches.
//
// At the end the region functions are inlined, so that LLVM sees plain loop nests. In a large
// kernel each region, with its loops, is a function of its own (outlined_regions.h).
#pragma once

#include "compiler/passes/support/lanes/vector_stages.h"
#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class CostModel;
class RegionVectoriser;

class WorkGroupFunctionPass : public RequiredPass<WorkGroupFunctionPass> {
public:
  struct Parameters {
    bool keepsRegions = false; ///< leave the region functions as calls, for people to look at
    /// Runs regions once where that has the same effect, and vectorises others.
    bool optimises = false;
    unsigned vectorFactor = 0;  ///< lanes of vector versions; 0: as it pays, 1: there are none
    bool wideLaunches = false;  ///< kernels are for ids of 2^31 and more (value_ranges.h)
    bool runsBackwards = false; ///< the order of single work-items (weft_checks::first_item)
    llvm::raw_ostream *plans = nullptr; ///< print those of regions there (gang_plan.h)
    VectorStages stages{}; // NOLINT(readability-redundant-member-init): passes.def leaves it out
  };
  explicit WorkGroupFunctionPass(Parameters parameters) : parameters(parameters) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  void convertWithSubGroups(llvm::Function &kernel, const CostModel &costs,
                            RegionVectoriser &vectoriser) const;

  Parameters parameters;
};

/// print<weft-plan>: does the same, and prints the plan of each region (gang_plan.h).
class PlanPrinterPass : public RequiredPass<PlanPrinterPass> {
public:
  PlanPrinterPass(WorkGroupFunctionPass::Parameters parameters, llvm::raw_ostream &stream)
      : parameters(parameters) {
    this->parameters.plans = &stream;
  }
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses) {
    return WorkGroupFunctionPass(parameters).run(module, analyses);
  }

private:
  WorkGroupFunctionPass::Parameters parameters;
};

} // namespace weft::compiler
