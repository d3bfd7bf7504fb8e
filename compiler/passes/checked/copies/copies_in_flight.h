// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells the driver of asynchronous copies from their issue to the wait.
//
// The group keeps a list of the copies for which it has not waited, beside its local memory
// (weft_copies). The driver changes it, by group steps in place of the marks (copy_marks.h):
//
//   group step of the copy
//   event = begin copy step(destination, source, shape, event to join)
//   ...
//   if the first work-item of the group, for each event: await copy(event)
//   barrier of the wait
//   end copies step(), which a single event is an operand of, so that it is the whole group's
//
// So each copy has an event of its own, and what a work-item does before the wait finds the copy in
// the list although others of its group wait already.
//
// Before variables become values: events may be in arrays.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

class CopiesInFlightPass : public RequiredPass<CopiesInFlightPass> {
public:
  /// `reports`: mistakes with copies.
  explicit CopiesInFlightPass(bool reports) : reports(reports) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  bool reports;
};

/// Operands of the step that begins a copy: a pointer or i64 each.
enum BeginCopyOperand : unsigned {
  BeginCopyDestination = 4,
  BeginCopySource,
  BeginCopyBytes, ///< the first of weft_copy_shape
  BeginCopyLines,
  BeginCopyEvent = BeginCopyBytes + 7,
  BeginCopyFlags,
};
inline constexpr llvm::StringLiteral beginCopyStep = "__weft_group_step_check_begin_copy",
                                     endCopiesStep = "__weft_group_step_check_end_copies",
                                     endCopiesOfStep = "__weft_group_step_check_end_copies_of",
                                     fenceCopiesStep = "__weft_group_step_check_fence_copies";

/// The group step of the copy that such a step tells of.
llvm::CallInst *copyOf(llvm::CallInst &begin);

} // namespace weft::compiler
