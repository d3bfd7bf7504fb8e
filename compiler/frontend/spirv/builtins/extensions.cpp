// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions of extended sets, of extensions, and miscellaneous ones (SPIR-V specification,
// sections 3.3.1 and 3.3.5).
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/builtins/opencl_std.h"
#include "compiler/frontend/spirv/translation.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

Value *nothing(Translation &, const Instruction &) { return nullptr; }

Value *undefined(Translation &translation, const Instruction &instruction) {
  Type *type = translation.resultType(instruction);
  if (!type)
    return nullptr;
  return type->isFirstClassType() ? UndefValue::get(type)
                                  : translation.fail(instruction, "the type has no values");
}

Value *assume(Translation &translation, const Instruction &instruction) {
  Value *condition = translation.operand(instruction, 0);
  if (!condition)
    return nullptr;
  if (!condition->getType()->isIntegerTy(1))
    return translation.fail(instruction, "the condition is not boolean");
  translation.builder.CreateAssumption(condition);
  return nullptr;
}

Value *expect(Translation &translation, const Instruction &instruction) {
  return translation.operand(instruction, 0);
}

Value *readClock(Translation &translation, const Instruction &instruction) {
  Type *type = translation.resultType(instruction);
  if (!type)
    return nullptr;
  const auto scope = translation.number(instruction[0]);
  const bool isPair = type->isVectorTy();
  const StringRef name = scope == spv::ScopeDevice      ? "device"
                         : scope == spv::ScopeWorkgroup ? "work_group"
                         : scope == spv::ScopeSubgroup  ? "sub_group"
                                                        : "";
  if (name.empty())
    return translation.fail(instruction, "there is no clock for this scope");
  return BuiltInCall(translation, instruction,
                     ((isPair ? "clock_read_hilo_" : "clock_read_") + name).str(), Sign::Unsigned)
      .call(type);
}

Value *sizeOf(Translation &translation, const Instruction &instruction) {
  Type *result = translation.resultType(instruction);
  const Id pointee = translation.pointeeId(translation.source.typeOf(instruction[0]));
  Type *type = translation.type(pointee);
  if (!result || !type)
    return nullptr;
  if (!type->isSized() || !result->isIntegerTy())
    return translation.fail(instruction, "the type has no size");
  return ConstantInt::get(result, translation.module.getDataLayout().getTypeAllocSize(type));
}

Value *extended(Translation &translation, const Instruction &instruction) {
  const StringRef set = translation.source.importedSet(instruction[0]);
  if (set == "OpenCL.std")
    return translateOpenclStd(translation, instruction);
  // Irrelevant to the results of the program.
  if (set.starts_with("NonSemantic.") || set == "OpenCL.DebugInfo.100" || set == "DebugInfo")
    return nullptr;
  return translation.fail(instruction, "instruction set '" + set + "' is not supported");
}

constexpr Handler handlers[] = {
    {spv::OpNop, nothing},
    {spv::OpUndef, undefined},
    {spv::OpSizeOf, sizeOf},
    {spv::OpExtInst, extended},
    {spv::OpAssumeTrueKHR, assume},
    {spv::OpExpectKHR, expect},
    {spv::OpReadClockKHR, readClock},
};

} // namespace

ArrayRef<Handler> extensionHandlers() { return handlers; }

} // namespace weft::compiler::spirv
