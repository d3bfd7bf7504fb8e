// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with code left to generate, as data.
//
// A host may have thousands of them, too many for a process each. If nobody waits for a program,
// its process writes its whole state to a file and ends: the prepared program in bitcode, the
// available code, and the order. The server keeps the file and its end of the client's socket. To
// resume, a process reads the file; that takes a few milliseconds.
#pragma once

#include "compiler/server/codegen/state/code_order.h"
#include "compiler/server/codegen/state/code_state.h"

#include "llvm/IR/LLVMContext.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace weft::compiler {

/// The server's information about it.
struct ParkedNote {
  std::uint32_t hasWork = 0; ///< some code is left to generate, though nobody has requested it
  std::uint32_t isKept = 0;  ///< the cache wants it when the client is gone
};

std::string encode(const CodeOrder &order, const CodeProgress &progress);

struct RestoredProgram {
  std::unique_ptr<ProgramBuilder> program;
  CodeOrder order; ///< of that program
  CodeProgress progress;
};

/// Reads a program's file. Nothing if it is damaged. `context` outlives the result.
std::optional<RestoredProgram> restoreProgram(int file, const std::string &kernelLibrary,
                                              llvm::LLVMContext &context);

} // namespace weft::compiler
