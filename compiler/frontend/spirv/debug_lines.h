// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Line tables: the source lines that OpLine and DebugLine of NonSemantic.Shader.DebugInfo.100 name
// (SPIR-V specification, section 3.3.3).
#pragma once

#include "compiler/frontend/spirv/module/module_info.h"

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler::spirv {

class DebugLines {
public:
  DebugLines(const ModuleInfo &source, llvm::Module &module);

  /// Starts a function with a body. Following instructions are in its first line; a function
  /// without known lines has no debug information.
  void begin(llvm::Function &function, llvm::ArrayRef<Instruction> body,
             llvm::IRBuilderBase &builder);
  /// Processes an instruction that may change the line.
  void take(const Instruction &instruction, llvm::IRBuilderBase &builder);
  /// Completes the module.
  void finish();

private:
  struct Line {
    Id file = 0; ///< of an OpString; 0 without a line
    std::uint32_t line = 0, column = 0;
  };
  Line lineOf(const Instruction &instruction) const;
  std::uint32_t number(Id constant) const;
  llvm::DIFile *fileOf(Id string);

  const ModuleInfo &source;
  llvm::DIBuilder information;
  llvm::DICompileUnit *unit = nullptr;
  llvm::DISubprogram *subprogram = nullptr; ///< of the current function; null without one
};

} // namespace weft::compiler::spirv
