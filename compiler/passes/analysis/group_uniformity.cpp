// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/group_uniformity.h"

#include "compiler/passes/analysis/uneven_exits.h"
#include "compiler/passes/support/lanes/sub_groups.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"

namespace weft::compiler {

using namespace llvm;

namespace {

InstructionUniformity classifyPrimitive(const CallBase &call, const Primitive &primitive) {
  switch (primitive.kind) {
  case PrimitiveKind::LocalId:
    return InstructionUniformity::NeverUniform;
  case PrimitiveKind::SubGroupValue:
  case PrimitiveKind::SubGroupOperation: {
    const auto function = findSubGroupFunction(call);
    const bool isConstant = function && (function->action == SubGroupAction::LeavesLoop ||
                                         function->action == SubGroupAction::MaxSize);
    return isConstant ? InstructionUniformity::AlwaysUniform : InstructionUniformity::NeverUniform;
  }
  case PrimitiveKind::Collective: {
    const auto collective = parseCollective(call.getCalledFunction()->getName());
    const bool isScan =
        collective && (collective->operation == CollectiveOperation::ScanInclusive ||
                       collective->operation == CollectiveOperation::ScanExclusive);
    return isScan ? InstructionUniformity::NeverUniform : InstructionUniformity::AlwaysUniform;
  }
  default:
    return InstructionUniformity::AlwaysUniform;
  }
}

InstructionUniformity classify(const Value &value) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return InstructionUniformity::Default;
  if (const auto primitive = findPrimitive(*instruction))
    return classifyPrimitive(cast<CallBase>(*instruction), *primitive);
  if (isa<AllocaInst>(instruction) || instruction->isAtomic() || instruction->isVolatile())
    return InstructionUniformity::NeverUniform;
  if (const auto *call = dyn_cast<CallBase>(instruction))
    return call->doesNotAccessMemory() ? InstructionUniformity::Default
                                       : InstructionUniformity::NeverUniform;
  return InstructionUniformity::Default;
}

class GroupTargetInfo final : public TargetTransformInfoImplCRTPBase<GroupTargetInfo> {
public:
  GroupTargetInfo(const DataLayout &layout, const SmallPtrSetImpl<const Value *> &uneven)
      : TargetTransformInfoImplCRTPBase(layout), uneven(uneven) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    return uneven.contains(value) ? InstructionUniformity::NeverUniform : classify(*value);
  }

private:
  const SmallPtrSetImpl<const Value *> &uneven;
};

} // namespace

GroupUniformity::GroupUniformity(Function &function) {
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return CycleAnalysis(); });
  analyses.registerPass([] { return UniformityInfoAnalysis(); });
  analyses.registerPass([this] {
    return TargetIRAnalysis([this](const Function &subject) {
      return TargetTransformInfo(
          std::make_unique<GroupTargetInfo>(subject.getDataLayout(), behindUnevenExits));
    });
  });
  info = &analyses.getResult<UniformityInfoAnalysis>(function);
  const LoopInfo loops(analyses.getResult<DominatorTreeAnalysis>(function));
  const auto users = usersAfterUnevenExits(loops, *info);
  if (users.empty())
    return;
  behindUnevenExits.insert_range(users);
  analyses.invalidate(function, PreservedAnalyses::none());
  info = &analyses.getResult<UniformityInfoAnalysis>(function);
}

bool GroupUniformity::isUniform(const Instruction &value) const {
  if (info->isDivergent(&value))
    return false;
  return none_of(value.uses(), [&](const Use &use) { return info->isDivergentUse(use); });
}

bool GroupUniformity::hasDivergentTerminator(const BasicBlock &block) const {
  return info->hasDivergentTerminator(block);
}

} // namespace weft::compiler
