// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the code of a gang: IRBuilder with the number of lanes and the mask of the current block.
//
// It is independent of the source function. A null mask means that all lanes are active. Masks are
// combined by selects, so that inactive lanes' results, including poison, do not affect them.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>
#include <string>

namespace weft::compiler {

/// A reason against widening, with its source location.
struct WideningRemark {
  std::string text;
  llvm::DebugLoc place;
};

/// One value, or the components of a value of a vector or structure type, each for all lanes.
using Parts = llvm::SmallVector<llvm::Value *, 4>;

class GangBuilder : public llvm::IRBuilder<> {
public:
  GangBuilder(llvm::LLVMContext &context, unsigned lanes)
      : llvm::IRBuilder<>(context), lanes(lanes) {}

  const unsigned lanes;
  llvm::Function *result = nullptr; ///< under construction
  llvm::Value *mask = nullptr;      ///< of the current block; null: all lanes are active
  bool mayRunWithoutLanes = false;  ///< the current block

  /// Gives up. The first problem counts; later code is discarded.
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
  /// `first`, which may be null for all lanes, and `second`, which is ignored in other lanes.
  llvm::Value *andMasks(llvm::Value *first, llvm::Value *second);
  /// Both conditions; null means true.
  llvm::Value *both(llvm::Value *first, llvm::Value *second);
  /// The bits of a mask in a word, from the lowest.
  llvm::Value *bitsOf(llvm::Value *lanesMask);
  /// Bit k: lane k is active.
  llvm::Value *activeBits();
  /// Lane 0 if no lane is active.
  llvm::Value *lastActiveIndex();
  /// The last lane if no lane is active.
  llvm::Value *firstActiveIndex();

  /// Emits either body; without a condition always the first.
  Parts eitherWay(llvm::Value *condition, llvm::function_ref<Parts()> likely,
                  llvm::function_ref<Parts()> otherwise);

  /// Splits the records of all lanes, of `count` components each, which lie in sequence, into
  /// components, and the inverse.
  Parts deinterleaved(llvm::Value *flat, unsigned count);
  llvm::Value *interleaved(llvm::ArrayRef<llvm::Value *> parts);

private:
  WideningRemark problem;
  bool failed = false;
};

} // namespace weft::compiler
