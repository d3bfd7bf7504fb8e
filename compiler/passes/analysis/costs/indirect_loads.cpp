// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/indirect_loads.h"

#include "compiler/passes/support/limits.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace weft::compiler {

using namespace llvm;

// This many can become a gather.
constexpr std::ptrdiff_t fewest = 4;

static bool isCounter(const PHINode &phi) {
  return any_of(phi.incoming_values(), [&](const Value *incoming) {
    const auto *sum = dyn_cast<BinaryOperator>(incoming);
    return sum && (sum->getOpcode() == Instruction::Add || sum->getOpcode() == Instruction::Sub) &&
           is_contained(sum->operands(), &phi);
  });
}

static bool dependsOnData(const Value &index) {
  SmallVector<const Value *> work{&index};
  SmallPtrSet<const Value *, 16> seen;
  while (!work.empty() && seen.size() < limits::indexSteps) {
    const auto *instruction = dyn_cast<Instruction>(work.pop_back_val());
    if (!instruction || !seen.insert(instruction).second)
      continue;
    if (isa<LoadInst>(instruction)) {
      if (!instruction->hasMetadata(LLVMContext::MD_invariant_load))
        return true;
    } else if (const auto *phi = dyn_cast<PHINode>(instruction)) {
      if (!isCounter(*phi))
        return true;
    } else {
      append_range(work, instruction->operand_values());
    }
  }
  return false;
}

bool hasIndirectLoads(const Function &function) {
  const auto isIndirect = [](const Instruction &instruction) {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    const auto *address = load ? dyn_cast<GEPOperator>(load->getPointerOperand()) : nullptr;
    return address &&
           any_of(address->indices(), [](const Use &index) { return dependsOnData(*index); });
  };
  return count_if(instructions(function), isIndirect) >= fewest;
}

} // namespace weft::compiler
