// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Analyses of a function for a gang: neighbouring work-items of dimension 0 that run as lanes.
//
// LLVM's uniformity analysis asks the target what differs between lanes. Here these are parameters
// with the attribute weft-lane-parameter, in a region function that has none the local id of
// dimension 0 and the lane of the context array, in a kernel the primitive that reads the local id
// of the lanes' dimension; private memory, unless it is laid out for lanes; atomics, volatile
// accesses, and calls that touch memory. The pass managers of a whole compile have the CPU's target
// information, so a gang's analyses live in managers of their own.
//
// In gangs of several dimensions (linear_gangs.h) all local ids differ between lanes. The analyses
// of a piece, and those of a column, answer for lanes that differ in one id alone (LaneScope).
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"

#include "llvm/IR/PassManager.h"

#include <functional>
#include <optional>

namespace weft::compiler {

/// Makes the managers give a gang's analyses. Comes before other registrations, as the first one of
/// an analysis holds. Does not register what these analyses use.
/// `laneDimension`: that of the lanes in kernels; not given: the kernel's own (lane_dimension.h).
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
  /// `costs` returns the model for the function that is asked for; it must outlive what asks.
  explicit KernelCostsAnalysis(std::function<const CostModel &()> costs)
      : costs(std::move(costs)) {}
  Result run(llvm::Function &, llvm::FunctionAnalysisManager &) { return {costs()}; }

private:
  friend llvm::AnalysisInfoMixin<KernelCostsAnalysis>;
  static llvm::AnalysisKey Key;
  std::function<const CostModel &()> costs;
};

/// Adds the costs, and the plan of masks (mask_analysis.h).
void registerKernelCosts(llvm::FunctionAnalysisManager &analyses,
                         std::function<const CostModel &()> costs);

/// An analysis manager with a gang's analyses and what they use, for printers.
class GangAnalyses {
public:
  explicit GangAnalyses(std::optional<unsigned> laneDimension = std::nullopt,
                        LaneScope scope = LaneScope::Gang);
  /// With costs and the plan of masks. `costs` must outlive them.
  explicit GangAnalyses(const CostModel &costs) : GangAnalyses() {
    registerKernelCosts(analyses, [&costs]() -> const CostModel & { return costs; });
  }
  llvm::FunctionAnalysisManager &manager() { return analyses; }

private:
  llvm::FunctionAnalysisManager analyses;
};

/// A pass over a gang's analyses, alone among passes of other kinds: to look at what it does.
template <class Pass> class InGang : public llvm::PassInfoMixin<InGang<Pass>> {
public:
  static llvm::StringRef name() { return Pass::name(); }
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    GangAnalyses gang(analyses.getResult<CostModelAnalysis>(function));
    return Pass().run(function, gang.manager()).areAllPreserved() ? llvm::PreservedAnalyses::all()
                                                                  : llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
