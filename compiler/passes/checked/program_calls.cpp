// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/program_calls.h"

#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

StringRef calleeName(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? callee->getName() : "";
}

StringRef calleeNameInSource(const Instruction &instruction) {
  StringRef name = calleeName(instruction);
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length))
    return "";
  return name.take_front(length);
}

CallInst *callMark(IRBuilderBase &builder, StringRef name, Type *result, ArrayRef<Value *> operands,
                   MemoryEffects effects) {
  SmallVector<Type *, 2> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      name, FunctionType::get(result, types, /*isVarArg=*/false));
  auto &declaration = *cast<Function>(callee.getCallee());
  declaration.setMemoryEffects(MemoryEffects::inaccessibleMemOnly() | effects);
  declaration.setDoesNotThrow();
  declaration.setWillReturn();
  return builder.CreateCall(callee, operands);
}

} // namespace weft::compiler
