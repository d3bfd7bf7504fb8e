// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-group operations (sub_groups.h): the gang is the sub-group, and the block's mask determines
// its active work-items.
//
// - A ballot is the mask's bits.
// - A shuffle by constant lanes is LLVM's shuffle, any other a permutation (lane_shuffles.h).
// - Reductions and scans are those of sub_group_vectors.h.
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
  llvm::Value *combined(llvm::CallInst &call, const SubGroupFunction &function);

  LaneValues &values;
  EmittedStrides &strides;
  GangBuilder &gang;
};

} // namespace weft::compiler
