// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/shuffles/exchange_shuffles.h"

#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

#define DEBUG_TYPE "weft-exchange-shuffles"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(shufflesTaken, "Shuffles taken together with their operands");

namespace {

// A shuffle that is as long as its operands.
ShuffleVectorInst *permuted(Value *value) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(value);
  return shuffle && shuffle->getType() == shuffle->getOperand(0)->getType() ? shuffle : nullptr;
}

// The operand that is a shuffle of the other operand and of one more vector; null without one.
ShuffleVectorInst *innerOf(const ShuffleVectorInst &outer) {
  for (unsigned place = 0; place != 2; ++place)
    if (ShuffleVectorInst *inner = permuted(outer.getOperand(place));
        inner && is_contained(inner->operands(), outer.getOperand(1 - place)))
      return inner;
  return nullptr;
}

// The lanes that the outer shuffle takes of the inner one's operands.
SmallVector<int> maskThrough(const ShuffleVectorInst &inner, const ShuffleVectorInst &outer) {
  const int count = static_cast<int>(elementsOf(outer));
  SmallVector<int> mask;
  for (int lane : outer.getShuffleMask()) {
    if (lane >= 0) {
      const Value *source = outer.getOperand(lane < count ? 0 : 1);
      lane %= count;
      if (source == &inner)
        lane = inner.getMaskValue(static_cast<unsigned>(lane));
      else if (source != inner.getOperand(0))
        lane += count;
    }
    mask.push_back(lane);
  }
  return mask;
}

// By which bits of their numbers the lanes of a mask move that come of one vector; empty if there
// are none, or if they move differently.
std::optional<unsigned> moveFrom(unsigned source, ArrayRef<int> mask) {
  const unsigned count = mask.size();
  std::optional<unsigned> all;
  for (unsigned lane = 0; lane != count; ++lane) {
    const auto from = static_cast<unsigned>(mask[lane]);
    if (mask[lane] < 0 || from / count != source)
      continue;
    const unsigned move = (from % count) ^ lane;
    if (all.value_or(move) != move)
      return std::nullopt;
    all = move;
  }
  return all;
}

// Whether one vector's lanes stay, and the other's move by one bit.
bool isExchange(ArrayRef<int> mask) {
  const std::optional<unsigned> first = moveFrom(0, mask), second = moveFrom(1, mask);
  return first && second && std::min(*first, *second) == 0 &&
         isPowerOf2_32(std::max(*first, *second));
}

// The shuffle whose operands the outer one can take instead of it; null without one. It is dead
// then: nothing but exchanges uses it.
ShuffleVectorInst *exchangedBy(const ShuffleVectorInst &outer) {
  ShuffleVectorInst *inner = innerOf(outer);
  const auto takesExchange = [&](User *user) {
    const ShuffleVectorInst *other = permuted(user);
    return other && innerOf(*other) == inner && isExchange(maskThrough(*inner, *other));
  };
  return inner && all_of(inner->users(), takesExchange) ? inner : nullptr;
}

} // namespace

PreservedAnalyses ExchangeShufflesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<WeakTrackingVH> dead;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block) {
      ShuffleVectorInst *outer = permuted(&instruction);
      const ShuffleVectorInst *inner = outer ? exchangedBy(*outer) : nullptr;
      if (!inner)
        continue;
      IRBuilder<> builder(outer);
      outer->replaceAllUsesWith(builder.CreateShuffleVector(
          inner->getOperand(0), inner->getOperand(1), maskThrough(*inner, *outer)));
      dead.emplace_back(outer);
      ++shufflesTaken;
    }
  const bool changed = !dead.empty();
  RecursivelyDeleteTriviallyDeadInstructions(dead);
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
