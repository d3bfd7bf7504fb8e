// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What LLVM has to say after Clang is done: passes, code generation and the linking of modules.
#pragma once

#include "compiler/backend/stack_needs.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"

#include <memory>
#include <string>

namespace weft::compiler {

/// What reaches the log beside errors.
struct DiagnosticChoice {
  bool warnings = true;
  bool remarks = false; ///< Weft's own
};

/// Listens to a context for as long as it lives, and writes to `log` in Clang's style; scopes nest.
/// `log` and the context outlive it.
class DiagnosticScope {
public:
  DiagnosticScope(llvm::LLVMContext &context, std::string &log, DiagnosticChoice choice = {});
  ~DiagnosticScope();
  DiagnosticScope(const DiagnosticScope &) = delete;
  DiagnosticScope &operator=(const DiagnosticScope &) = delete;

  /// Whether there was an error.
  bool failed() const { return hasFailed; }
  /// What code generation told of frames, where it was asked to (requestFrameSizes).
  const FrameSizes &frameSizes() const { return frames; }

private:
  class Handler;
  llvm::LLVMContext &context;
  std::unique_ptr<llvm::DiagnosticHandler> previous;
  bool hasFailed = false;
  FrameSizes frames;
};

} // namespace weft::compiler
