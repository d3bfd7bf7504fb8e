// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the vector version of a region function: one call runs VF work-items.
//
// The source is a scalar region function in canonical form (canonical_form.h). The result has the
// same parameters; those marked as lane parameters are the values of lane 0. It may also take a
// mask: the active lanes. It returns what the source returns, as a vector if that varies.
//
// All decisions have been made, in analyses shared by the versions of a region: which values are
// uniform or strided (stride_analysis.h), and the plan for control flow (mask_analysis.h). The
// widener emits the blocks in the plan's order (linearisation.h), and each instruction by kind
// (instruction_widener.h).
#pragma once

#include "compiler/passes/analysis/mask_analysis.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class RegionWidener {
public:
  /// `analyses` are a gang's (gang_analyses.h).
  RegionWidener(llvm::Function &source, unsigned lanes, llvm::FunctionAnalysisManager &analyses,
                LinearStrides linear, const CostModel &costs);

  /// The vector version, or null with `remark()` set; the source is not modified. With `takesMask`
  /// its last parameter is the mask of active lanes; at least one lane is active. It has at most
  /// `limit` instructions.
  llvm::Function *run(bool takesMask, std::uint64_t limit);
  /// Whether the limit is the reason for null.
  bool isTooLarge() const { return exceedsLimit; }
  const WideningRemark &remark() const { return gang.remark(); }
  const WideningStatistics &statistics() const { return gang.counts; }
  /// The source's instructions that are executed lane by lane.
  llvm::ArrayRef<const llvm::Instruction *> replicated() const { return gang.replicated; }

private:
  void createFunction(bool takesMask);
  void emitBlocks(std::uint64_t limit);

  llvm::Function &source;
  const CostModel &costs;
  const StrideInfo &strides;
  const LinearStrides linear;
  const MaskPlan &plan;
  const llvm::LoopInfo &loops;
  GangBuilder gang;
  bool returnsLanes = false;
  bool exceedsLimit = false;
};

} // namespace weft::compiler
