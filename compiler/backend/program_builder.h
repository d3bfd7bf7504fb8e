// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a linked spir64 module to an ELF shared object that obeys device/kernel_abi.h.
//
// Stages, in order: link the needed built-ins from the kernel library; check that nothing is left
// undefined; retarget to the host; prepare (compiler/passes); form work-group functions; optimise;
// describe the kernels; generate code; link with lld.
#pragma once

#include "compiler/options/compile_options.h"

#include "llvm/IR/Module.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace weft::compiler {

/// What `weftc --emit` asks for instead of an executable.
enum class EmitKind { Executable, SourceLlvm, Regions, Llvm, Assembly };

struct ProgramOutput {
  bool success = false;
  std::string log;                ///< errors such as undefined functions, in Clang's style
  std::vector<std::byte> payload; ///< ELF, or text for the other kinds
  std::uint32_t flags = 0;        ///< BinaryFlags
  double libraryMilliseconds = 0; ///< spent on finding and linking built-ins
};

/// The inputs of a program besides its options.
struct ProgramSurroundings {
  std::string kernelLibrary; ///< the path of weft-kernel-lib.bc, read lazily
  /// Another CPU whose instructions the code must not exceed: the one that will run the program, as
  /// its host process sees it. Empty: this process's.
  std::string hostCpu;
};

/// `options`: those of the build or link; the options of the module's objects hold too
/// (object_options.h).
ProgramOutput buildProgram(std::unique_ptr<llvm::Module> module, CompileOptions options,
                           const ProgramSurroundings &surroundings, EmitKind emit);

/// Links objects and libraries (clLinkProgram) into one spir64 module; null with `log` set on
/// errors such as duplicate definitions.
std::unique_ptr<llvm::Module> linkModules(std::vector<std::unique_ptr<llvm::Module>> modules,
                                          std::string &log);

} // namespace weft::compiler
