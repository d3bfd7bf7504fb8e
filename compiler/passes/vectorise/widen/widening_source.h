// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region function in canonical form with its analyses, which all of its versions share.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/mask_analysis.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/vectorise/widen/records/interleaved_records.h"

namespace weft::compiler {

/// Valid until the function changes.
struct WideningSource {
  /// `analyses` are a gang's (gang_analyses.h).
  WideningSource(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                 LinearStrides linear, const CostModel &costs)
      : function(function), costs(costs), linear(linear),
        uniformity(analyses.getResult<llvm::UniformityInfoAnalysis>(function)),
        loops(analyses.getResult<llvm::LoopAnalysis>(function)),
        strides(analyses.getResult<StrideAnalysis>(function)),
        masks(analyses.getResult<MaskAnalysis>(function)),
        records(function, strides, masks, loops) {}

  llvm::Function &function;
  const CostModel &costs;
  const LinearStrides linear;
  llvm::UniformityInfo &uniformity;
  const llvm::LoopInfo &loops;
  const StrideInfo &strides;
  const MaskPlan &masks;
  const InterleavedRecords records;
};

} // namespace weft::compiler
