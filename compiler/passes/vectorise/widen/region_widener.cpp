// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/region_widener.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

namespace weft::compiler {

using namespace llvm;

RegionWidener::RegionWidener(Function &source, unsigned lanes, FunctionAnalysisManager &analyses,
                             const VectorStages &stages, const CostModel &costs)
    : source(source), lanes(lanes), uniformity(analyses.getResult<UniformityInfoAnalysis>(source)),
      dominators(analyses.getResult<DominatorTreeAnalysis>(source)),
      postDominators(analyses.getResult<PostDominatorTreeAnalysis>(source)),
      loops(analyses.getResult<LoopAnalysis>(source)), layout(source.getDataLayout()), costs(costs),
      stages(stages), builder(source.getContext()) {}

void RegionWidener::fail(const Twine &text, const Instruction *place) {
  if (failed)
    return;
  failed = true;
  problem.text = text.str();
  if (place)
    problem.place = place->getDebugLoc();
}

Function *RegionWidener::run(bool takesMask) {
  orderBlocks();
  createFunction(takesMask);
  for (BasicBlock *block : order)
    starts[block] = BasicBlock::Create(source.getContext(), block->getName(), result);
  builder.CreateBr(starts[&source.getEntryBlock()]);
  for (BasicBlock *block : order) {
    if (failed)
      break;
    widenBlock(*block);
  }
  if (!failed)
    repairValues();
  if (!failed)
    return result;
  result->dropAllReferences();
  result->eraseFromParent();
  return result = nullptr;
}

void RegionWidener::createFunction(bool takesMask) {
  for (BasicBlock &block : source)
    if (const auto *exit = dyn_cast<ReturnInst>(block.getTerminator()))
      returnsLanes |= varies(exit->getReturnValue());
  Type *returned = source.getReturnType();
  SmallVector<Type *> parameters(source.getFunctionType()->params());
  if (takesMask)
    parameters.push_back(allLanes()->getType());
  result = Function::Create(
      FunctionType::get(returnsLanes ? wideType(returned) : returned, parameters, false),
      GlobalValue::InternalLinkage, "", source.getParent());
  result->copyAttributesFrom(&source);
  result->setSubprogram(nullptr);
  BasicBlock *entry = BasicBlock::Create(source.getContext(), "lanes", result);
  builder.SetInsertPoint(entry);
  if (takesMask)
    entryMask = result->getArg(source.arg_size());
  for (Argument &original : source.args()) {
    Argument *copy = result->getArg(original.getArgNo());
    copy->setName(original.getName());
    if (varies(&original)) {
      shapes[&original] = {copy, 1, nullptr};
      vectors[&original] =
          builder.CreateAdd(builder.CreateVectorSplat(lanes, copy), stepVector(copy->getType(), 1));
    } else {
      scalars[&original] = copy;
    }
  }
}

// Values that are used where their definition does not always come before get phis: what these hold
// on the other ways is for no lane.
void RegionWidener::repairValues() {
  removeUnreachableBlocks(*result);
  const DominatorTree tree(*result);
  for (const auto &[block, above] : inherited)
    if (tree.isReachableFromEntry(starts[block]) && !tree.dominates(bodies[above], starts[block]))
      return fail("masks depend on the way", block->getTerminator());
  BasicBlock &entry = result->getEntryBlock();
  for (Instruction &value : instructions(*result)) {
    SmallVector<Use *> uses;
    for (Use &use : value.uses())
      if (!tree.dominates(&value, use))
        uses.push_back(&use);
    if (uses.empty())
      continue;
    SSAUpdater updater;
    updater.Initialize(value.getType(), value.getName());
    updater.AddAvailableValue(value.getParent(), &value);
    updater.AddAvailableValue(&entry, value.getType() == allLanes()->getType()
                                          ? Constant::getNullValue(value.getType())
                                          : PoisonValue::get(value.getType()));
    for (Use *use : uses)
      updater.RewriteUse(*use);
  }
  DominatorTree final(*result);
  PromoteMemToReg(variables, final);
}

} // namespace weft::compiler
