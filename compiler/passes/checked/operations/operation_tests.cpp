// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/operations/operation_tests.h"

#include "compiler/passes/checked/check_reports.h"
#include "compiler/passes/support/lanes/lane_functions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"

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
  LLVMContext &context = before.getContext();
  BasicBlock *head = before.getParent();
  BasicBlock *next = head->splitBasicBlock(&before, head->getName() + ".defined");
  const auto block = [&](const Twine &name) {
    return BasicBlock::Create(context, name, before.getFunction(), next);
  };
  BasicBlock *cold = block(head->getName() + ".undefined"), *report = block("mistake");
  head->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(head);
  builder.SetCurrentDebugLocation(location);
  builder.CreateCondBr(callAllLanes(builder, defined), next, cold,
                       MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(cold);
  markCheckBranch(*builder.CreateCondBr(defined, next, report));
  builder.SetInsertPoint(report);
  emitReport(test, builder);
  builder.CreateBr(next);
  return true;
}

} // namespace weft::compiler
