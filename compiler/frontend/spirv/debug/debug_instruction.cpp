// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/debug/debug_instruction.h"

namespace weft::compiler::spirv {

std::optional<DebugInstruction> DebugInstruction::from(const ModuleInfo &source,
                                                       const Instruction &instruction) {
  if (instruction.op != spv::OpExtInst)
    return std::nullopt;
  const llvm::StringRef set = source.importedSet(instruction[0]);
  const bool hasLiterals = set == "OpenCL.DebugInfo.100";
  if (!hasLiterals && set != "NonSemantic.Shader.DebugInfo.100")
    return std::nullopt;
  return DebugInstruction(source, instruction, hasLiterals);
}

std::optional<DebugInstruction> DebugInstruction::from(const ModuleInfo &source, Id result) {
  const Instruction *instruction = source.definition(result);
  return instruction ? from(source, *instruction) : std::nullopt;
}

std::uint32_t DebugInstruction::constant(std::size_t operand) const {
  const Instruction *known = source.definition(id(operand));
  return known && known->op == spv::OpConstant ? (*known)[0] : 0;
}

} // namespace weft::compiler::spirv
