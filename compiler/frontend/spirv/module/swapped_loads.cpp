// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/module/swapped_loads.h"

namespace weft::compiler::spirv {

bool isSwappedLoad(const ModuleInfo &module, const Instruction &instruction) {
  // memory_order_seq_cst, and the bits of memory_scope_work_group and memory_scope_sub_group.
  constexpr std::uint32_t sequentiallyConsistent = 5, unknownOrRelease = 1 | 4;
  if (instruction.op != spv::OpAtomicLoad)
    return false;
  const auto number = [&](std::size_t operand) {
    const Instruction *constant = module.definition(instruction[operand]);
    return constant && constant->op == spv::OpConstant ? (*constant)[0] : 0;
  };
  return number(1) == sequentiallyConsistent || (number(2) & unknownOrRelease) != 0;
}

} // namespace weft::compiler::spirv
