// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a linked spir64 module to an ELF shared object that obeys device/kernel_abi.h.
//
// The first steps concern the whole program and find all errors of ordinary programs: the options
// of its objects, linking the built-ins it needs, undefined functions, retargeting, recursion. Then
// its kernels are compiled: all together, or individually, as a copy of the prepared program's
// functions that it uses.
#pragma once

#include "compiler/backend/linking/object_linking.h"
#include "compiler/backend/remark_records.h"
#include "compiler/interface/program/program_interface.h"
#include "compiler/options/compile_options.h"
#include "compiler/options/tier.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft::compiler {

/// The output requested by `weftc --emit` instead of an executable.
enum class EmitKind { Executable, SourceLlvm, Spirv, Regions, Llvm, Assembly, Remarks, Findings };

struct ProgramOutput {
  bool success = false;
  std::string log;                ///< errors in Clang's style
  std::vector<std::byte> payload; ///< ELF, or text for the other kinds
};

/// The inputs of a program besides its options.
struct ProgramSurroundings {
  std::string kernelLibrary; ///< the path of weft-kernel-lib.a, read lazily
  /// Another CPU whose instructions the code must not exceed: the one that will run the program, as
  /// seen by its host process. Empty: this process's.
  std::string hostCpu;
};

class ProgramBuilder {
public:
  /// `options`: those of the build or link; the options of the module's objects apply too
  /// (object_options.h).
  ProgramBuilder(std::unique_ptr<llvm::Module> module, CompileOptions options,
                 ProgramSurroundings surroundings, EmitKind emit);

  /// The steps for the whole program; before any other call. False with the log extended on errors,
  /// including undefined functions.
  bool prepare(std::string &log);

  ProgramInterface interface() const;
  std::uint32_t flags() const { return binaryFlags; } ///< BinaryFlags
  const std::string &hostCpu() const { return surroundings.hostCpu; }
  /// Whether no more errors are possible, and each kernel can be compiled individually. Otherwise
  /// kernels share variables, or something about them is known only from their code: assembly,
  /// large private arrays, remarks.
  bool isDivisible() const;
  /// The prepared program as bitcode: preparing it again costs nothing.
  std::vector<std::byte> intermediate();
  double libraryMilliseconds() const { return spentOnLibrary; } ///< finding and linking built-ins

  /// What comes first among the records of EmitKind::Findings.
  void addRecord(RemarkRecord record) { remarkRecords.push_back(std::move(record)); }

  /// Compiles all kernels. Consumes the program.
  ProgramOutput emit(Tier tier = Tier::Best);
  /// Compiles one kernel of a divisible program, by its position in interface(), to an object file.
  /// Empty with the log extended on errors. Does not modify the program.
  ObjectFile compileKernel(std::size_t kernel, Tier tier, std::string &log);
  /// Links objects of the program to one shared object. Empty with the log extended on errors.
  std::vector<std::byte> link(llvm::ArrayRef<ObjectFile> objects, std::string &log) const;

private:
  bool addLibrary(std::string &log);
  ObjectFile compile(llvm::Module &part, Tier tier, llvm::CodeGenFileType fileType,
                     std::string &log);

  std::unique_ptr<llvm::Module> module;
  CompileOptions options;
  const ProgramSurroundings surroundings;
  const EmitKind emitKind;
  std::shared_ptr<llvm::TargetMachine> machine;
  std::vector<RemarkRecord> remarkRecords; ///< for EmitKind::Remarks and Findings
  std::uint32_t binaryFlags = 0;
  bool knownToCompile = false; ///< code generation cannot fail for any function of the program
  double spentOnLibrary = 0;
};

/// prepare() and emit() in one.
ProgramOutput buildProgram(std::unique_ptr<llvm::Module> module, CompileOptions options,
                           const ProgramSurroundings &surroundings, EmitKind emit);

/// Links objects and libraries (clLinkProgram) into one spir64 module; null with `log` set on
/// errors such as duplicate definitions.
std::unique_ptr<llvm::Module> linkModules(std::vector<std::unique_ptr<llvm::Module>> modules,
                                          std::string &log);

} // namespace weft::compiler
