// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/region_widener.h"

#include "compiler/passes/support/lanes/vector_stages.h"
#include "compiler/passes/vectorise/widen/instruction_widener.h"
#include "compiler/passes/vectorise/widen/linearisation.h"
#include "compiler/passes/vectorise/widen/records/record_operands.h"

#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

RegionWidener::RegionWidener(const WideningSource &source, unsigned lanes)
    : source(source), gang(source.function.getContext(), lanes) {}

Function *RegionWidener::run(bool takesMask) {
  assert(!gang.result && "a widener writes one version");
  assert(source.masks.problem().empty() && "there is a plan for control flow");
  createFunction(takesMask);
  emitBlocks();
  LLVM_DEBUG(dbgs() << "VF " << gang.lanes << (takesMask ? ", predicated" : ", unmasked") << " of "
                    << source.function.getName() << ": "
                    << (gang.hasFailed() ? gang.remark().text : "widened") << "\n");
  if (!gang.hasFailed())
    return gang.result;
  gang.result->dropAllReferences();
  gang.result->eraseFromParent();
  return gang.result = nullptr;
}

void RegionWidener::createFunction(bool takesMask) {
  Function &original = source.function;
  for (const BasicBlock &block : original)
    if (const auto *exit = dyn_cast<ReturnInst>(block.getTerminator()))
      returnsLanes |= !source.strides.isUniform(*exit->getReturnValue());
  Type *returned = original.getReturnType();
  SmallVector<Type *> parameters(original.getFunctionType()->params());
  if (takesMask)
    parameters.push_back(gang.allLanes()->getType());
  gang.result = Function::Create(
      FunctionType::get(returnsLanes ? gang.wideType(returned) : returned, parameters, false),
      GlobalValue::InternalLinkage, "", original.getParent());
  gang.result->copyAttributesFrom(&original);
  gang.result->removeFnAttr(absentStagesAttribute);
  gang.result->setSubprogram(nullptr);
}

void RegionWidener::emitBlocks() {
  Function &original = source.function;
  LaneValues values(source.strides, gang);
  InstructionWidener instructions(source, values, gang);
  Linearisation control(source.masks, source.records, values, gang);
  gang.SetInsertPoint(gang.createBlock("lanes"));
  if (const auto gangs = linearGangs(original))
    instructions.setLinearGangs(*gangs);
  for (const Argument &parameter : original.args()) {
    Argument *copy = gang.result->getArg(parameter.getArgNo());
    copy->setName(parameter.getName());
    instructions.setParameter(parameter, *copy);
  }
  const bool takesMask = gang.result->arg_size() > original.arg_size();
  control.begin(takesMask ? gang.result->getArg(original.arg_size()) : nullptr, returnsLanes);
  for (const BlockPlan &block : source.masks.blocks()) {
    control.enter(block);
    for (Instruction &instruction : *block.block) {
      if (!gang.hasFailed() && !isa<PHINode>(instruction) && !instruction.isTerminator())
        instructions.widen(instruction);
      sortEndOfRecords(source.records, values, gang, instruction);
    }
    if (gang.hasFailed())
      return;
    control.leave(block);
  }
  control.finish();
}

} // namespace weft::compiler
