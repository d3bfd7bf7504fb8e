// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What debuggers see of a module: the source lines that OpLine and DebugLine name (SPIR-V
// specification, section 3.3.3), and the functions, blocks and variables that
// OpenCL.DebugInfo.100 and NonSemantic.Shader.DebugInfo.100 describe. Variables are those with a
// place in memory (DebugDeclare), which compilers give them without optimisation.
#pragma once

#include "compiler/frontend/spirv/debug/debug_types.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler::spirv {

class DebugLines {
public:
  DebugLines(const ModuleInfo &source, llvm::Module &module);

  /// Starts a function with a body. Following instructions are in its first line; a function
  /// without known lines has no debug information.
  void begin(llvm::Function &function, llvm::ArrayRef<Instruction> body,
             llvm::IRBuilderBase &builder);
  /// Processes an instruction that may change the line or the block, or declare a variable.
  /// `valueOf` returns the value of an id, null if it has none.
  void take(const Instruction &instruction, llvm::IRBuilderBase &builder,
            llvm::function_ref<llvm::Value *(Id)> valueOf);
  /// Completes the module.
  void finish();

private:
  struct Line {
    Id file = 0; ///< of an OpString; 0 without a line
    std::uint32_t line = 0, column = 0;
  };
  Line lineOf(const Instruction &instruction) const;
  std::optional<DebugInstruction> describe(llvm::ArrayRef<Instruction> body) const;
  void createUnit(llvm::DIFile *file);
  llvm::DIScope *scope(Id id);
  void declare(const DebugInstruction &declaration, llvm::IRBuilderBase &builder,
               llvm::function_ref<llvm::Value *(Id)> valueOf);
  void setLocation(llvm::IRBuilderBase &builder, std::uint32_t line, std::uint32_t column) const;

  const ModuleInfo &source;
  llvm::DIBuilder information;
  DebugTypes types;
  bool hasVariables = false;
  IdMap<Id> describedFunctions; ///< their DebugFunction
  llvm::DICompileUnit *unit = nullptr;
  llvm::DISubprogram *subprogram = nullptr; ///< of the current function; null without one
  llvm::DIScope *current = nullptr;         ///< the subprogram, or a block in it
  IdMap<llvm::DIScope *> blocks;            ///< of the current function
};

} // namespace weft::compiler::spirv
