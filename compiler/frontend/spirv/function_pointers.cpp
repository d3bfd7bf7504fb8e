// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to functions (SPV_INTEL_function_pointers), which passes/normalise/function_pointers.h
// lowers.
#include "compiler/frontend/spirv/translation.h"

#include "device/base/address_spaces.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// The call determines the function type.
Value *callThroughPointer(Translation &translation, const Instruction &instruction) {
  Type *result = translation.resultType(instruction);
  Value *callee = translation.operand(instruction, 0);
  if (!result || !callee)
    return nullptr;
  if (!callee->getType()->isPointerTy())
    return translation.fail(instruction, "this is not a function pointer");
  SmallVector<Value *> arguments;
  SmallVector<Type *> types;
  for (std::size_t index = 1; index != instruction.size(); ++index) {
    Value *argument = translation.operand(instruction, index);
    if (!argument)
      return nullptr;
    const Id typeId = translation.source.typeOf(instruction[index]);
    if (const Instruction *type = translation.source.definition(typeId);
        type && type->op == spv::OpTypeSampler)
      argument = translation.samplerFrom(argument);
    arguments.push_back(argument);
    types.push_back(arguments.back()->getType());
  }
  if (!FunctionType::isValidReturnType(result) ||
      !all_of(types, [](Type *type) { return FunctionType::isValidArgumentType(type); }))
    return translation.fail(instruction, "no function has this type");
  IRBuilder<> &builder = translation.builder;
  if (callee->getType()->getPointerAddressSpace() != privateSpace)
    callee = builder.CreateAddrSpaceCast(callee, builder.getPtrTy());
  CallInst *call =
      builder.CreateCall(FunctionType::get(result, types, /*isVarArg=*/false), callee, arguments);
  call->setCallingConv(CallingConv::SPIR_FUNC);
  call->setConvergent();
  return result->isVoidTy() ? nullptr : call;
}

constexpr Handler handlers[] = {{spv::OpFunctionPointerCallINTEL, callThroughPointer}};

} // namespace

ArrayRef<Handler> functionPointerHandlers() { return handlers; }

Constant *Translation::functionPointer(const Instruction &instruction) {
  Type *type = resultType(instruction);
  Function *pointee = function(instruction[0]);
  if (!type || !pointee)
    return nullptr;
  if (pointee->getCallingConv() == CallingConv::SPIR_KERNEL)
    return fail(instruction, "an entry point cannot be called");
  if (!type->isPointerTy())
    return fail(instruction, "the type is not a pointer");
  return ConstantExpr::getPointerBitCastOrAddrSpaceCast(pointee, type);
}

} // namespace weft::compiler::spirv
