// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From OpenCL C source to a spir64 module: Clang, run in memory.
#pragma once

#include "compiler/frontend/findings/finding.h"
#include "compiler/interface/messages/build.h"
#include "compiler/interface/messages/observed_file.h"
#include "compiler/options/compile_options.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>
#include <vector>

namespace weft::compiler {

struct FrontendResult {
  std::unique_ptr<llvm::Module> module; ///< null if the source has errors
  std::string log;                      ///< Clang's diagnostics, with lines and carets
  std::vector<ObservedFile>
      files; ///< the files that it found on disk, and those that it did not find
  /// Whether the result depends only on the arguments and `files`: it uses no date and no time.
  bool isRepeatable = false;
  bool usesSnapshot = false; ///< whether a snapshot saved the parsing of the prelude
};

/// Compiles one translation unit with `-O2 -disable-llvm-passes` for spir64. `headers` are found by
/// their include names before files on disk (clCompileProgram's input headers). Relative include
/// paths start in the process's working folder. `sourceName` names the source in diagnostics and
/// __FILE__; debug information names the file `debugPath` instead, unless it is empty. Value names
/// are kept unless the context discards them. A snapshot of the prelude in `snapshotFolder` saves
/// time and changes nothing else (prelude_snapshot.h); empty for none. With `findings` Clang looks
/// for more, and what it would warn of is appended there instead.
FrontendResult compileSource(llvm::LLVMContext &context, const std::string &source,
                             const std::string &sourceName, const std::vector<Header> &headers,
                             const CompileOptions &options, const std::string &debugPath = {},
                             const std::string &snapshotFolder = {}, Findings *findings = nullptr);

} // namespace weft::compiler
