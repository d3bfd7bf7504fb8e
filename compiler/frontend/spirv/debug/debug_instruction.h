// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions of OpenCL.DebugInfo.100 and NonSemantic.Shader.DebugInfo.100. The sets have the same
// numbers for most instructions. Where the first has literal numbers the second, which may come
// where a consumer does not know the set, has ids of constants.
#pragma once

#include "compiler/frontend/spirv/module/module_info.h"

#include <optional>

namespace weft::compiler::spirv {

enum class DebugOp : std::uint32_t {
  TypeBasic = 2,
  TypePointer = 3,
  TypeQualifier = 4,
  TypeArray = 5,
  TypeVector = 6,
  Typedef = 7,
  TypeFunction = 8,
  TypeEnum = 9,
  TypeComposite = 10,
  TypeMember = 11,
  Function = 20,
  LexicalBlock = 21,
  Scope = 23,
  NoScope = 24,
  LocalVariable = 26,
  Declare = 28,
  Source = 35,
  FunctionDefinition = 101, ///< like the following, of the second set alone
  Line = 103,
};

class DebugInstruction {
public:
  /// Nothing if the instruction is of no such set.
  static std::optional<DebugInstruction> from(const ModuleInfo &source,
                                              const Instruction &instruction);
  /// The same for the instruction with a result.
  static std::optional<DebugInstruction> from(const ModuleInfo &source, Id result);

  bool is(DebugOp op) const { return instruction[1] == static_cast<std::uint32_t>(op); }
  std::uint32_t op() const { return instruction[1]; }
  std::size_t size() const { return instruction.from(2).size(); }
  Id id(std::size_t operand) const { return instruction[operand + 2]; }
  /// An operand that is a literal in the first set.
  std::uint32_t number(std::size_t operand) const {
    return hasLiterals ? id(operand) : constant(operand);
  }
  /// An operand that is a constant in both; 0 if it is none of at most 32 bits.
  std::uint32_t constant(std::size_t operand) const;
  llvm::StringRef string(std::size_t operand) const { return source.string(id(operand)); }

  const bool hasLiterals; ///< it is of the first set

private:
  DebugInstruction(const ModuleInfo &source, const Instruction &instruction, bool hasLiterals)
      : hasLiterals(hasLiterals), source(source), instruction(instruction) {}

  const ModuleInfo &source;
  const Instruction &instruction;
};

} // namespace weft::compiler::spirv
