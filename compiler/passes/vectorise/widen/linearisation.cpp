// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/linearisation.h"

#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/vectorise/widen/live_out_inductions.h"
#include "compiler/passes/vectorise/widen/records/record_operands.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(blocksGuarded, "Blocks guarded by a test of their mask");
using namespace llvm::PatternMatch;

void Linearisation::begin(Value *mask, bool returnsVector) {
  entryMask = mask;
  returnsLanes = returnsVector;
  for (const BlockPlan &block : plan.blocks())
    starts[block.block] = gang.createBlock(block.block->getName());
  gang.CreateBr(starts[plan.blocks().front().block]);
}

void Linearisation::enter(const BlockPlan &block) {
  gang.SetInsertPoint(starts[block.block]);
  gang.SetCurrentDebugLocation(DebugLoc());
  gang.mask = masks[block.block] = maskOf(block);
  gang.mayRunWithoutLanes = block.mayRunWithoutLanes();
  guard(block);
  bodies[block.block] = gang.GetInsertBlock();
  enterPhis(*block.block);
}

Value *Linearisation::maskOf(const BlockPlan &block) {
  switch (block.mask) {
  case BlockPlan::Mask::Entry:
    return entryMask;
  case BlockPlan::Mask::Follows:
  case BlockPlan::Mask::Together:
    assert(masks.contains(block.maskOf) && "a mask is taken from an earlier block");
    return masks.lookup(block.maskOf);
  case BlockPlan::Mask::Variable:
    break;
  }
  AllocaInst *variable = maskVariable(*block.block);
  Value *lanesHere = gang.CreateLoad(variable->getAllocatedType(), variable, "lanes");
  gang.CreateStore(ConstantInt::getFalse(lanesHere->getType()), variable);
  return lanesHere;
}

// Skips a guarded block without active lanes.
void Linearisation::guard(const BlockPlan &block) {
  if (block.execution != BlockPlan::Execution::Guarded)
    return;
  ++blocksGuarded;
  BasicBlock *body = gang.createBlock("some");
  gang.CreateCondBr(gang.anyOf(gang.mask), body, starts[block.withoutLanes]);
  gang.SetInsertPoint(body);
}

void Linearisation::enterPhis(BasicBlock &block) {
  for (PHINode &phi : block.phis()) {
    const bool isWide = !values.isUniform(phi);
    if (isWide && !isVectorElement(*phi.getType()))
      return gang.fail("values of vector or aggregate types vary", &phi);
    AllocaInst *variable = phiVariable(phi);
    Value *value = gang.CreateLoad(variable->getAllocatedType(), variable, phi.getName());
    if (isWide)
      values.setVector(phi, value);
    else
      values.setScalar(phi, value);
  }
}

AllocaInst *Linearisation::createVariable(Type *type, const Twine &name) {
  AllocaInst *variable = gang.createEntryAlloca(type, name, gang.layout().getPrefTypeAlign(type));
  variables.push_back(variable);
  return variable;
}

AllocaInst *Linearisation::maskVariable(const BasicBlock &block) {
  AllocaInst *&variable = maskVariables[&block];
  if (!variable) {
    Constant *none = Constant::getNullValue(gang.allLanes()->getType());
    variable = createVariable(none->getType(), "mask");
    IRBuilder<>(gang.result->getEntryBlock().getTerminator()).CreateStore(none, variable);
  }
  return variable;
}

AllocaInst *Linearisation::phiVariable(const PHINode &phi) {
  AllocaInst *&variable = phiVariables[&phi];
  if (!variable)
    variable =
        createVariable(values.isUniform(phi) ? phi.getType() : gang.wideType(phi.getType()), "phi");
  return variable;
}

// Passes the lanes on an edge, and their values, to its target. Lanes of the source that take
// another edge may get values too: these are overwritten when they arrive, or never read.
void Linearisation::emitEdge(const BlockPlan &from, BasicBlock &to, Value *lanesHere) {
  const bool isFirst = from.edgeTo(to).isFirst;
  Value *arriving = lanesHere ? lanesHere : gang.allLanes();
  AllocaInst *variable = maskVariable(to);
  if (!isFirst)
    arriving = gang.CreateOr(gang.CreateLoad(arriving->getType(), variable), arriving);
  gang.CreateStore(arriving, variable);
  for (PHINode &phi : to.phis()) {
    blendPhi(from, phi, isFirst, lanesHere);
    if (gang.hasFailed())
      return;
  }
}

void Linearisation::blendPhi(const BlockPlan &from, PHINode &phi, bool isFirst, Value *lanesHere) {
  const Use &incoming = phi.getOperandUse(phi.getBasicBlockIndex(from.block));
  Value *value = incoming.get();
  AllocaInst *place = phiVariable(phi);
  const bool isWide = !values.isUniform(phi);
  const RecordOperands inOrder(records, values, gang, phi, make_range(&incoming, &incoming + 1));
  value = isWide ? values.vectorOf(value) : values.scalarOf(value);
  if (gang.hasFailed())
    return;
  const bool mayHaveNone = from.exit == BlockPlan::Exit::DivergentBranch ||
                           from.exit == BlockPlan::Exit::Latch || from.mayRunWithoutLanes();
  Value *condition = isWide                     ? gang.mask
                     : mayHaveNone && lanesHere ? gang.anyOf(lanesHere)
                                                : nullptr;
  if (const auto part = records.partOf(phi); part && isWide && !isFirst && condition)
    condition = spreadInOrder(gang, condition, *part);
  if (!isFirst && condition)
    value = gang.CreateSelect(condition, value, gang.CreateLoad(value->getType(), place));
  gang.CreateStore(value, place);
}

void Linearisation::leave(const BlockPlan &block) {
  Instruction &terminator = *block.block->getTerminator();
  gang.SetCurrentDebugLocation(terminator.getDebugLoc());
  switch (block.exit) {
  case BlockPlan::Exit::Return:
    return leaveByReturn(cast<ReturnInst>(terminator));
  case BlockPlan::Exit::Jump:
    emitEdge(block, *terminator.getSuccessor(0), gang.mask);
    return goTo(block, *block.next[0]);
  case BlockPlan::Exit::UniformBranch:
    return leaveByUniformBranch(block, cast<BranchInst>(terminator));
  case BlockPlan::Exit::DivergentBranch:
    return leaveByDivergentBranch(block, cast<BranchInst>(terminator));
  case BlockPlan::Exit::Latch:
    return leaveByLatch(block, cast<BranchInst>(terminator));
  }
}

// Lanes that have finished, and inactive ones, return 0.
void Linearisation::leaveByReturn(ReturnInst &exit) {
  Value *value = exit.getReturnValue();
  if (!returnsLanes) {
    gang.CreateRet(values.scalarOf(value));
    return;
  }
  Value *wide = values.vectorOf(value);
  if (gang.mask)
    wide = gang.CreateSelect(gang.mask, wide, Constant::getNullValue(wide->getType()));
  gang.CreateRet(wide);
}

// Ends the insertion block; the back edge is taken only while lanes are in the loop.
void Linearisation::goTo(const BlockPlan &from, BasicBlock &next) {
  const bool goesRound = gang.mayRunWithoutLanes && from.withoutLanes && bodies.contains(&next);
  if (goesRound)
    gang.CreateCondBr(gang.anyOf(gang.mask), starts[&next], starts[from.withoutLanes]);
  else
    gang.CreateBr(starts[&next]);
}

void Linearisation::leaveByUniformBranch(const BlockPlan &block, BranchInst &branch) {
  BasicBlock *targets[] = {gang.createBlock("successor"), gang.createBlock("successor")};
  gang.CreateCondBr(values.scalarOf(branch.getCondition()), targets[0], targets[1]);
  for (unsigned index : {0u, 1u}) {
    gang.SetInsertPoint(targets[index]);
    emitEdge(block, *branch.getSuccessor(index), gang.mask);
    goTo(block, *block.next[index]);
  }
}

void Linearisation::leaveByDivergentBranch(const BlockPlan &block, BranchInst &branch) {
  Value *condition = values.vectorOf(branch.getCondition());
  if (gang.hasFailed())
    return;
  Value *takenLanes = gang.andMasks(gang.mask, condition);
  Value *otherLanes = gang.andMasks(gang.mask, gang.CreateNot(condition));
  emitEdge(block, *branch.getSuccessor(0), takenLanes);
  emitEdge(block, *branch.getSuccessor(1), otherLanes);
  gang.CreateBr(starts[block.next[0]]);
}

// Splits a condition into one that decides for all lanes (or null), and the lanes for which the
// rest is true. The lanes are ignored if the former is false.
std::pair<Value *, Value *> Linearisation::splitCondition(Value *condition, bool isNegated) {
  Value *all = nullptr;
  Value *some = gang.mask ? gang.mask : gang.allLanes();
  SmallVector<Value *> conjuncts{condition};
  while (!conjuncts.empty()) {
    Value *conjunct = conjuncts.pop_back_val();
    Value *first = nullptr;
    Value *second = nullptr;
    if (!isNegated && match(conjunct, m_LogicalAnd(m_Value(first), m_Value(second)))) {
      conjuncts.append({second, first});
    } else if (values.isUniform(*conjunct)) {
      // Earlier operands may short-circuit it.
      Value *decision = gang.CreateFreeze(values.scalarOf(conjunct));
      if (isNegated)
        decision = gang.CreateNot(decision);
      all = all ? gang.CreateAnd(all, decision) : decision;
    } else {
      Value *decision = values.vectorOf(conjunct);
      some = gang.andMasks(some, isNegated ? gang.CreateNot(decision) : decision);
    }
  }
  return {all, some};
}

void Linearisation::leaveByLatch(const BlockPlan &block, BranchInst &branch) {
  const unsigned back = bodies.contains(branch.getSuccessor(0)) ? 0 : 1;
  BasicBlock *header = branch.getSuccessor(back);
  BasicBlock *exit = branch.getSuccessor(1 - back);
  assert(bodies.contains(header) && !bodies.contains(exit) && "a latch goes back or out");
  const auto [all, staying] = splitCondition(branch.getCondition(), back == 1);
  if (gang.hasFailed())
    return;
  Value *reallyStaying =
      all ? gang.CreateSelect(all, staying, ConstantInt::getFalse(staying->getType())) : staying;
  emitEdge(block, *exit, gang.andMasks(gang.mask, gang.CreateNot(reallyStaying)));
  // The mask is only read if all stay.
  emitEdge(block, *header, staying);
  Value *goesOn = gang.anyOf(staying);
  if (all)
    goesOn = gang.CreateLogicalAnd(all, goesOn);
  BasicBlock *after = gang.createBlock("left");
  gang.CreateCondBr(goesOn, starts[header], after);
  gang.SetInsertPoint(after);
  gang.CreateStore(ConstantInt::getFalse(staying->getType()), maskVariable(*header));
  gang.CreateBr(starts[block.next[0]]);
}

// Whether each block that has the mask of the one it follows runs after it. Includes blocks that
// may be unreachable, so precedes their removal.
bool Linearisation::masksDominate() {
  const DominatorTree tree(*gang.result);
  for (const BlockPlan &block : plan.blocks())
    if (block.mask == BlockPlan::Mask::Follows && tree.isReachableFromEntry(starts[block.block]) &&
        !tree.dominates(bodies[block.maskOf], starts[block.block])) {
      gang.fail("masks depend on the path", block.block->getTerminator());
      return false;
    }
  return true;
}

// Values used where their definition does not always dominate get phis: their values on other paths
// concern no lane.
void Linearisation::finish() {
  if (!masksDominate())
    return;
  removeUnreachableBlocks(*gang.result);
  const DominatorTree tree(*gang.result);
  for (Instruction &value : instructions(*gang.result))
    repairUses(value, tree);
  DominatorTree final(*gang.result);
  PromoteMemToReg(variables, final);
  countLiveOutInductions(final);
}

void Linearisation::repairUses(Instruction &value, const DominatorTree &tree) {
  SmallVector<Use *> uses;
  for (Use &use : value.uses())
    if (!tree.dominates(&value, use))
      uses.push_back(&use);
  if (uses.empty())
    return;
  const bool isMask = value.getType() == gang.allLanes()->getType();
  SSAUpdater updater;
  updater.Initialize(value.getType(), value.getName());
  updater.AddAvailableValue(value.getParent(), &value);
  updater.AddAvailableValue(&gang.result->getEntryBlock(),
                            isMask ? Constant::getNullValue(value.getType())
                                   : PoisonValue::get(value.getType()));
  for (Use *use : uses)
    updater.RewriteUse(*use);
}

} // namespace weft::compiler
