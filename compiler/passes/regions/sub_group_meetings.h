// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations of sub-groups between work-items that have stacks of their own (work_item_stacks.h).
//
// A work-item comes to an operation, leaves its operands in its record and waits. The work-items of
// a sub-group run in one call of a region function, that of the first of them that has not ended:
// each runs to where it waits. When all wait or have ended, those at the earliest place meet: they
// are the active ones, get their results and go on. That repeats until nobody waits for the
// sub-group.
//
// A place is a path: for each loop around the operation the loop and its round, then the operation.
// Loops and operations have numbers in an order in which control flow goes on but for loops, so
// paths are compared as words are. A work-item that skips an operation is at a later path, and can
// not come to it any more. In loops that LLVM does not know as such (irreducible ones), rounds are
// not told apart.
//
// All work-items wait at a split that is added at the kernel's start, since records of a whole
// sub-group must exist before the first of it can run.
#pragma once

#include "compiler/passes/support/lanes/sub_groups.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Whether work-items execute operations of sub-groups together in the kernel.
bool haveMeetings(const llvm::Function &kernel);

/// Adds the split at the kernel's start. Before its region graph.
void addMeetingStart(llvm::Function &kernel);

class SubGroupMeetings {
public:
  /// Numbers the operations of a function, whose blocks then stay. Counts the rounds of loops.
  explicit SubGroupMeetings(llvm::Function &function);

  /// In the order of their numbers.
  llvm::ArrayRef<llvm::CallInst *> calls() const { return operations; }
  std::uint64_t pathBytes() const { return pathLength * sizeof(std::uint64_t); }

  /// Replaces the calls in the function that has the blocks now. `record`: of its work-item.
  /// `pathOffset`: in the record. `wait` emits what waits at call `index`. `size`: of sub-groups.
  void replace(llvm::Value &record, std::uint64_t pathOffset, unsigned size,
               llvm::function_ref<void(llvm::IRBuilder<> &, unsigned index)> wait);

private:
  struct Step {
    std::uint64_t number = 0;
    llvm::AllocaInst *round = nullptr; ///< of a loop; null for an operation
  };
  void storePath(llvm::IRBuilder<> &builder, unsigned index, llvm::Value &record,
                 std::uint64_t offset) const;

  llvm::SmallVector<llvm::CallInst *> operations;
  llvm::SmallVector<llvm::SmallVector<Step, 4>> paths; ///< by operation
  std::uint64_t pathLength = 0;
};

/// The position of a work-item in its sub-group of `size`, i64, from what its record says.
llvm::Value *linearLocalId(llvm::IRBuilder<> &builder, llvm::Value &record);
/// Replaces queries of the function for the number of the sub-group and the lane in it.
void replaceSubGroupValues(llvm::Function &function, llvm::Value &record, unsigned size);

} // namespace weft::compiler
