// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/operations/operation_tests.h"

#include "compiler/passes/checked/check_reports.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// The operand of a report: of the component with this number, or of a scalar if that is null.
Value *operandOf(Value *operand, Value *component, bool isSigned, IRBuilder<> &builder) {
  if (component)
    operand = builder.CreateExtractElement(operand, component);
  if (operand->getType()->isFloatingPointTy())
    return builder.CreateBitCast(builder.CreateFPExt(operand, builder.getDoubleTy()),
                                 builder.getInt64Ty());
  return builder.CreateIntCast(operand, builder.getInt64Ty(), isSigned);
}

void emitReport(const OperationTest &test, IRBuilder<> &builder) {
  Value *component = nullptr;
  if (const auto *vector = dyn_cast<FixedVectorType>(test.defined->getType())) {
    Type *bits = builder.getIntNTy(vector->getNumElements());
    Value *wrong = builder.CreateBitCast(builder.CreateNot(test.defined), bits);
    component = builder.CreateBinaryIntrinsic(Intrinsic::cttz, wrong, builder.getTrue());
  }
  callMistake(builder, test.mistake, test.name,
              operandOf(test.first, component, test.isSigned, builder),
              operandOf(test.second, component, test.isSigned, builder));
}

} // namespace

bool emitTest(Instruction &before, const DebugLoc &location, const OperationTest &test) {
  const auto *known = dyn_cast<Constant>(test.defined);
  if (known && known->isAllOnesValue())
    return false;
  IRBuilder<> builder(&before);
  Value *defined =
      test.defined->getType()->isVectorTy() ? builder.CreateAndReduce(test.defined) : test.defined;
  builder.SetInsertPoint(insertMistake(before, *defined, location, "mistake"));
  emitReport(test, builder);
  return true;
}

} // namespace weft::compiler
