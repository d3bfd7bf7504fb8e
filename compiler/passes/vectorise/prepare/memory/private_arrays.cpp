// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/memory/private_arrays.h"

#include "compiler/passes/support/lanes/interleaved_array.h"
#include "compiler/passes/support/lanes/lane_arrays.h"
#include "compiler/passes/support/lanes/lane_functions.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <vector>

#define DEBUG_TYPE "weft-private-arrays"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(arraysInterleaved, "Private arrays laid out for lanes");

namespace {

void interleave(InterleavedArray &candidate) {
  AllocaInst &old = candidate.alloca();
  IRBuilder<> builder(&old);
  AllocaInst *array = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), candidate.bytes()),
                                           old.getAddressSpace(), nullptr, old.getName());
  // Aligned for vectors of any type.
  array->setAlignment(std::max(old.getAlign(), Align(64)));
  array->setMetadata(laneArrayMetadata, MDNode::get(builder.getContext(), {}));
  Value *count = callVf(builder);
  Value *lane =
      builder.CreateMul(callLaneNumber(builder), builder.getInt64(candidate.elementBytes()));
  candidate.moveTo(*array, *count, *lane);
}

} // namespace

bool interleavePrivateArrays(Function &function) {
  std::vector<InterleavedArray> candidates;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *array = dyn_cast<AllocaInst>(&instruction))
      if (auto candidate = InterleavedArray::find(*array))
        candidates.push_back(std::move(*candidate));
  for (InterleavedArray &candidate : candidates)
    interleave(candidate);
  arraysInterleaved += candidates.size();
  return !candidates.empty();
}

} // namespace weft::compiler
