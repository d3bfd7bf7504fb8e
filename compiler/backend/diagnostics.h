// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects LLVM's diagnostics from passes, code generation and module linking.
#pragma once

#include "compiler/backend/remark_records.h"
#include "compiler/backend/stack_needs.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"

#include <memory>
#include <string>

namespace weft::compiler {

/// Which diagnostics reach the log besides errors.
struct DiagnosticChoice {
  bool warnings = true;
  bool remarks = false; ///< Weft's decisions
  /// Receives all remarks on the code, including details; null: details are not emitted.
  std::vector<RemarkRecord> *records = nullptr;
};

/// Collects a context's diagnostics while it lives, and writes them to `log` in Clang's style.
/// Scopes may nest. `log` and the context must outlive it.
class DiagnosticScope {
public:
  DiagnosticScope(llvm::LLVMContext &context, std::string &log, DiagnosticChoice choice = {});
  ~DiagnosticScope();
  DiagnosticScope(const DiagnosticScope &) = delete;
  DiagnosticScope &operator=(const DiagnosticScope &) = delete;

  /// Whether there was an error.
  bool failed() const { return hasFailed; }
  /// The frames reported by code generation, if requested (requestFrameSizes).
  const FrameSizes &frameSizes() const { return frames; }

private:
  class Handler;
  llvm::LLVMContext &context;
  std::unique_ptr<llvm::DiagnosticHandler> previous;
  bool hasFailed = false;
  FrameSizes frames;
};

} // namespace weft::compiler
