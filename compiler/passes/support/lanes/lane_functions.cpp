// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/lanes/lane_functions.h"

#include "compiler/passes/support/region_parameters.h"

#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

static CallInst *call(IRBuilderBase &builder, const Twine &name, Type *result,
                      ArrayRef<Value *> operands) {
  SmallVector<Type *> types;
  for (const Value *operand : operands)
    types.push_back(operand->getType());
  FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      name.str(), FunctionType::get(result, types, /*isVarArg=*/false));
  auto &declaration = *cast<Function>(callee.getCallee());
  declaration.setDoesNotAccessMemory();
  declaration.setDoesNotThrow();
  declaration.setWillReturn();
  return builder.CreateCall(callee, operands);
}

Value *callLaneNumber(IRBuilderBase &builder) {
  CallInst *number = call(builder, laneNumberFunction, builder.getInt64Ty(), {});
  number->getCalledFunction()->addFnAttr(laneParameterAttribute);
  return number;
}

Value *callVf(IRBuilderBase &builder) {
  return call(builder, vfFunction, builder.getInt64Ty(), {});
}

Value *callAllLanes(IRBuilderBase &builder, Value *condition) {
  return call(builder, allLanesFunction, builder.getInt1Ty(), condition);
}

Value *callFirstLane(IRBuilderBase &builder, Value *value) {
  Type *type = value->getType();
  return call(builder, firstLaneFunction + "i" + Twine(type->getIntegerBitWidth()), type, value);
}

} // namespace weft::compiler
