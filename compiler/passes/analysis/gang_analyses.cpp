// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/gang_analyses.h"

#include "compiler/passes/analysis/mask_analysis.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/analysis/uneven_exits.h"
#include "compiler/passes/support/lanes/lane_arrays.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassInstrumentation.h"

namespace weft::compiler {

using namespace llvm;

namespace {

bool isLaneParameter(const Argument &argument, LaneScope scope) {
  const auto index = regionParameter(argument);
  const bool isOtherId = index == unsigned{RegionParameters::LocalId} + 1 ||
                         index == unsigned{RegionParameters::LocalId} + 2;
  if (scope == LaneScope::Piece && isOtherId)
    return false;
  if (scope == LaneScope::Column && (index == unsigned{RegionParameters::LocalId} ||
                                     index == unsigned{RegionParameters::LocalId} + 2))
    return false;
  if (argument.hasAttribute(laneParameterAttribute))
    return true;
  if (isOtherId && argument.getParent()->hasFnAttribute(linearGangsAttribute))
    return argument.getParent()->hasFnAttribute(regionAttribute);
  return argument.getParent()->hasFnAttribute(regionAttribute) &&
         (index == unsigned{RegionParameters::LocalId} ||
          index == unsigned{RegionParameters::ContextLane});
}

InstructionUniformity classify(const Value &value, std::optional<unsigned> laneDimension,
                               LaneScope scope) {
  constexpr auto varies = InstructionUniformity::NeverUniform;
  constexpr auto byOperands = InstructionUniformity::Default;
  if (const auto *argument = dyn_cast<Argument>(&value))
    return isLaneParameter(*argument, scope) ? varies : byOperands;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return byOperands;
  if (const auto *array = dyn_cast<AllocaInst>(instruction))
    return isLaneArray(*array) ? byOperands : varies;
  if (instruction->isAtomic() || instruction->isVolatile() ||
      instruction->hasMetadata(unevenExitMetadata))
    return varies;
  const auto *call = dyn_cast<CallBase>(instruction);
  if (!call)
    return byOperands;
  if (isUniformInSubGroup(*call) || isUniformLaneFunction(*call))
    return InstructionUniformity::AlwaysUniform;
  if (variesInSubGroup(*call))
    return varies;
  if (isLocalIdOfLanes(*call, laneDimension) || call->hasFnAttr(laneParameterAttribute))
    return varies;
  return call->doesNotAccessMemory() ? byOperands : varies;
}

class GangTargetInfo final : public TargetTransformInfoImplCRTPBase<GangTargetInfo> {
public:
  GangTargetInfo(const DataLayout &layout, std::optional<unsigned> laneDimension, LaneScope scope)
      : TargetTransformInfoImplCRTPBase(layout), laneDimension(laneDimension), scope(scope) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    return classify(*value, laneDimension, scope);
  }

private:
  const std::optional<unsigned> laneDimension;
  const LaneScope scope;
};

} // namespace

void registerGangAnalyses(FunctionAnalysisManager &analyses, std::optional<unsigned> laneDimension,
                          LaneScope scope) {
  analyses.registerPass([&] {
    return TargetIRAnalysis([laneDimension, scope](const Function &subject) {
      return TargetTransformInfo(
          std::make_unique<GangTargetInfo>(subject.getDataLayout(), laneDimension, scope));
    });
  });
  analyses.registerPass([&] { return StrideAnalysis(laneDimension, scope); });
}

AnalysisKey KernelCostsAnalysis::Key;

void registerKernelCosts(FunctionAnalysisManager &analyses,
                         std::function<const CostModel &()> costs) {
  analyses.registerPass([&] { return KernelCostsAnalysis(std::move(costs)); });
  analyses.registerPass([] { return MaskAnalysis(); });
}

GangAnalyses::GangAnalyses(std::optional<unsigned> laneDimension, LaneScope scope) {
  registerGangAnalyses(analyses, laneDimension, scope);
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return PostDominatorTreeAnalysis(); });
  analyses.registerPass([] { return LoopAnalysis(); });
  analyses.registerPass([] { return CycleAnalysis(); });
  analyses.registerPass([] { return UniformityInfoAnalysis(); });
}

} // namespace weft::compiler
