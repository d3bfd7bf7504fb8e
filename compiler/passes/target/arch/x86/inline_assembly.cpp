// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/x86/inline_assembly.h"

#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

#define DEBUG_TYPE "weft-inline-assembly"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(clobbersAdded, "Inline assembly statements marked as clobbering flags");

static void addFlagClobbers(CallBase &call, const InlineAsm &assembly) {
  std::string constraints(assembly.getConstraintString());
  constraints += constraints.empty() ? "" : ",";
  constraints += "~{dirflag},~{fpsr},~{flags}";
  call.setCalledOperand(InlineAsm::get(call.getFunctionType(), assembly.getAsmString(), constraints,
                                       assembly.hasSideEffects(), assembly.isAlignStack(),
                                       assembly.getDialect(), assembly.canThrow()));
}

PreservedAnalyses InlineAssemblyPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const auto *assembly = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    if (!assembly)
      continue;
    addFlagClobbers(*call, *assembly);
    ++clobbersAdded;
    changed = true;
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
