// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the loops and branches of work-group functions.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>

namespace weft::compiler {

/// The metadata of a loop, for its latch, with a mark or none. `mayUnroll`: by constant counts.
llvm::MDNode *loopProperties(llvm::LLVMContext &context, llvm::StringRef mark, bool mayUnroll);

/// How LLVM may unroll a loop: not at all, by some count with a remainder loop, or fully, since its
/// range is no longer than a block of the context array.
enum class Unrolling { Not, Partly, Wholly };

class LoopBuilder : public llvm::IRBuilder<> {
public:
  using Body = llvm::function_ref<void(llvm::Value *)>;
  explicit LoopBuilder(llvm::LLVMContext &context) : IRBuilder(context) {}

  /// Where sizes of groups are known, loops within groups mostly have constant counts.
  void setSizesAreKnown(bool areKnown) { sizesAreKnown = areKnown; }

  /// From 0 to the count, which is not 0.
  void createLoop(llvm::Value *count, const llvm::Twine &name, Body body,
                  llvm::StringRef mark = {});
  /// Nothing if the range is empty; the step divides its length.
  void createLoopFrom(llvm::Value *begin, llvm::Value *end, std::uint64_t step,
                      const llvm::Twine &name, Body body, Unrolling unrolling = Unrolling::Not,
                      llvm::StringRef mark = {});
  void createIf(llvm::Value *condition, const llvm::Twine &name, llvm::function_ref<void()> body,
                llvm::function_ref<void()> otherwise = nullptr);
  /// A block at the end of the function.
  llvm::BasicBlock *createBlock(const llvm::Twine &name);
  /// Continues in a block without a parent, which it adds at the end of the function.
  void beginBlock(llvm::BasicBlock &block);
  /// `size` rounded down to a multiple of the step, which is a power of two.
  llvm::Value *createWholeOf(llvm::Value *size, std::uint64_t step);
  /// Rounded up.
  llvm::Value *createWholeAbove(llvm::Value *size, std::uint64_t step, bool hasNUW = false) {
    return createWholeOf(CreateAdd(size, getInt64(step - 1), "", hasNUW), step);
  }
  /// Of signed numbers.
  llvm::Value *createMin(llvm::Value *left, llvm::Value *right) {
    return CreateBinaryIntrinsic(llvm::Intrinsic::smin, left, right);
  }
  llvm::Value *createMax(llvm::Value *left, llvm::Value *right) {
    return CreateBinaryIntrinsic(llvm::Intrinsic::smax, left, right);
  }
  /// An opaque copy of the value, so that nothing that depends on it is hoisted out of the block:
  /// LLVM would hoist most of a partial gang, which hardly any group has, out of the enclosing
  /// loop. It emits no instruction.
  llvm::Value *createKeptInBlock(llvm::Value *value);

private:
  bool sizesAreKnown = false;
};

} // namespace weft::compiler
