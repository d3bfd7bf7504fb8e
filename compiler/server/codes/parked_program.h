// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program whose code is left to be made, as data.
//
// A host may have thousands of them, and a process for each would be a process too many. The
// process of a program that nobody waits for writes all that it knows into a file and ends: the
// prepared program in bitcode, the codes that are there, and the order. The server keeps the file
// and its end of the client's socket. Whoever goes on reads the file; that takes a few
// milliseconds.
#pragma once

#include "compiler/server/codes/code_state.h"

#include "llvm/IR/LLVMContext.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace weft::compiler {

/// What the server is told of it.
struct ParkedNote {
  std::uint32_t hasWork = 0; ///< some code is to be made, though nobody has asked for it
  std::uint32_t isKept = 0;  ///< the cache wants it when the client is gone
};

std::string encode(const CodeOrder &order, const CodeProgress &progress);

struct RestoredProgram {
  std::unique_ptr<ProgramBuilder> program;
  CodeOrder order; ///< of that program
  CodeProgress progress;
};

/// Reads the file of a program. Nothing where it is damaged. `context` outlives the result.
std::optional<RestoredProgram> restoreProgram(int file, const std::string &kernelLibrary,
                                              llvm::LLVMContext &context);

} // namespace weft::compiler
