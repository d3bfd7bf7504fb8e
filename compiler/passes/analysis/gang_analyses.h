// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Analyses of a function for a gang: neighbouring work-items of dimension 0 that run as lanes.
//
// LLVM's uniformity analysis asks the target for sources of divergence. Here these are parameters
// with the attribute weft-lane-parameter; in a region function without any, the local id of
// dimension 0 and the lane of the context array; in a kernel the primitive that reads the local id
// of the lane dimension; private memory, unless it is laid out for lanes; atomics, volatile
// accesses, and calls that access memory. The pass managers of a whole compile have the CPU's
// target information, so a gang's analyses have their own managers.
//
// In gangs of several dimensions (linear_gangs.h) all local ids differ between lanes. The analyses
// of a piece, and those of a column, apply to lanes that differ in only one id (LaneScope).
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/support/passes/required_pass.h"

#include <functional>
#include <optional>

namespace weft::compiler {

/// Registers a gang's analyses with the managers. Must precede other registrations, as the first
/// one of an analysis wins. Does not register the analyses that these use. `laneDimension`: that of
/// the lanes in kernels; not given: the kernel's own (lane_dimension.h).
void registerGangAnalyses(llvm::FunctionAnalysisManager &analyses,
                          std::optional<unsigned> laneDimension = std::nullopt,
                          LaneScope scope = LaneScope::Gang);

/// The costs of the kernel that a region function belongs to.
class KernelCostsAnalysis : public llvm::AnalysisInfoMixin<KernelCostsAnalysis> {
public:
  struct Result {
    const CostModel &model;
    bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                    llvm::FunctionAnalysisManager::Invalidator &) {
      return false;
    }
  };
  /// `costs` returns the model for a function; it must outlive its users.
  explicit KernelCostsAnalysis(std::function<const CostModel &()> costs)
      : costs(std::move(costs)) {}
  Result run(llvm::Function &, llvm::FunctionAnalysisManager &) { return {costs()}; }

private:
  friend llvm::AnalysisInfoMixin<KernelCostsAnalysis>;
  static llvm::AnalysisKey Key;
  std::function<const CostModel &()> costs;
};

/// Adds the costs, and the mask plan (mask_analysis.h).
void registerKernelCosts(llvm::FunctionAnalysisManager &analyses,
                         std::function<const CostModel &()> costs);

/// An analysis manager with a gang's analyses and their dependencies, for printers.
class GangAnalyses {
public:
  explicit GangAnalyses(std::optional<unsigned> laneDimension = std::nullopt,
                        LaneScope scope = LaneScope::Gang);
  /// With costs and the mask plan. `costs` must outlive them.
  explicit GangAnalyses(const CostModel &costs) : GangAnalyses() {
    registerKernelCosts(analyses, [&costs]() -> const CostModel & { return costs; });
  }
  llvm::FunctionAnalysisManager &manager() { return analyses; }

private:
  llvm::FunctionAnalysisManager analyses;
};

/// A pass over a gang's analyses that can run among other passes, for inspection.
template <class Pass> class InGang : public RequiredPass<InGang<Pass>> {
public:
  static llvm::StringRef name() { return Pass::name(); }
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    GangAnalyses gang(analyses.getResult<CostModelAnalysis>(function));
    return Pass().run(function, gang.manager()).areAllPreserved() ? llvm::PreservedAnalyses::all()
                                                                  : llvm::PreservedAnalyses::none();
  }
};

} // namespace weft::compiler
