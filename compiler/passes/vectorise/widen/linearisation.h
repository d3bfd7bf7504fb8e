// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the control flow of a gang according to a plan (mask_analysis.h).
//
// Masks and phis of the source are variables. Each edge ORs its mask into the mask variable of its
// target, and blends its lanes' values into the target's phis; the target reads and clears the
// mask. Finally these variables are promoted to SSA form. A null mask means that all lanes are
// active.
#pragma once

#include "compiler/passes/analysis/mask_analysis.h"
#include "compiler/passes/vectorise/widen/lanes/lane_values.h"
#include "compiler/passes/vectorise/widen/records/interleaved_records.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

class Linearisation {
public:
  Linearisation(const MaskPlan &plan, const InterleavedRecords &records, LaneValues &values,
                GangBuilder &gang)
      : plan(plan), records(records), values(values), gang(gang) {}

  /// Creates the blocks and branches from the insertion point to the first. `entryMask` may be
  /// null.
  void begin(llvm::Value *entryMask, bool returnsLanes);
  /// Moves to the block's code, with its mask and its phis. Code emitted then runs where the block
  /// does.
  void enter(const BlockPlan &block);
  /// Ends the block.
  void leave(const BlockPlan &block);
  /// Promotes to SSA form when all blocks are complete.
  void finish();

private:
  llvm::Value *maskOf(const BlockPlan &block);
  void guard(const BlockPlan &block);
  void enterPhis(llvm::BasicBlock &block);
  llvm::AllocaInst *createVariable(llvm::Type *type, const llvm::Twine &name);
  llvm::AllocaInst *maskVariable(const llvm::BasicBlock &block);
  llvm::AllocaInst *phiVariable(const llvm::PHINode &phi);
  void emitEdge(const BlockPlan &from, llvm::BasicBlock &to, llvm::Value *lanesHere);
  void blendPhi(const BlockPlan &from, llvm::PHINode &phi, bool isFirst, llvm::Value *lanesHere);
  void goTo(const BlockPlan &from, llvm::BasicBlock &next);
  void leaveByReturn(llvm::ReturnInst &exit);
  void leaveByUniformBranch(const BlockPlan &block, llvm::BranchInst &branch);
  void leaveByDivergentBranch(const BlockPlan &block, llvm::BranchInst &branch);
  void leaveByLatch(const BlockPlan &block, llvm::BranchInst &branch);
  std::pair<llvm::Value *, llvm::Value *> splitCondition(llvm::Value *condition, bool isNegated);
  bool masksDominate();
  void repairUses(llvm::Instruction &value, const llvm::DominatorTree &tree);

  const MaskPlan &plan;
  const InterleavedRecords &records;
  LaneValues &values;
  GangBuilder &gang;
  llvm::Value *entryMask = nullptr;
  bool returnsLanes = false;
  /// Where a block's code begins, and where it continues if it has active lanes.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> starts, bodies;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Value *> masks;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> maskVariables;
  llvm::DenseMap<const llvm::PHINode *, llvm::AllocaInst *> phiVariables;
  llvm::SmallVector<llvm::AllocaInst *> variables;
};

} // namespace weft::compiler
