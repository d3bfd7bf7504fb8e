// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes one function of each region: the code of one work-item from the region's start to its end.
//
// First the pass demotes values that are live across a split to private variables of the scalar
// kernel. A region function is a copy of its region's blocks with its own entry. The entry fills
// the variables that are live there: it recomputes the value, takes it as a parameter, or loads it
// from the context array. Each exit writes changed variables back, passes on the operands of the
// splitting call, and returns the number of the next region; 0 means that the work-item has
// finished. Then the variables are promoted to SSA form. Primitives become parameters, so the
// caller, which loops over the work-items, determines the ids.
#pragma once

#include "compiler/passes/regions/region_liveness.h"
#include "compiler/passes/support/region_parameters.h"
#include "compiler/passes/support/rematerialisation.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft::compiler {

/// An operand of a splitting call, for the group.
struct SplitOperand {
  bool isUniform = false;
  unsigned field = 0; ///< in the group's values, when uniform
  ContextSlot slot;   ///< otherwise
};

/// The interface between region functions and the group driver.
class RegionPlan {
public:
  RegionPlan(llvm::Function &kernel, const RegionGraph &graph, RegionLiveness &liveness,
             const GroupUniformity &uniformity);

  llvm::Function &kernel;
  const RegionGraph &graph;
  RegionLiveness &liveness;
  llvm::StructType *groupValues = nullptr; ///< uniform values, then uniform operands
  llvm::SmallVector<llvm::SmallVector<SplitOperand>> operands; ///< by split
  /// By region: whether some work-items may finish in it while others continue.
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

/// Demotes values that are live across splits. Called once, before building. Returns the variable
/// of each value.
llvm::MapVector<llvm::Instruction *, llvm::AllocaInst *> demoteLiveValues(RegionPlan &plan);

/// A region function without a body: i32 (context, arguments…), internal. The kernel's arguments
/// come first, then RegionParameters, then the group's uniform values.
llvm::Function *createRegionFunction(const RegionPlan &plan, unsigned region);

class RegionFunctionBuilder {
public:
  RegionFunctionBuilder(const RegionPlan &plan,
                        const llvm::MapVector<llvm::Instruction *, llvm::AllocaInst *> &variables)
      : plan(plan), variables(variables) {
    for (const LiveValue &live : plan.liveness.values())
      if (live.survival == Survival::Uniform)
        uniforms[live.value] = &live;
  }

  /// Returns i32 (context, arguments…), internal.
  llvm::Function *build(unsigned region);

private:
  void createFunction();
  llvm::Argument *parameter(unsigned index) const;
  void createEntry();
  void placeArray(const PrivateArray &array, llvm::IRBuilder<> &builder);
  void moveInterleavedArrays();
  void copyBlocks();
  void fillVariables(llvm::IRBuilder<> &builder);
  Rematerialiser::Plan planFor(llvm::Value &value);
  void finishExits();
  void emitSplitExit(unsigned split);
  void replacePrimitives();
  void promoteVariables();
  void removeMoves();

  const RegionPlan &plan;
  const llvm::MapVector<llvm::Instruction *, llvm::AllocaInst *> &variables;
  llvm::DenseMap<const llvm::Value *, const LiveValue *> uniforms; ///< kept ones
  unsigned index = 0;
  const Region *region = nullptr;
  llvm::Function *result = nullptr;
  llvm::BasicBlock *entry = nullptr;
  llvm::ValueToValueMapTy map;
  llvm::DenseMap<const llvm::Value *, std::uint64_t> loadedSlots; ///< offsets, by loaded value
  llvm::SmallVector<std::pair<llvm::WeakTrackingVH, std::uint64_t>> slotStores; ///< offsets too
  /// Stand for lane-interleaved arrays, until the region is complete.
  llvm::SmallVector<std::pair<const PrivateArray *, llvm::AllocaInst *>> placeholders;
};

} // namespace weft::compiler
