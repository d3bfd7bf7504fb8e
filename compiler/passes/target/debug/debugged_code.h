// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes code for debuggers (support/debug/debugged.h) faster, and keeps a place for each line.
//
// What Clang keeps in memory beside the program's variables becomes values: flags of clean-ups,
// arguments of calls, temporary objects. A branch that has a block for itself, as that of `break`,
// gets an instruction that does nothing, or code generation would leave no place to stop at. Blocks
// that code generation will join lie side by side, so an inlined function stays in one piece: gdb
// takes the start of each piece for a new call, and steps over it.
//
// Runs after the functions of the library are inlined. Accesses of variables are volatile, so no
// pass that follows removes, moves or joins them.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class DebuggedCodePass : public RequiredPass<DebuggedCodePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// Whether the code generation pass of this name leaves code for debuggers alone: it would mix the
/// instructions of several lines, or leave lines without any.
bool mixesLines(llvm::StringRef codeGenerationPass);

} // namespace weft::compiler
