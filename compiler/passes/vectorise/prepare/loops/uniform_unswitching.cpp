// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/uniform_unswitching.h"

#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/support/reachable_blocks.h"
#include "compiler/passes/support/region_parameters.h"
#include "compiler/passes/vectorise/prepare/loops/uniform_rematerialisation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "weft-uniform-unswitching"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(conditionsUnswitched, "Unswitched uniform conditions");

namespace {

// The first branch of the region, or null. Merges the blocks before it into one.
BranchInst *firstBranch(Function &region) {
  BasicBlock &entry = region.getEntryBlock();
  while (BasicBlock *next = entry.getSingleSuccessor())
    if (!MergeBlockIntoPredecessor(next))
      return nullptr;
  auto *branch = dyn_cast<BranchInst>(entry.getTerminator());
  return branch && branch->isConditional() ? branch : nullptr;
}

// Whether the block only returns: then both regions may have a copy.
bool onlyReturns(const BasicBlock &block) {
  return isa<ReturnInst>(block.getTerminator()) && &block.front() == block.getTerminator();
}

bool haveNothingInCommon(const BasicBlock &one, const BasicBlock &other) {
  const auto reached = reachableFrom(other);
  return all_of(reachableFrom(one), [&](const BasicBlock *block) {
    return !reached.contains(block) || onlyReturns(*block);
  });
}

// Null if the value may differ between the work-items of a group.
Function *createCondition(const Function &region, Value &value) {
  LLVMContext &context = region.getContext();
  Function *condition = Function::Create(
      FunctionType::get(Type::getInt1Ty(context), region.getFunctionType()->params(), false),
      GlobalValue::InternalLinkage, region.getName() + ".starts",
      const_cast<Module *>(region.getParent()));
  condition->addFnAttrs(AttrBuilder(context, region.getAttributes().getFnAttrs()));
  condition->removeFnAttr(regionAttribute);
  IRBuilder<> builder(BasicBlock::Create(context, "", condition));
  UniformRematerialiser shared(*condition, builder, UniformRematerialiser::UniformOver::Group);
  if (Value *copy = shared.copyOf(value)) {
    // If all work-items have finished, no work-item has computed the operands.
    builder.CreateRet(builder.CreateFreeze(copy));
    return condition;
  }
  condition->eraseFromParent();
  return nullptr;
}

void keepOneWay(BranchInst &branch, bool isTaken) {
  Function &region = *branch.getFunction();
  branch.setCondition(ConstantInt::getBool(region.getContext(), isTaken));
  ConstantFoldTerminator(branch.getParent(), /*DeleteDeadConditions=*/true);
  removeUnreachableBlocks(region);
}

} // namespace

UniformUnswitch unswitchUniformCondition(Function &region) {
  BranchInst *branch = firstBranch(region);
  if (!branch || isa<Constant>(branch->getCondition()) ||
      !haveNothingInCommon(*branch->getSuccessor(0), *branch->getSuccessor(1)))
    return {};
  UniformUnswitch choice;
  choice.condition = createCondition(region, *branch->getCondition());
  if (!choice.condition)
    return {};
  ++conditionsUnswitched;
  LLVM_DEBUG(dbgs() << region.getName() << ": unswitched on" << *branch->getCondition() << '\n');
  ValueToValueMapTy map;
  choice.otherwise = CloneFunction(&region, map);
  choice.otherwise->setName(region.getName() + ".otherwise");
  keepOneWay(*cast<BranchInst>(map[branch]), false);
  keepOneWay(*branch, true);
  return choice;
}

PreservedAnalyses UniformUnswitchingPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *region : regionFunctions(module))
    unswitchUniformCondition(*region);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
