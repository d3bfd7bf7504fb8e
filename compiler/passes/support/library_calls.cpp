// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/library_calls.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

Function *calleeOf(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  return call ? call->getCalledFunction() : nullptr;
}

StringRef calleeName(const Instruction &instruction) {
  const Function *callee = calleeOf(instruction);
  return callee ? callee->getName() : StringRef();
}

CallInst *callUndefined(IRBuilderBase &builder, const Twine &name, Type *result,
                        ArrayRef<Value *> operands, MemoryEffects effects) {
  SmallVector<Type *> types;
  for (const Value *operand : operands)
    types.push_back(operand->getType());
  FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      name.str(), FunctionType::get(result, types, /*isVarArg=*/false));
  auto &declaration = *cast<Function>(callee.getCallee());
  declaration.setMemoryEffects(effects);
  declaration.setDoesNotThrow();
  declaration.setWillReturn();
  return builder.CreateCall(callee, operands);
}

} // namespace weft::compiler
