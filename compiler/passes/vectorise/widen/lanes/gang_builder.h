// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the code of a gang: IRBuilder with the number of lanes and the mask of the current block.
//
// It knows nothing of the source function. No mask at all means that all lanes are active. Masks
// are combined by selects, so that what inactive lanes compute, poison included, does not get into
// them.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>
#include <string>

namespace weft::compiler {

/// What stops or weighs against widening, with its place in the source.
struct WideningRemark {
  std::string text;
  llvm::DebugLoc place;
};

/// What the vector version is made of; instructions in loops count several times.
struct WideningStatistics {
  unsigned instructions = 0;    ///< varying ones
  unsigned replicated = 0;      ///< that run lane by lane
  unsigned scatteredAccess = 0; ///< gathers and scatters

  /// Counts what came since `before` so many times instead of once.
  void countTimes(const WideningStatistics &before, unsigned times) {
    instructions = before.instructions + (instructions - before.instructions) * times;
    replicated = before.replicated + (replicated - before.replicated) * times;
    scatteredAccess = before.scatteredAccess + (scatteredAccess - before.scatteredAccess) * times;
  }
};

/// One value, or the components of a value of a vector or structure type, each for all lanes.
using Parts = llvm::SmallVector<llvm::Value *, 4>;

class GangBuilder : public llvm::IRBuilder<> {
public:
  GangBuilder(llvm::LLVMContext &context, unsigned lanes)
      : llvm::IRBuilder<>(context), lanes(lanes) {}

  const unsigned lanes;
  llvm::Function *result = nullptr; ///< that is being built
  llvm::Value *mask = nullptr;      ///< of the current block; null: all lanes are active
  bool mayRunWithoutLanes = false;  ///< that block
  WideningStatistics counts;
  llvm::SmallVector<const llvm::Instruction *> replicated; ///< the source's that run lane by lane

  /// Gives up. The first problem counts; what is built after it is thrown away.
  void fail(const llvm::Twine &text, const llvm::Instruction *place = nullptr);
  bool hasFailed() const { return failed; }
  const WideningRemark &remark() const { return problem; }

  const llvm::DataLayout &layout() const { return result->getDataLayout(); }
  llvm::BasicBlock *createBlock(const llvm::Twine &name) {
    return llvm::BasicBlock::Create(getContext(), name, result);
  }
  /// A variable in the entry block.
  llvm::AllocaInst *createEntryAlloca(llvm::Type *type, const llvm::Twine &name,
                                      llvm::Align alignment);

  llvm::FixedVectorType *wideType(llvm::Type *type) const {
    return llvm::FixedVectorType::get(type, lanes);
  }
  /// 0, step, 2 * step ...
  llvm::Value *stepVector(llvm::Type *type, std::int64_t step);

  llvm::Constant *allLanes();
  llvm::Value *anyOf(llvm::Value *lanesMask);
  llvm::Value *allOf(llvm::Value *lanesMask);
  /// `first`, which may be null for all lanes, and `second`, which is not looked at elsewhere.
  llvm::Value *andMasks(llvm::Value *first, llvm::Value *second);
  /// Both conditions; null means true.
  llvm::Value *both(llvm::Value *first, llvm::Value *second);
  /// The bits of a mask in a word, from the lowest.
  llvm::Value *bitsOf(llvm::Value *lanesMask);
  /// Bit k: lane k is active.
  llvm::Value *activeBits();
  /// Lane 0 where no lane is active.
  llvm::Value *lastActiveIndex();
  /// The last lane where no lane is active.
  llvm::Value *firstActiveIndex();

  /// Runs the one or the other; without a condition always the first.
  Parts eitherWay(llvm::Value *condition, llvm::function_ref<Parts()> likely,
                  llvm::function_ref<Parts()> otherwise);

  /// The components of all lanes' records of `count` components, which lie in sequence, and the
  /// other way round.
  Parts deinterleaved(llvm::Value *flat, unsigned count);
  llvm::Value *interleaved(llvm::ArrayRef<llvm::Value *> parts);

private:
  WideningRemark problem;
  bool failed = false;
};

} // namespace weft::compiler
