// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/preparation_passes.h"

#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/support/region_parameters.h"
#include "compiler/passes/vectorise/prepare/division_versions.h"
#include "compiler/passes/vectorise/prepare/if_conversion.h"
#include "compiler/passes/vectorise/prepare/images/image_coordinates.h"
#include "compiler/passes/vectorise/prepare/images/image_loops.h"
#include "compiler/passes/vectorise/prepare/loops/group_stride_loops.h"
#include "compiler/passes/vectorise/prepare/loops/index_set_splitting.h"
#include "compiler/passes/vectorise/prepare/loops/inductions.h"
#include "compiler/passes/vectorise/prepare/loops/uniform_comparisons.h"
#include "compiler/passes/vectorise/prepare/loops/uniform_unswitching.h"
#include "compiler/passes/vectorise/prepare/memory/adjacent_accesses.h"
#include "compiler/passes/vectorise/prepare/memory/invariant_loads.h"
#include "compiler/passes/vectorise/prepare/memory/private_arrays.h"
#include "compiler/passes/vectorise/prepare/memory/successive_loads.h"
#include "compiler/passes/vectorise/prepare/narrow_integers.h"

namespace weft::compiler {

using namespace llvm;

// The passes add functions, so the list is made before.
static SmallVector<Function *> regionFunctions(Module &module) {
  SmallVector<Function *> regions;
  for (Function &function : module)
    if (function.hasFnAttribute(regionAttribute) && !function.isDeclaration())
      regions.push_back(&function);
  return regions;
}

bool GroupStrideLoopsPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return versionGroupStrideLoops(gang.manager().getResult<LoopAnalysis>(function),
                                 gang.manager().getResult<DominatorTreeAnalysis>(function),
                                 gang.manager().getResult<UniformityInfoAnalysis>(function));
}

bool DivisionVersionsPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return versionDivisions(function, gang.manager());
}

bool PrivateArraysPass::apply(Function &function, const CostModel &) {
  return interleavePrivateArrays(function);
}

bool InductionsPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return splitInductions(gang.manager().getResult<LoopAnalysis>(function),
                         gang.manager().getResult<UniformityInfoAnalysis>(function));
}

bool UniformComparisonsPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return makeComparisonsUniform(function, gang.manager().getResult<LoopAnalysis>(function),
                                gang.manager().getResult<UniformityInfoAnalysis>(function));
}

bool InvariantLoadsPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return hoistInvariantLoads(function, gang.manager());
}

bool SuccessiveLoadsPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return unrollSuccessiveLoads(function, gang.manager());
}

bool AdjacentAccessesPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return mergeAdjacentAccesses(function,
                               gang.manager().getResult<UniformityInfoAnalysis>(function));
}

bool ImageCoordinatesPass::apply(Function &function, const CostModel &) {
  GangAnalyses gang;
  return hoistImageCoordinates(function, gang.manager().getResult<StrideAnalysis>(function));
}

bool ImageLoopsPass::apply(Function &function, const CostModel &) {
  return unrollImageLoops(function);
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

PreservedAnalyses IndexSetSplittingPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *region : regionFunctions(module))
    if (const IndexSetSplit split = splitIndexSet(*region); split.interior) {
      split.bounds->setName(region->getName() + ".bounds");
      split.interior->setName(region->getName() + ".interior");
    }
  return PreservedAnalyses::none();
}

PreservedAnalyses UniformUnswitchingPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *region : regionFunctions(module))
    unswitchUniformCondition(*region);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
