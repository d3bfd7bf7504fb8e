#include "compiler/passes/region_widener.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

RegionWidener::RegionWidener(Function &source, unsigned lanes, FunctionAnalysisManager &analyses)
    : source(source), lanes(lanes), uniformity(analyses.getResult<UniformityInfoAnalysis>(source)),
      dominators(analyses.getResult<DominatorTreeAnalysis>(source)),
      postDominators(analyses.getResult<PostDominatorTreeAnalysis>(source)),
      loops(analyses.getResult<LoopAnalysis>(source)), layout(source.getDataLayout()),
      builder(source.getContext()) {}

void RegionWidener::fail(const Twine &text, const Instruction *place) {
  if (failed)
    return;
  failed = true;
  problem.text = text.str();
  if (place)
    problem.place = place->getDebugLoc();
}

Function *RegionWidener::run() {
  createFunction();
  const ReversePostOrderTraversal<Function *> order(&source);
  for (BasicBlock *block : order)
    starts[block] = BasicBlock::Create(source.getContext(), block->getName(), result);
  for (BasicBlock *block : order) {
    widenBlock(*block);
    if (failed)
      break;
  }
  if (!failed)
    fillPhis();
  if (!failed)
    return result;
  result->dropAllReferences();
  result->eraseFromParent();
  return result = nullptr;
}

void RegionWidener::createFunction() {
  result = Function::Create(source.getFunctionType(), GlobalValue::InternalLinkage, "",
                            source.getParent());
  result->copyAttributesFrom(&source);
  result->setSubprogram(nullptr);
  BasicBlock *entry = BasicBlock::Create(source.getContext(), "lanes", result);
  builder.SetInsertPoint(entry);
  for (auto [original, copy] : zip_first(source.args(), result->args())) {
    copy.setName(original.getName());
    if (varies(&original)) {
      shapes[&original] = {&copy, 1, nullptr};
      vectors[&original] =
          builder.CreateAdd(builder.CreateVectorSplat(lanes, &copy), stepVector(copy.getType(), 1));
    } else {
      scalars[&original] = &copy;
    }
  }
}

bool RegionWidener::isDivergentLoop(const Loop &loop) const {
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return any_of(exiting,
                [&](BasicBlock *block) { return uniformity.hasDivergentTerminator(*block); });
}

void RegionWidener::widenBlock(BasicBlock &block) {
  if (&block == &source.getEntryBlock())
    builder.CreateBr(starts[&block]);
  builder.SetInsertPoint(starts[&block]);
  mask = maskOf(block);
  masks[&block] = mask;
  if (failed)
    return;
  createPhis(block);
  for (Instruction &instruction : block) {
    if (failed)
      return;
    if (isa<PHINode>(instruction))
      continue;
    builder.SetCurrentDebugLocation(DebugLoc());
    if (instruction.isTerminator())
      widenTerminator(instruction);
    else
      widenInstruction(instruction);
  }
  ends[&block] = builder.GetInsertBlock();
}

Value *RegionWidener::allLanes() {
  return ConstantInt::getTrue(FixedVectorType::get(builder.getInt1Ty(), lanes));
}

Value *RegionWidener::anyOf(Value *lanesMask) {
  Value *bits = builder.CreateBitCast(lanesMask, builder.getIntNTy(lanes));
  return builder.CreateICmpNE(bits, ConstantInt::get(bits->getType(), 0));
}

Value *RegionWidener::maskOf(BasicBlock &block) {
  if (&block == &source.getEntryBlock())
    return nullptr;
  Loop *loop = loops.getLoopFor(&block);
  if (loop && loop->getHeader() == &block && isDivergentLoop(*loop)) {
    BasicBlock *before = loop->getLoopPreheader();
    if (!before || loop->getLoopLatch() == nullptr ||
        loop->getExitingBlock() != loop->getLoopLatch() || !loop->getUniqueExitBlock()) {
      fail("a divergent loop has more than one exit", block.getTerminator());
      return nullptr;
    }
    PHINode *live = builder.CreatePHI(allLanes()->getType(), 2, "live");
    Value *entering = edgeMask(before, &block);
    live->addIncoming(entering ? entering : allLanes(), ends[before]);
    return live;
  }
  BasicBlock *above = dominators.getNode(&block)->getIDom()->getBlock();
  while (Loop *left = loops.getLoopFor(above)) {
    if (left->contains(&block))
      break;
    above = dominators.getNode(left->getHeader())->getIDom()->getBlock();
  }
  if (postDominators.dominates(&block, above))
    return masks[above];
  Value *first = nullptr;
  bool isSame = true;
  bool isLoop = false;
  MapVector<BasicBlock *, Value *> incoming;
  for (BasicBlock *predecessor : predecessors(&block)) {
    if (dominators.dominates(&block, predecessor)) {
      isLoop = true;
      continue;
    }
    Value *edge = edgeMask(predecessor, &block);
    if (incoming.empty())
      first = edge;
    isSame &= edge == first;
    incoming[predecessor] = edge;
  }
  if (isSame)
    return first;
  if (isLoop) {
    fail("the mask of a loop is not known", block.getTerminator());
    return nullptr;
  }
  PHINode *joined = builder.CreatePHI(allLanes()->getType(), incoming.size(), "mask");
  for (const auto &[predecessor, edge] : incoming)
    joined->addIncoming(edge ? edge : allLanes(), ends[predecessor]);
  return joined;
}

Value *RegionWidener::edgeMask(BasicBlock *from, BasicBlock *to) {
  const auto found = branches.find(from);
  if (found == branches.end())
    return masks[from];
  if (found->second.side == to)
    return found->second.mask;
  fail("control flow is not structured", from->getTerminator());
  return nullptr;
}

void RegionWidener::widenTerminator(Instruction &terminator) {
  if (auto *exit = dyn_cast<ReturnInst>(&terminator)) {
    if (mask || varies(exit->getReturnValue()))
      return fail("work-items leave the region in different ways", exit);
    builder.CreateRet(scalarOf(exit->getReturnValue()));
    return;
  }
  auto *branch = dyn_cast<BranchInst>(&terminator);
  if (!branch)
    return fail("control flow is not structured", &terminator);
  if (branch->isUnconditional()) {
    builder.CreateBr(starts[branch->getSuccessor(0)]);
    return;
  }
  BasicBlock *block = branch->getParent();
  if (!varies(branch->getCondition()) && !uniformity.hasDivergentTerminator(*block)) {
    builder.CreateCondBr(scalarOf(branch->getCondition()), starts[branch->getSuccessor(0)],
                         starts[branch->getSuccessor(1)]);
    return;
  }
  Loop *loop = loops.getLoopFor(block);
  if (loop && loop->getLoopLatch() == block && loop->isLoopExiting(block))
    return widenLatch(*branch, *loop);
  const auto *node = postDominators.getNode(block);
  BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  if (!join || !is_contained(successors(block), join) || loops.getLoopFor(join) != loop ||
      branch->getSuccessor(0) == branch->getSuccessor(1))
    return fail("control flow is not structured", branch);
  widenSkip(*branch, join);
}

void RegionWidener::widenSkip(BranchInst &branch, BasicBlock *join) {
  BasicBlock *block = branch.getParent();
  const bool joinsWhenFalse = branch.getSuccessor(1) == join;
  BasicBlock *side = branch.getSuccessor(joinsWhenFalse ? 0 : 1);
  if (side->getSinglePredecessor() != block || !all_of(predecessors(join), [&](BasicBlock *other) {
        return dominators.dominates(block, other);
      }))
    return fail("control flow is not structured", &branch);
  Value *condition = vectorOf(branch.getCondition());
  if (!joinsWhenFalse)
    condition = builder.CreateNot(condition);
  Value *taken = mask
                     ? builder.CreateSelect(mask, condition, ConstantInt::getFalse(mask->getType()))
                     : condition;
  branches[block] = {side, join, taken};
  builder.CreateCondBr(anyOf(taken), starts[side], starts[join]);
}

void RegionWidener::widenLatch(BranchInst &branch, Loop &loop) {
  BasicBlock *latch = branch.getParent();
  BasicBlock *header = loop.getHeader();
  BasicBlock *exit = loop.getUniqueExitBlock();
  auto *live = dyn_cast_or_null<PHINode>(masks[header]);
  if (!live || mask != live || !exit || exit->getSinglePredecessor() != latch)
    return fail("a divergent loop is not in its normal form", &branch);
  Value *condition = vectorOf(branch.getCondition());
  if (branch.getSuccessor(0) != header)
    condition = builder.CreateNot(condition);
  Value *next = builder.CreateSelect(live, condition, ConstantInt::getFalse(live->getType()));
  BasicBlock *before = loop.getLoopPreheader();
  for (PHINode &leaving : exit->phis()) {
    Value *value = leaving.getIncomingValue(0);
    if (!isWidenable(leaving.getType()))
      return fail("a value of a vector or aggregate type leaves a divergent loop", &branch);
    Value *wide = vectorOf(value);
    if (failed)
      return;
    const auto *inside = dyn_cast<Instruction>(value);
    if (inside && loop.contains(inside)) {
      PHINode *kept = PHINode::Create(wide->getType(), 2, "kept", starts[header]->begin());
      wide = builder.CreateSelect(live, wide, kept);
      kept->addIncoming(Constant::getNullValue(wide->getType()), ends[before]);
      kept->addIncoming(wide, builder.GetInsertBlock());
    }
    vectors[&leaving] = wide;
  }
  Value *any = anyOf(next);
  live->addIncoming(next, builder.GetInsertBlock());
  builder.CreateCondBr(any, starts[header], starts[exit]);
}

void RegionWidener::createPhis(BasicBlock &block) {
  for (PHINode &phi : block.phis()) {
    if (vectors.contains(&phi))
      continue;
    const bool wide = varies(&phi);
    if (wide && !isWidenable(phi.getType()))
      return fail("values of vector or aggregate types vary", &phi);
    PHINode *copy = builder.CreatePHI(wide ? wideType(phi.getType()) : phi.getType(),
                                      phi.getNumIncomingValues(), phi.getName());
    (wide ? vectors : scalars)[&phi] = copy;
    phis.push_back({&phi, copy});
  }
}

// At the join of a divergent branch, the lanes that took the side get its value, the others that of
// the branch's own edge.
void RegionWidener::fillBlend(PHINode &phi, PHINode &wide) {
  BasicBlock *head = dominators.getNode(phi.getParent())->getIDom()->getBlock();
  const DivergentBranch &branch = branches[head];
  Value *direct = phi.getIncomingValueForBlock(head);
  for (unsigned index = 0; index != phi.getNumIncomingValues(); ++index) {
    BasicBlock *predecessor = phi.getIncomingBlock(index);
    builder.SetInsertPoint(ends[predecessor]->getTerminator());
    Value *value = vectorOf(phi.getIncomingValue(index));
    if (predecessor != head)
      value = builder.CreateSelect(branch.mask, value, vectorOf(direct));
    wide.addIncoming(value, ends[predecessor]);
  }
}

void RegionWidener::fillPhis() {
  for (auto [phi, copy] : phis) {
    const auto *node = dominators.getNode(phi->getParent())->getIDom();
    BasicBlock *head = node ? node->getBlock() : nullptr;
    const auto branch = branches.find(head);
    const bool blends = branch != branches.end() && branch->second.join == phi->getParent();
    if (blends && varies(phi)) {
      fillBlend(*phi, *copy);
      continue;
    }
    for (unsigned index = 0; index != phi->getNumIncomingValues(); ++index) {
      BasicBlock *predecessor = phi->getIncomingBlock(index);
      builder.SetInsertPoint(ends[predecessor]->getTerminator());
      Value *value = phi->getIncomingValue(index);
      value = varies(phi) ? vectorOf(value) : scalarOf(value);
      copy->addIncoming(value, ends[predecessor]);
    }
    if (failed)
      return;
  }
}

} // namespace weft::compiler
