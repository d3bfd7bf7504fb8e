// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One build, from source or objects to the requested output: for the server's children and for the
// command line.
#pragma once

#include "compiler/backend/program_builder.h"
#include "compiler/frontend/frontend.h"
#include "compiler/interface/messages/build.h"
#include "compiler/interface/program/binary.h"
#include "compiler/options/compile_options.h"

#include "llvm/IR/LLVMContext.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

struct BuildJob {
  BuildKind kind = BuildKind::Build;
  CompileOptions options;
  std::string source; ///< OpenCL C, or the bytes of a SPIR-V module
  Specialisations specialisations;
  std::string sourceName = "<source>";
  std::string debugPath;
  std::vector<Header> headers;
  std::vector<std::string_view> inputs; ///< bitcode
  EmitKind emit = EmitKind::Executable;
  Tier tier = Tier::Best; ///< of the code, unless the caller generates that
  /// Whether the caller generates the code if kernels can be compiled individually.
  bool leavesCode = false;
  ProgramSurroundings surroundings;
};

struct BuildOutput {
  bool success = false;
  std::string log;
  BinaryKind kind = BinaryKind::Executable; ///< when emitting an executable
  std::vector<std::byte> payload;           ///< not sealed yet
  /// Instead of the payload: a program whose code is left to the caller.
  std::unique_ptr<ProgramBuilder> program;
  std::uint32_t flags = 0;         ///< BinaryFlags
  std::vector<ObservedFile> files; ///< dependencies of the result besides the job
  bool isRepeatable = true;        ///< whether they are complete
  double frontendMilliseconds = 0;
  double backendMilliseconds = 0;
  double libraryMilliseconds = 0; ///< of the back end's: finding and linking built-ins
};

/// Prepares LLVM for the host's instruction set. Once, before any job.
void initializeCompiler();

/// `context` must outlive the output.
BuildOutput runBuildJob(const BuildJob &job, llvm::LLVMContext &context);

} // namespace weft::compiler
