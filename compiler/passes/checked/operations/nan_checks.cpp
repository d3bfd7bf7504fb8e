// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports operations of numbers whose result is not one: 0 / 0, inf - inf, sqrt(-1). A NaN that a
// NaN becomes is not reported, so the first report of a computation is where it went wrong.
//
// It runs on the program's own functions before their calls are inlined: what the library computes
// in between is its own affair. Operations are those of floating-point types, and calls of the
// library's functions that have floating-point operands, but for those that copy bits. Results are
// tested behind the operation (operation_tests.h). Where the program promises that there are no
// NaNs (-cl-finite-math-only), there is nothing to test.
#include "compiler/passes/checked/operations/operation_tests.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// The name in OpenCL C of the function that is called; empty if it is no function of the library.
StringRef functionOf(const CallInst &call) {
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
      return "fma";
    case Intrinsic::sqrt:
      return "sqrt";
    default:
      return "";
    }
  const Function *callee = call.getCalledFunction();
  return callee && !isUserCode(*callee) ? unmangled(callee->getName()) : "";
}

StringRef signOf(const BinaryOperator &operation) {
  switch (operation.getOpcode()) {
  case Instruction::FAdd:
    return "# + #";
  case Instruction::FSub:
    return "# - #";
  case Instruction::FMul:
    return "# * #";
  case Instruction::FDiv:
    return "# / #";
  default:
    return "";
  }
}

// The operation with # for the first operands; empty if its result is not to be tested.
std::string formOf(const Instruction &instruction, ArrayRef<Value *> operands) {
  if (const auto *operation = dyn_cast<BinaryOperator>(&instruction))
    return signOf(*operation).str();
  const auto *call = dyn_cast<CallInst>(&instruction);
  const StringRef function = call ? functionOf(*call) : "";
  const bool copiesBits = function.starts_with("as_") || function == "bitselect";
  if (function.empty() || copiesBits || operands.empty())
    return "";
  const StringRef arguments = operands.size() == 1   ? "(#)"
                              : operands.size() == 2 ? "(#, #)"
                                                     : "(#, #, ...)";
  return (function + arguments).str();
}

// The operands that have the result's type, as those of select() and pown() that decide do not.
SmallVector<Value *, 3> operandsOf(Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  SmallVector<Value *, 3> operands;
  for (Use &operand : call ? call->args() : instruction.operands())
    if (operand->getType() == instruction.getType())
      operands.push_back(operand);
  return operands;
}

} // namespace

bool checkNan(Instruction &instruction) {
  if (!instruction.getType()->isFPOrFPVectorTy() || !isa<BinaryOperator, CallInst>(instruction))
    return false;
  const SmallVector<Value *, 3> operands = operandsOf(instruction);
  const std::string form = formOf(instruction, operands);
  if (form.empty())
    return false;
  Instruction &next = *instruction.getNextNode();
  IRBuilder<> builder(&next);
  Value *defined = builder.CreateFCmpORD(&instruction, &instruction);
  for (Value *operand : operands)
    defined = builder.CreateOr(defined, builder.CreateFCmpUNO(operand, operand));
  return emitTest(
      next, instruction.getDebugLoc(),
      {WEFT_MISTAKE_NAN, form, defined, operands[0], operands[operands.size() > 1 ? 1 : 0]});
}

} // namespace weft::compiler
