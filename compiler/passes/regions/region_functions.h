// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes one function of each region: what one work-item does from the region's start to its end.
//
// Values that live across a split are first demoted to private variables of the scalar kernel. A
// region function is then a copy of its region's blocks with an entry of its own, which fills those
// variables that are live on entry (computed again, passed in, or loaded from the context array),
// and with exits that write the changed ones back, hand over the operands of the splitting call,
// and return the number of the following region; 0 says that the work-item has finished. Promoting
// the variables gives SSA form again. Primitives become parameters, so that whoever loops over the
// work-items decides where ids come from.
#pragma once

#include "compiler/passes/regions/region_liveness.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft::compiler {

/// An operand of a splitting call on its way to the group.
struct SplitOperand {
  bool isUniform = false;
  unsigned field = 0; ///< in the group's values, when uniform
  ContextSlot slot;   ///< otherwise
};

/// Everything that region functions and the group's driver have to agree on.
class RegionPlan {
public:
  RegionPlan(llvm::Function &kernel, const RegionGraph &graph, RegionLiveness &liveness,
             const GroupUniformity &uniformity);

  llvm::Function &kernel;
  const RegionGraph &graph;
  RegionLiveness &liveness;
  llvm::StructType *groupValues = nullptr; ///< uniform values, then uniform operands
  llvm::SmallVector<llvm::SmallVector<SplitOperand>> operands; ///< by split
  /// By region: whether some work-items may finish in it while others go on.
  llvm::SmallBitVector finishesSome;
  bool needsFinishedFlags = false;
  ContextSlot finishedFlag;

private:
  void planOperands();
  void planFinishing(const GroupUniformity &uniformity);
};

/// The address of a slot for the lane of a block.
llvm::Value *emitSlotAddress(llvm::IRBuilder<> &builder, const ContextSlot &slot,
                             llvm::Value *block, llvm::Value *lane);

/// Demotes what lives across splits; call once, before building. Returns the variable of each
/// value.
llvm::MapVector<llvm::Instruction *, llvm::AllocaInst *> demoteLiveValues(RegionPlan &plan);

class RegionFunctionBuilder {
public:
  RegionFunctionBuilder(const RegionPlan &plan,
                        const llvm::MapVector<llvm::Instruction *, llvm::AllocaInst *> &variables)
      : plan(plan), variables(variables) {}

  /// Returns i32 (context, arguments…), internal.
  llvm::Function *build(unsigned region);

private:
  void createFunction();
  llvm::Argument *parameter(unsigned index) const;
  void createEntry();
  void placeArray(const PrivateArray &array, llvm::IRBuilder<> &builder);
  void copyBlocks();
  void fillVariables(llvm::IRBuilder<> &builder);
  llvm::Value *recompute(llvm::Value *value, llvm::IRBuilder<> &builder);
  void finishExits();
  void emitSplitExit(unsigned split);
  void replacePrimitives();
  void promoteVariables();
  void removeMoves();

  const RegionPlan &plan;
  const llvm::MapVector<llvm::Instruction *, llvm::AllocaInst *> &variables;
  unsigned index = 0;
  const Region *region = nullptr;
  llvm::Function *result = nullptr;
  llvm::BasicBlock *entry = nullptr;
  llvm::ValueToValueMapTy map;
  llvm::DenseMap<llvm::Value *, llvm::Value *> recomputed;
  llvm::DenseMap<const llvm::Value *, std::uint64_t> loadedSlots; ///< offsets, by loaded value
  llvm::SmallVector<std::pair<llvm::WeakTrackingVH, std::uint64_t>> slotStores; ///< offsets too
};

} // namespace weft::compiler
