// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's own command-line options as `opt` has them, for weftc and weft-opt: a release LLVM lacks
// some, though Weft's passes have what they ask for.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

#include <optional>
#include <string>

namespace weft::compiler {

/// Gives LLVM its options, once in a process. While it lives, -verify-each is one of them, and so
/// is -debug-only= where Weft has assertions. Its end prints what -stats and -time-passes
/// collected.
class LlvmOptions {
public:
  /// `words`: the program's name and the options. Ends the process where they are not valid.
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
