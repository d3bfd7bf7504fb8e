// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which values are live across the end of a region, and where they are kept.
//
// A value is *live across* a split if a use is reachable from the split without passing the value's
// definition. A private array is live if an access is reachable from the split without passing the
// start of the array's lifetime, and another access precedes the split. There are three ways to
// preserve a live value:
// - an expression of ids, arguments, constants and group-uniform values is recomputed;
// - a group-uniform value is kept once;
// - any other value gets a slot of the work-item's context array, and so does a live array.
// A uniform value is kept while anything is recomputed from it.
//
// In a slot of a suitable array (interleaved_array.h), the lanes' copies of an element are
// adjacent. Addresses in such an array are computed at each access, and never kept.
//
// Values share a slot if no two of them are live after the same split. A phi and its incoming
// values share first, so a sum over a loop with barriers stays in its slot. An array that is not
// live but too large for a thread's stack gets space in the fixed part of the context array, which
// such arrays share.
//
// If work-items have stacks of their own (work_item_stacks.h), all of that stays there, and only
// the results of splits have slots.
#pragma once

#include "compiler/passes/analysis/group_uniformity.h"
#include "compiler/passes/regions/context_layout.h"
#include "compiler/passes/regions/region_graph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
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
  std::uint64_t interleaved = 0; ///< for ContextItem: the size of lane-interleaved elements, or 0
  std::uint64_t fixedOffset = 0; ///< for ContextFixed
};

class RegionLiveness {
public:
  RegionLiveness(llvm::Function &function, const RegionGraph &graph,
                 const GroupUniformity &uniformity, bool hasOwnStacks = false);

  llvm::ArrayRef<LiveValue> values() const { return valueList; }
  llvm::ArrayRef<PrivateArray> arrays() const { return arrayList; }
  llvm::ArrayRef<llvm::Type *> uniformTypes() const { return uniformTypeList; }
  ContextLayout &contextLayout() { return layout; }
  const ContextLayout &contextLayout() const { return layout; }
  std::uint64_t privateBytes() const { return privateByteCount; }
  /// A value's own slot, if it has one.
  const LiveValue *find(const llvm::Instruction *value) const;

private:
  void keepResults();
  void findValues(const GroupUniformity &uniformity);
  void assignSlots();
  void findArrays();
  llvm::SmallBitVector liveAfter(llvm::Instruction &value) const;
  /// As if these blocks used the value.
  llvm::SmallBitVector liveAfter(const llvm::Instruction &value,
                                 llvm::ArrayRef<llvm::BasicBlock *> users) const;
  bool isLiveAcross(llvm::AllocaInst &array) const;
  /// The basis for recomputing a value, and the budget for it.
  struct Recomputation {
    unsigned budget;
    llvm::SmallSetVector<llvm::Instruction *, 4> uniforms; ///< kept ones
  };
  bool isRecomputable(llvm::Value *value, const GroupUniformity &uniformity,
                      Recomputation &recomputation) const;
  bool isOperandThere(llvm::Value *operand, const GroupUniformity &uniformity,
                      Recomputation &recomputation) const;
  void addUniform(llvm::Instruction &value, llvm::SmallBitVector after);
  void keepUniforms(const llvm::MapVector<llvm::Instruction *, llvm::SmallBitVector> &needed);

  llvm::Function &function;
  const RegionGraph &graph;
  ContextLayout layout;
  llvm::SmallVector<LiveValue> valueList;
  llvm::SmallVector<PrivateArray> arrayList;
  llvm::SmallVector<llvm::Type *> uniformTypeList;
  std::uint64_t privateByteCount = 0;
};

} // namespace weft::compiler
