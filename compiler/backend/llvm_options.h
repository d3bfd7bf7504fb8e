// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's own command-line options, as in `opt`, for weftc and weft-opt. A release build of LLVM
// lacks some of them; these work for Weft's passes.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

#include <optional>
#include <string>

namespace weft::compiler {

/// Registers LLVM's options, once per process. While it lives, this includes -verify-each, and
/// -debug-only= if Weft has assertions. Its destructor prints the results of -stats and
/// -time-passes.
class LlvmOptions {
public:
  /// `words`: the program's name and the options. Exits if they are invalid.
  LlvmOptions(llvm::ArrayRef<const char *> words, llvm::StringRef overview = "");
  ~LlvmOptions();
  LlvmOptions(const LlvmOptions &) = delete;
  LlvmOptions &operator=(const LlvmOptions &) = delete;

  bool verifiesEach() const { return verifies; }

private:
  void takeStatistics();
  void takeDebugTypes();

  std::optional<llvm::cl::opt<bool>> verifyEach;
  std::optional<llvm::cl::list<std::string>> debugOnly;
  bool verifies = false, printsStatistics = false;
};

} // namespace weft::compiler
