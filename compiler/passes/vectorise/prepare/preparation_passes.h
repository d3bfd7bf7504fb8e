// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The single steps of a region's preparation as passes, to run them alone and to look at them.
//
// `weft-canonical-form` and the vectoriser call the same functions in their order. Here each runs
// with a gang's analyses of its own.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// `Step::apply` returns whether the function changed.
template <class Step> class PreparationPass : public llvm::PassInfoMixin<Step> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    return Step::apply(function, analyses.getResult<CostModelAnalysis>(function))
               ? llvm::PreservedAnalyses::none()
               : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

/// See group_stride_loops.h.
struct GroupStrideLoopsPass : PreparationPass<GroupStrideLoopsPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See division_versions.h.
struct DivisionVersionsPass : PreparationPass<DivisionVersionsPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See private_arrays.h.
struct PrivateArraysPass : PreparationPass<PrivateArraysPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See inductions.h.
struct InductionsPass : PreparationPass<InductionsPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See uniform_comparisons.h.
struct UniformComparisonsPass : PreparationPass<UniformComparisonsPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See invariant_loads.h. For functions whose loops are rotated and simple.
struct InvariantLoadsPass : PreparationPass<InvariantLoadsPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See successive_loads.h. For functions whose loops are rotated and simple.
struct SuccessiveLoadsPass : PreparationPass<SuccessiveLoadsPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See adjacent_accesses.h.
struct AdjacentAccessesPass : PreparationPass<AdjacentAccessesPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See image_loops.h. For functions whose loops are rotated and simple.
struct ImageLoopsPass : PreparationPass<ImageLoopsPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See image_coordinates.h.
struct ImageCoordinatesPass : PreparationPass<ImageCoordinatesPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See narrow_integers.h.
struct NarrowIntegersPass : PreparationPass<NarrowIntegersPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};
/// See if_conversion.h.
struct IfConversionPass : PreparationPass<IfConversionPass> {
  static bool apply(llvm::Function &function, const CostModel &costs);
};

/// Splits the index sets of all region functions of a module (index_set_splitting.h). Leaves the
/// region functions as they are, and what it makes of them beside them.
class IndexSetSplittingPass : public llvm::PassInfoMixin<IndexSetSplittingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// Unswitches the uniform conditions of all region functions of a module (uniform_unswitching.h).
class UniformUnswitchingPass : public llvm::PassInfoMixin<UniformUnswitchingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
