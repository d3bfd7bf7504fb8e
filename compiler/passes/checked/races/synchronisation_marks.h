// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What barriers, fences and atomic operations order, in calls that remain when they are inlined.
//
// The library ignores the flags of barriers: it orders all memory, and so code that a GPU would run
// wrong is right. A mark precedes each call of a barrier and has its flags. A mark of its own tells
// that the program orders accesses by fences. Two marks enclose an atomic operation with a scope;
// the first has the scope.
#pragma once

#include "compiler/options/atomic_scope.h"
#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// On the program's own functions, before they are inlined.
class SynchronisationMarksPass : public RequiredPass<SynchronisationMarksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// cl_mem_fence_flags that have a meaning for races.
enum class OrderedMemory : unsigned { None = 0, Local = 1, Global = 2, All = 3 };

constexpr bool orders(OrderedMemory ordered, OrderedMemory memory) {
  return (unsigned(ordered) & unsigned(memory)) != 0;
}

/// What an instruction orders between the work-items of the group, as the last in its function to
/// do so before the marks are removed: all memory if it is a barrier without a mark.
OrderedMemory orderedBy(const llvm::Instruction &instruction);

/// Whether an instruction is a barrier of a sub-group, which orders no other work-items.
bool isSubGroupBarrier(const llvm::Instruction &instruction);

/// The atomic instructions of a kernel that not all work-items of the device see as such.
using NarrowAtomics = llvm::DenseMap<const llvm::Instruction *, NarrowScope>;
NarrowAtomics narrowAtomics(const llvm::Function &kernel);

/// Whether the program orders accesses by fences that are not barriers.
bool hasFenceMark(const llvm::Function &kernel);

void removeMarks(llvm::Function &kernel);

} // namespace weft::compiler
