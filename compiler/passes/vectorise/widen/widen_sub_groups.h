// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-group operations (sub_groups.h): the gang is the sub-group, and the block's mask determines
// its active work-items.
//
// - A ballot is the mask's bits.
// - A shuffle by constant lanes is LLVM's shuffle, any other a permutation (lane_shuffles.h).
// - A reduction combines halves until one element is left, a clustered reduction lanes at distance
//   1, 2, 4 …. A scan combines the lanes of each 128 bits, then the totals of the preceding ones.
//   Inactive lanes hold the neutral element. So the order of floating-point operations depends only
//   on the type and on the size of sub-groups.
// - Lanes run together, so a barrier has no instruction.
#pragma once

#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/vectorise/widen/lanes/emitted_strides.h"
#include "compiler/passes/vectorise/widen/lanes/lane_values.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

class SubGroupWidener {
public:
  SubGroupWidener(LaneValues &values, EmittedStrides &strides, GangBuilder &gang)
      : values(values), strides(strides), gang(gang) {}

  /// False if the instruction calls no sub-group primitive. Sets its result.
  bool widen(llvm::Instruction &instruction);

private:
  llvm::Value *subGroupId();
  llvm::Value *ballot(llvm::Value *predicates);
  llvm::Value *shuffle(llvm::CallInst &call);
  llvm::Value *participants(llvm::Value *vector, const SubGroupFunction &function);
  llvm::Value *reduced(llvm::Value *vector, const SubGroupFunction &function);
  llvm::Value *scanned(llvm::Value *vector, const SubGroupFunction &function);
  llvm::Value *earlier(llvm::Value *vector, unsigned distance, unsigned block,
                       const SubGroupFunction &function);
  llvm::Value *exclusive(llvm::Value *sums, const SubGroupFunction &function);
  llvm::Value *clustered(llvm::CallInst &call, const SubGroupFunction &function);
  llvm::Value *both(const SubGroupFunction &function, llvm::Value *left, llvm::Value *right);

  LaneValues &values;
  EmittedStrides &strides;
  GangBuilder &gang;
};

} // namespace weft::compiler
