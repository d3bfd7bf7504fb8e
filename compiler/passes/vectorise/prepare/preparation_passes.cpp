// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/preparation_passes.h"

#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/vectorise/prepare/adjacent_accesses.h"
#include "compiler/passes/vectorise/prepare/group_stride_loops.h"
#include "compiler/passes/vectorise/prepare/if_conversion.h"
#include "compiler/passes/vectorise/prepare/inductions.h"
#include "compiler/passes/vectorise/prepare/narrow_integers.h"
#include "compiler/passes/vectorise/prepare/private_arrays.h"

namespace weft::compiler {

using namespace llvm;

bool GroupStrideLoopsPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return versionGroupStrideLoops(gang.manager().getResult<LoopAnalysis>(function),
                                 gang.manager().getResult<DominatorTreeAnalysis>(function));
}

bool PrivateArraysPass::apply(Function &function, const CostModel &) {
  return interleavePrivateArrays(function);
}

bool InductionsPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return splitInductions(gang.manager().getResult<LoopAnalysis>(function),
                         gang.manager().getResult<UniformityInfoAnalysis>(function));
}

bool AdjacentAccessesPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return mergeAdjacentAccesses(function,
                               gang.manager().getResult<UniformityInfoAnalysis>(function));
}

bool NarrowIntegersPass::apply(Function &function, const CostModel &) {
  narrowIntegers(function);
  return true;
}

bool IfConversionPass::apply(Function &function, const CostModel &costs) {
  GangAnalyses gang;
  return ifConvertDivergentBranches(function,
                                    gang.manager().getResult<UniformityInfoAnalysis>(function),
                                    gang.manager().getResult<LoopAnalysis>(function), costs);
}

} // namespace weft::compiler
