// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of variables, for debuggers: those of the instructions for debug information
// (debug_instruction.h) as LLVM has them.
#pragma once

#include "compiler/frontend/spirv/debug/debug_instruction.h"

#include "llvm/IR/DIBuilder.h"

namespace weft::compiler::spirv {

class DebugTypes {
public:
  DebugTypes(const ModuleInfo &source, llvm::DIBuilder &information)
      : source(source), information(information) {}

  /// Null for void, and for what is not known.
  llvm::DIType *type(Id id);
  /// The file of a DebugSource; null for another id.
  llvm::DIFile *file(Id source);
  /// The same, but a file without a name for another id.
  llvm::DIFile *fileOrNone(Id source);
  /// The file of an OpString.
  llvm::DIFile *fileOf(Id string);
  /// The type of a DebugFunction: that of its DebugTypeFunction.
  llvm::DISubroutineType *subroutine(Id id);

private:
  llvm::DIType *make(Id id, const DebugInstruction &described);
  llvm::DIType *makeQualified(const DebugInstruction &described);
  llvm::DIType *makeArray(const DebugInstruction &described);
  llvm::DIType *makeVector(const DebugInstruction &described);
  llvm::DIType *makeEnum(const DebugInstruction &described);
  llvm::DIType *makeComposite(Id id, const DebugInstruction &described);
  llvm::DIType *makeMember(const DebugInstruction &described, llvm::DIScope *structure);
  static std::uint64_t bitsOf(const llvm::DIType *type);

  const ModuleInfo &source;
  llvm::DIBuilder &information;
  IdMap<llvm::DIType *> types;
};

} // namespace weft::compiler::spirv
