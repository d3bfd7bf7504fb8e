// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/x86/constant_operands.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#define DEBUG_TYPE "weft-constant-operands"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(constantsPlaced, "Vector constants turned into memory operands");

namespace {

// Whether the instruction can have a memory operand.
bool takesMemory(const Instruction &instruction) {
  if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return call->getIntrinsicID() == Intrinsic::fma;
  switch (instruction.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
    return true;
  default:
    return false;
  }
}

// Whether the operand is a number broadcast to all lanes.
bool isRepeated(const Use &operand) {
  const auto *constant = dyn_cast<Constant>(operand);
  if (!constant || !constant->getType()->isVectorTy() || !constant->getSplatValue() ||
      constant->isNullValue())
    return false;
  // Constants of half become float at compile time only while they are constants.
  const Type *element = constant->getType()->getScalarType();
  return element->isFloatTy() || element->isDoubleTy();
}

class ConstantPlacer {
public:
  explicit ConstantPlacer(Module &module) : module(module) {}

  bool run(Function &function, const LoopInfo &loops) {
    MapVector<const Loop *, SmallVector<Use *>> places;
    for (Instruction &instruction : instructions(function))
      if (takesMemory(instruction))
        for (Use &operand : instruction.operands())
          if (isRepeated(operand))
            places[loops.getLoopFor(instruction.getParent())].push_back(&operand);
    bool changed = false;
    for (const auto &[loop, operands] : places) {
      SmallPtrSet<const Constant *, 8> numbers;
      for (const Use *operand : operands)
        numbers.insert(cast<Constant>(*operand)->getSplatValue());
      if (numbers.size() <= limits::constantsInRegisters)
        continue;
      for (Use *operand : operands)
        place(*operand);
      changed = true;
    }
    return changed;
  }

private:
  void place(Use &operand) {
    auto *constant = cast<Constant>(operand);
    auto *user = cast<Instruction>(operand.getUser());
    IRBuilder<> builder(user);
    LoadInst *load = builder.CreateLoad(constant->getType(), variableOf(*constant), "constant");
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module.getContext(), {}));
    operand.set(load);
    ++constantsPlaced;
  }

  GlobalVariable *variableOf(Constant &constant) {
    GlobalVariable *&variable = variables[&constant];
    if (!variable) {
      variable = new GlobalVariable(module, constant.getType(), /*isConstant=*/true,
                                    GlobalValue::PrivateLinkage, &constant, "constant");
      variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    }
    return variable;
  }

  Module &module;
  DenseMap<Constant *, GlobalVariable *> variables;
};

} // namespace

PreservedAnalyses ConstantOperandsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  ConstantPlacer placer(module);
  bool changed = false;
  for (Function &function : module)
    if (!function.isDeclaration() &&
        functions.getResult<TargetFeaturesAnalysis>(function).repeatsConstants())
      changed |= placer.run(function, functions.getResult<LoopAnalysis>(function));
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
