// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks of what the program does with asynchronous copies, which remain when the library's
// functions are inlined. The library makes a copy when it is issued, and ignores events.
//
//   copyMark(event)                 before a copy; the event that it joins, or 0
//   event = copiedMark(event)       behind it
//   waitMark(count, events)         before a wait
//   copyFenceMark()                 before a fence of copies
//
// copies_in_flight.h takes their place.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

inline constexpr llvm::StringLiteral copyMark = "__weft_mark_copy",
                                     copiedMark = "__weft_mark_copied",
                                     waitMark = "__weft_mark_wait",
                                     copyFenceMark = "__weft_mark_copy_fence";

/// On the program's own functions, before they are inlined.
class CopyMarksPass : public RequiredPass<CopyMarksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
