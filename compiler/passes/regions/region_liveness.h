// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What has to survive the end of a region, and how.
//
// A value is *live across* a split when a use is reachable from the split without passing the
// value's definition; a private array, when an access is reachable from the split without passing
// the start of the array's lifetime, and another one comes before. Live values survive in one of
// three ways: expressions of ids, arguments and constants are computed again; values that are the
// same for the whole group are kept once; all others get a slot of the work-item's context array,
// and so do live arrays. Values of which no two are live after the same split share a slot, a phi
// and what flows into it first of all: so a sum over a loop with barriers stays where it is. Arrays
// that are not live but too large for a thread's stack share a place in the context array's fixed
// part.
#pragma once

#include "compiler/passes/analysis/group_uniformity.h"
#include "compiler/passes/regions/context_layout.h"
#include "compiler/passes/regions/region_graph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"

#include <optional>

namespace weft::compiler {

enum class Survival { Recomputed, Uniform, Item };

struct LiveValue {
  llvm::Instruction *value = nullptr;
  llvm::BasicBlock *definition = nullptr; ///< the block of the value before it was demoted
  llvm::SmallBitVector liveAfter;         ///< by split
  Survival survival{};
  ContextSlot slot;     ///< for Item
  unsigned uniform = 0; ///< for Uniform: its index among the group's values
};

enum class ArrayPlace { Stack, ContextFixed, ContextItem };

struct PrivateArray {
  llvm::AllocaInst *alloca = nullptr;
  ArrayPlace place = ArrayPlace::Stack;
  ContextSlot slot;              ///< for ContextItem
  std::uint64_t fixedOffset = 0; ///< for ContextFixed
};

class RegionLiveness {
public:
  RegionLiveness(llvm::Function &function, const RegionGraph &graph,
                 const GroupUniformity &uniformity);

  llvm::ArrayRef<LiveValue> values() const { return valueList; }
  llvm::ArrayRef<PrivateArray> arrays() const { return arrayList; }
  llvm::ArrayRef<llvm::Type *> uniformTypes() const { return uniformTypeList; }
  ContextLayout &contextLayout() { return layout; }
  const ContextLayout &contextLayout() const { return layout; }
  std::uint64_t privateBytes() const { return privateByteCount; }
  /// The slot of a value's own, if it has one.
  const LiveValue *find(const llvm::Instruction *value) const;

private:
  void findValues(const GroupUniformity &uniformity);
  void assignSlots();
  void findArrays();
  llvm::SmallBitVector liveAfter(llvm::Instruction &value) const;
  bool isLiveAcross(llvm::AllocaInst &array) const;
  bool isRecomputable(llvm::Value *value, const GroupUniformity &uniformity,
                      unsigned &budget) const;

  llvm::Function &function;
  const RegionGraph &graph;
  ContextLayout layout;
  llvm::SmallVector<LiveValue> valueList;
  llvm::SmallVector<PrivateArray> arrayList;
  llvm::SmallVector<llvm::Type *> uniformTypeList;
  std::uint64_t privateByteCount = 0;
};

} // namespace weft::compiler
