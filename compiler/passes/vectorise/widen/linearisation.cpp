// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of RegionWidener that lays out blocks in a line, with masks in place of divergent
// branches.
#include "compiler/passes/vectorise/widen/region_widener.h"

#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// The blocks of a loop, or with none of the function, in a topological order that keeps the blocks
// of each inner loop together: to that end an inner loop counts as one block before its exits.
class BlockOrder {
public:
  BlockOrder(const LoopInfo &loops, const Loop *loop, BasicBlock *start)
      : loops(loops), loop(loop), start(start) {
    visit(start);
  }

  void appendTo(SmallVectorImpl<BasicBlock *> &order) const {
    for (BasicBlock *block : reverse(finished))
      if (const Loop *inner = loops.getLoopFor(block); inner != loop)
        BlockOrder(loops, inner, block).appendTo(order);
      else
        order.push_back(block);
  }

private:
  // The header of the loop directly inside that the block is in, or the block itself.
  BasicBlock *representative(BasicBlock *block) const {
    const Loop *inner = loops.getLoopFor(block);
    if (inner == loop)
      return block;
    while (inner->getParentLoop() != loop)
      inner = inner->getParentLoop();
    return inner->getHeader();
  }

  void visit(BasicBlock *block) {
    if (!seen.insert(block).second)
      return;
    SmallVector<BasicBlock *> next;
    if (const Loop *inner = loops.getLoopFor(block); inner != loop)
      inner->getUniqueExitBlocks(next);
    else
      next.append(succ_begin(block), succ_end(block));
    for (BasicBlock *successor : next)
      if (successor != start && (!loop || loop->contains(successor)))
        visit(representative(successor));
    finished.push_back(block);
  }

  const LoopInfo &loops;
  const Loop *loop;
  BasicBlock *start;
  SmallPtrSet<BasicBlock *, 32> seen;
  SmallVector<BasicBlock *> finished;
};

} // namespace

void RegionWidener::orderBlocks() {
  BlockOrder(loops, nullptr, &source.getEntryBlock()).appendTo(order);
  for (auto [index, block] : enumerate(order))
    positions[block] = index;
  pending.assign(order.size(), SmallBitVector(order.size()));
  everPending.resize(order.size());
  // What leaves a loop in one iteration stays pending in the next ones.
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<Loop::Edge> exits;
    loop->getExitEdges(exits);
    for (const auto &[from, to] : exits)
      if (exitsDivergently(*loop, *from))
        setPending(*loop->getHeader(), to);
  }
}

void RegionWidener::setPending(const BasicBlock &at, const BasicBlock *block) {
  pending[positions[&at]].set(positions[block]);
  everPending.set(positions[block]);
}

// Whether some lanes may leave the loop from the block while others stay: its branch diverges, or
// only some lanes come to it.
bool RegionWidener::exitsDivergently(const Loop &loop, const BasicBlock &exiting) const {
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return uniformity.hasDivergentTerminator(*block) &&
           (block == &exiting || !postDominators.dominates(&exiting, block));
  });
}

bool RegionWidener::isDivergentLoop(const Loop &loop) const {
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return any_of(exiting, [&](BasicBlock *block) { return exitsDivergently(loop, *block); });
}

bool RegionWidener::isHeader(const BasicBlock &block) const {
  return loops.isLoopHeader(const_cast<BasicBlock *>(&block));
}

// The earliest of the pending blocks and the targets comes next; the others wait there.
BasicBlock *RegionWidener::nextBlock(const BasicBlock &from, ArrayRef<BasicBlock *> targets) {
  SmallBitVector waiting = pending[positions[&from]];
  for (BasicBlock *target : targets)
    waiting.set(positions[target]);
  const int first = waiting.find_first();
  if (first < 0 || static_cast<unsigned>(first) <= positions[&from]) {
    fail("control flow is not reducible", from.getTerminator());
    return starts[order.front()];
  }
  waiting.reset(first);
  pending[first] |= waiting;
  everPending |= waiting;
  return starts[order[first]];
}

Value *RegionWidener::allLanes() {
  return ConstantInt::getTrue(FixedVectorType::get(builder.getInt1Ty(), lanes));
}

Value *RegionWidener::anyOf(Value *lanesMask) {
  Value *bits = builder.CreateBitCast(lanesMask, builder.getIntNTy(lanes));
  return builder.CreateICmpNE(bits, ConstantInt::get(bits->getType(), 0));
}

Value *RegionWidener::andMasks(Value *first, Value *second) {
  return first ? builder.CreateSelect(first, second, ConstantInt::getFalse(first->getType()))
               : second;
}

AllocaInst *RegionWidener::createVariable(Type *type, const Twine &name) {
  BasicBlock &entry = result->getEntryBlock();
  auto *variable = new AllocaInst(type, layout.getAllocaAddrSpace(), name, entry.begin());
  variables.push_back(variable);
  return variable;
}

AllocaInst *RegionWidener::maskVariable(const BasicBlock &block) {
  AllocaInst *&variable = maskVariables[&block];
  if (!variable) {
    variable = createVariable(allLanes()->getType(), "mask");
    IRBuilder<> atEntry(result->getEntryBlock().getTerminator());
    atEntry.CreateStore(ConstantInt::getFalse(allLanes()->getType()), variable);
  }
  return variable;
}

AllocaInst *RegionWidener::phiVariable(const PHINode &phi) {
  AllocaInst *&variable = phiVariables[&phi];
  if (!variable)
    variable = createVariable(varies(&phi) ? wideType(phi.getType()) : phi.getType(), "phi");
  return variable;
}

// The block before all ways to the block part: outside of loops that the block is not in.
const BasicBlock *RegionWidener::blockAbove(const BasicBlock &block) const {
  const BasicBlock *above = dominators.getNode(&block)->getIDom()->getBlock();
  while (const Loop *left = loops.getLoopFor(above)) {
    if (left->contains(&block))
      break;
    above = dominators.getNode(left->getHeader())->getIDom()->getBlock();
  }
  return above;
}

// Whether the block comes after the one above it in any case, and before a loop that both are in
// goes round: lanes that go round first come to the block later, or in another iteration.
bool RegionWidener::alwaysFollows(const BasicBlock &block, const BasicBlock &above) const {
  if (!postDominators.dominates(&block, &above))
    return false;
  const Loop *loop = loops.getLoopFor(&block);
  if (!loop)
    return true;
  SmallPtrSet<const BasicBlock *, 16> seen{&above, &block};
  SmallVector<const BasicBlock *> work{&above};
  while (!work.empty())
    for (const BasicBlock *next : successors(work.pop_back_val())) {
      if (next == loop->getHeader())
        return false;
      if (seen.insert(next).second)
        work.push_back(next);
    }
  return true;
}

// Sets `mayBeEmpty` beside. Where no lanes wait for a later block all of them are here, whatever
// block the mask was taken from.
Value *RegionWidener::maskOf(BasicBlock &block) {
  mayBeEmpty = false;
  if (&block == &source.getEntryBlock())
    return entryMask;
  const bool hasPending = pending[positions[&block]].any();
  const auto like = [&](const BasicBlock *other) {
    mayBeEmpty |= hasPending && emptyBlocks.contains(other);
    return masks[other];
  };
  const bool isPending = everPending.test(positions[&block]);
  if (isHeader(block)) {
    Loop *loop = loops.getLoopFor(&block);
    if (!isPending && !isDivergentLoop(*loop))
      return like(loop->getLoopPreheader());
  } else {
    const BasicBlock *above = blockAbove(block);
    if (alwaysFollows(block, *above)) {
      inherited.push_back({&block, above});
      return like(above);
    }
    const BasicBlock *first = *pred_begin(&block);
    if (!isPending && all_of(predecessors(&block), [&](BasicBlock *predecessor) {
          return !uniformity.hasDivergentTerminator(*predecessor) &&
                 masks[predecessor] == masks[first];
        })) {
      for (BasicBlock *predecessor : predecessors(&block))
        like(predecessor);
      return masks[first];
    }
  }
  AllocaInst *variable = maskVariable(block);
  Value *lanesHere = builder.CreateLoad(variable->getAllocatedType(), variable, "lanes");
  builder.CreateStore(ConstantInt::getFalse(lanesHere->getType()), variable);
  mayBeEmpty = hasPending;
  return lanesHere;
}

// Jumps over a block that has no lanes, unless running it costs less than the test.
void RegionWidener::guard(BasicBlock &block) {
  if (!mayBeEmpty)
    return;
  BasicBlock *next = block.getSingleSuccessor();
  const bool isPreheader = next && isHeader(*next);
  const bool decides = !next && !uniformity.hasDivergentTerminator(block);
  if (!isPreheader && !decides && !isHeader(block) && stages.run(VectorStage::Speculation) &&
      costs.speculationCost(block).value_or(~0u) <= CostModel::unguardedBudget) {
    emptyBlocks.insert(&block);
    return;
  }
  BasicBlock *body = BasicBlock::Create(builder.getContext(), "some", result);
  builder.CreateCondBr(anyOf(mask), body, nextBlock(block, {}));
  builder.SetInsertPoint(body);
  mayBeEmpty = false;
}

void RegionWidener::widenBlock(BasicBlock &block) {
  builder.SetInsertPoint(starts[&block]);
  builder.SetCurrentDebugLocation(DebugLoc());
  mask = maskOf(block);
  masks[&block] = mask;
  guard(block);
  bodies[&block] = builder.GetInsertBlock();
  for (PHINode &phi : block.phis()) {
    const bool wide = varies(&phi);
    if (wide && !isWidenable(phi.getType()))
      return fail("values of vector or aggregate types vary", &phi);
    AllocaInst *variable = phiVariable(phi);
    (wide ? vectors : scalars)[&phi] =
        builder.CreateLoad(variable->getAllocatedType(), variable, phi.getName());
  }
  for (Instruction &instruction : block) {
    if (failed)
      return;
    if (isa<PHINode>(instruction))
      continue;
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    if (instruction.isTerminator()) {
      widenTerminator(instruction);
      continue;
    }
    const WideningStatistics before = counts;
    widenInstruction(instruction);
    weigh(instruction, before);
  }
}

// Corrects what widening an instruction has counted.
void RegionWidener::weigh(const Instruction &instruction, const WideningStatistics &before) {
  // Scalar code has the arithmetic of addresses in its loads and stores.
  if (isa<GetElementPtrInst, TruncInst, SExtInst, ZExtInst, AddrSpaceCastInst>(instruction))
    counts.instructions = before.instructions;
  // Slow in scalar code, and somewhat less in vectors; very slow there where it is lane by lane.
  if (instruction.isIntDivRem() && !isa<Constant>(instruction.getOperand(1)) &&
      counts.instructions != before.instructions) {
    counts.instructions = before.instructions + CostModel::divisionWeight;
    counts.replicated += dividesAsReals(cast<BinaryOperator>(instruction)) ? 1 : 4;
  }
  counts.addTimes(before, CostModel::loopWeight(*instruction.getParent(), loops) - 1);
}

// Hands the lanes on an edge, and their values, to the block where it ends. Lanes of the source
// that take another way may get values too: these are written again when they arrive, or never
// read.
void RegionWidener::emitEdge(BasicBlock &from, BasicBlock &to, Value *lanesHere) {
  const Loop *loop = loops.getLoopFor(&to);
  const bool isIntoHeader = isHeader(to);
  // Nothing of the target has been written in this round.
  const bool isFirst = isIntoHeader || (loops.getLoopFor(&from) == loop &&
                                        all_of(predecessors(&to), [&](BasicBlock *other) {
                                          return positions[other] >= positions[&from];
                                        }));
  Value *arriving = lanesHere ? lanesHere : allLanes();
  AllocaInst *variable = maskVariable(to);
  if (!isFirst)
    arriving = builder.CreateOr(builder.CreateLoad(arriving->getType(), variable), arriving);
  builder.CreateStore(arriving, variable);
  const bool mayHaveNone = uniformity.hasDivergentTerminator(from) || emptyBlocks.contains(&from);
  for (PHINode &phi : to.phis()) {
    Value *value = phi.getIncomingValueForBlock(&from);
    AllocaInst *place = phiVariable(phi);
    const bool wide = varies(&phi);
    value = wide ? vectorOf(value) : scalarOf(value);
    if (failed)
      return;
    Value *condition = wide ? mask : mayHaveNone && lanesHere ? anyOf(lanesHere) : nullptr;
    if (!isFirst && condition)
      value = builder.CreateSelect(condition, value, builder.CreateLoad(value->getType(), place));
    builder.CreateStore(value, place);
  }
}

void RegionWidener::widenTerminator(Instruction &terminator) {
  if (auto *exit = dyn_cast<ReturnInst>(&terminator))
    return widenReturn(*exit);
  auto *branch = dyn_cast<BranchInst>(&terminator);
  if (!branch)
    return fail("control flow ends in '" + Twine(terminator.getOpcodeName()) + "'", &terminator);
  BasicBlock &block = *branch->getParent();
  BasicBlock *first = branch->getSuccessor(0);
  if (branch->isUnconditional() || first == branch->getSuccessor(1)) {
    emitEdge(block, *first, mask);
    return goTo(block, *first);
  }
  if (!uniformity.hasDivergentTerminator(block))
    return widenUniformBranch(*branch);
  widenDivergentBranch(*branch);
}

// Lanes that have finished, and those that are not active, return 0.
void RegionWidener::widenReturn(ReturnInst &exit) {
  Value *value = exit.getReturnValue();
  if (!returnsLanes) {
    builder.CreateRet(scalarOf(value));
    return;
  }
  Value *wide = vectorOf(value);
  if (mask)
    wide = builder.CreateSelect(mask, wide, Constant::getNullValue(wide->getType()));
  builder.CreateRet(wide);
}

// Ends the insertion block on the way to a block; round a loop only as long as lanes are in it.
void RegionWidener::goTo(BasicBlock &from, BasicBlock &to) {
  if (positions[&to] > positions[&from]) {
    builder.CreateBr(nextBlock(from, {&to}));
    return;
  }
  Loop *loop = loops.getLoopFor(&to);
  if (!loop || loop->getHeader() != &to || !loop->contains(&from))
    return fail("control flow is not reducible", from.getTerminator());
  if (!emptyBlocks.contains(&from))
    builder.CreateBr(starts[&to]);
  else
    builder.CreateCondBr(anyOf(mask), starts[&to], nextBlock(from, {}));
}

void RegionWidener::widenUniformBranch(BranchInst &branch) {
  BasicBlock &block = *branch.getParent();
  BasicBlock *ways[2];
  for (BasicBlock *&way : ways)
    way = BasicBlock::Create(builder.getContext(), "way", result);
  builder.CreateCondBr(scalarOf(branch.getCondition()), ways[0], ways[1]);
  for (unsigned index : {0u, 1u}) {
    builder.SetInsertPoint(ways[index]);
    emitEdge(block, *branch.getSuccessor(index), mask);
    goTo(block, *branch.getSuccessor(index));
  }
}

void RegionWidener::widenDivergentBranch(BranchInst &branch) {
  BasicBlock &block = *branch.getParent();
  const Loop *loop = loops.getLoopFor(&block);
  for (unsigned index : {0u, 1u})
    if (loop && branch.getSuccessor(index) == loop->getHeader())
      return widenLatch(branch, index);
  Value *condition = vectorOf(branch.getCondition());
  if (failed)
    return;
  BasicBlock *taken = branch.getSuccessor(0);
  BasicBlock *other = branch.getSuccessor(1);
  Value *takenLanes = andMasks(mask, condition);
  Value *otherLanes = andMasks(mask, builder.CreateNot(condition));
  emitEdge(block, *taken, takenLanes);
  emitEdge(block, *other, otherLanes);
  builder.CreateBr(nextBlock(block, {taken, other}));
}

// Splits a condition in what decides for all lanes (or null), and the lanes for which the rest is
// true. The lanes do not matter where the former is false.
std::pair<Value *, Value *> RegionWidener::splitCondition(Value *condition, bool isNegated) {
  Value *all = nullptr;
  Value *some = mask ? mask : allLanes();
  SmallVector<Value *> conjuncts{condition};
  while (!conjuncts.empty()) {
    Value *conjunct = conjuncts.pop_back_val();
    Value *first = nullptr;
    Value *second = nullptr;
    if (!isNegated && match(conjunct, m_LogicalAnd(m_Value(first), m_Value(second)))) {
      conjuncts.append({second, first});
    } else if (!varies(conjunct) && !vectors.contains(conjunct)) {
      // What comes before may keep it from being looked at.
      Value *decision = builder.CreateFreeze(scalarOf(conjunct));
      if (isNegated)
        decision = builder.CreateNot(decision);
      all = all ? builder.CreateAnd(all, decision) : decision;
    } else {
      Value *decision = vectorOf(conjunct);
      some = andMasks(some, isNegated ? builder.CreateNot(decision) : decision);
    }
  }
  return {all, some};
}

void RegionWidener::widenLatch(BranchInst &branch, unsigned back) {
  BasicBlock &block = *branch.getParent();
  BasicBlock *header = branch.getSuccessor(back);
  BasicBlock *exit = branch.getSuccessor(1 - back);
  const auto [all, staying] = splitCondition(branch.getCondition(), back == 1);
  if (failed)
    return;
  Value *reallyStaying =
      all ? builder.CreateSelect(all, staying, ConstantInt::getFalse(staying->getType())) : staying;
  emitEdge(block, *exit, andMasks(mask, builder.CreateNot(reallyStaying)));
  // The mask is only read where all stay.
  emitEdge(block, *header, staying);
  Value *goesOn = anyOf(staying);
  if (all)
    goesOn = builder.CreateLogicalAnd(all, goesOn);
  BasicBlock *after = BasicBlock::Create(builder.getContext(), "left", result);
  builder.CreateCondBr(goesOn, starts[header], after);
  builder.SetInsertPoint(after);
  builder.CreateStore(ConstantInt::getFalse(staying->getType()), maskVariable(*header));
  builder.CreateBr(nextBlock(block, {exit}));
}

} // namespace weft::compiler
