// From OpenCL C source to a spir64 module: Clang, run in memory.
#pragma once

#include "compiler/client/options.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace weft::compiler {

struct Dependency {
  std::string path;     ///< absolute path of a header that was read from disk
  std::string contents; ///< what was read: hashed into the cache's manifest
};

struct FrontendResult {
  std::unique_ptr<llvm::Module> module; ///< null when the source has errors
  std::string log;                      ///< Clang's diagnostics, with lines and carets
  std::vector<Dependency> dependencies;
};

/// Compiles one translation unit with `-O2 -disable-llvm-passes` for spir64. `headers` are found by
/// their include names before anything on disk (clCompileProgram's input headers). Relative include
/// paths start at the process's working folder. `sourceName` is what diagnostics and __FILE__ call
/// the source; `debugPath`, when not empty, is the file that debug information names instead. Value
/// names are kept unless the context discards them.
FrontendResult compileSource(llvm::LLVMContext &context, const std::string &source,
                             const std::string &sourceName, const std::vector<Header> &headers,
                             const Options &options, const std::string &debugPath = {});

} // namespace weft::compiler
