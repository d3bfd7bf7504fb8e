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

RegionWidener::RegionWidener(Function &source, unsigned lanes, FunctionAnalysisManager &analyses,
                             LinearStrides linear, const CostModel &costs)
    : source(source), costs(costs), strides(analyses.getResult<StrideAnalysis>(source)),
      linear(linear), plan(analyses.getResult<MaskAnalysis>(source)),
      loops(analyses.getResult<LoopAnalysis>(source)), gang(source.getContext(), lanes) {}

Function *RegionWidener::run(bool takesMask, std::uint64_t limit) {
  assert(!gang.result && "a widener writes one version");
  if (!plan.problem().empty()) {
    gang.fail(plan.problem(), plan.problemLocation());
    return nullptr;
  }
  createFunction(takesMask);
  emitBlocks(limit);
  exceedsLimit |= !gang.hasFailed() && gang.result->getInstructionCount() > limit;
  if (exceedsLimit)
    gang.fail("the code for all lanes would be too large");
  LLVM_DEBUG(dbgs() << "VF " << gang.lanes << (takesMask ? ", predicated" : ", unmasked") << " of "
                    << source.getName() << ": "
                    << (gang.hasFailed() ? gang.remark().text : "widened") << "\n");
  if (!gang.hasFailed())
    return gang.result;
  gang.result->dropAllReferences();
  gang.result->eraseFromParent();
  return gang.result = nullptr;
}

void RegionWidener::createFunction(bool takesMask) {
  for (const BasicBlock &block : source)
    if (const auto *exit = dyn_cast<ReturnInst>(block.getTerminator()))
      returnsLanes |= !strides.isUniform(*exit->getReturnValue());
  Type *returned = source.getReturnType();
  SmallVector<Type *> parameters(source.getFunctionType()->params());
  if (takesMask)
    parameters.push_back(gang.allLanes()->getType());
  gang.result = Function::Create(
      FunctionType::get(returnsLanes ? gang.wideType(returned) : returned, parameters, false),
      GlobalValue::InternalLinkage, "", source.getParent());
  gang.result->copyAttributesFrom(&source);
  gang.result->removeFnAttr(absentStagesAttribute);
  gang.result->setSubprogram(nullptr);
}

void RegionWidener::emitBlocks(std::uint64_t limit) {
  LaneValues values(strides, gang);
  const InterleavedRecords records(source, strides, plan, loops);
  InstructionWidener instructions(strides, linear, costs, records, values, gang);
  Linearisation control(plan, records, values, gang);
  gang.SetInsertPoint(gang.createBlock("lanes"));
  if (const auto gangs = linearGangs(source))
    instructions.setLinearGangs(*gangs);
  for (const Argument &original : source.args()) {
    Argument *copy = gang.result->getArg(original.getArgNo());
    copy->setName(original.getName());
    instructions.setParameter(original, *copy);
  }
  const bool takesMask = gang.result->arg_size() > source.arg_size();
  control.begin(takesMask ? gang.result->getArg(source.arg_size()) : nullptr, returnsLanes);
  for (const BlockPlan &block : plan.blocks()) {
    control.enter(block);
    for (Instruction &instruction : *block.block) {
      if (!gang.hasFailed() && !isa<PHINode>(instruction) && !instruction.isTerminator())
        instructions.widen(instruction, CostModel::loopWeight(*block.block, loops));
      sortEndOfRecords(records, values, gang, instruction);
    }
    if (gang.hasFailed())
      return;
    control.leave(block);
  }
  // Masks and phis are variables until the end; promoting them takes most of the time.
  exceedsLimit = gang.result->getInstructionCount() > 2 * limit;
  if (!exceedsLimit)
    control.finish();
}

} // namespace weft::compiler
