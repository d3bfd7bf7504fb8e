// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/widen_calls.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

Value *CallWidener::widenIntrinsic(CallInst &call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  SmallVector<Type *> overloads;
  SmallVector<Value *> operands;
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
    overloads.push_back(gang.wideType(call.getType()));
  for (unsigned index = 0; index != call.arg_size(); ++index) {
    Value *operand = call.getArgOperand(index);
    if (isVectorIntrinsicWithScalarOpAtArg(id, index, nullptr)) {
      operands.push_back(values.scalarOf(operand));
    } else {
      operands.push_back(values.vectorOf(operand));
    }
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, index, nullptr))
      overloads.push_back(operands.back()->getType());
  }
  if (gang.hasFailed())
    return nullptr;
  CallInst *wide = gang.CreateIntrinsic(id, overloads, operands);
  wide->copyIRFlags(&call);
  return wide;
}

// One prefetch per cache line if the lanes' addresses are close together. As it is only a hint,
// masks and conditions of the stride are ignored.
bool CallWidener::prefetchTogether(CallInst &call) {
  constexpr std::int64_t cacheLine = 64;
  const auto stride = strides.of(call.getArgOperand(0));
  if (!stride || std::abs(stride->step) > cacheLine)
    return false;
  const auto prefetch = [&](std::int64_t offset) {
    Instruction *copy = call.clone();
    copy->setDebugLoc(DebugLoc());
    copy->setOperand(0, offsetAddress(gang, stride->base, offset));
    gang.Insert(copy);
  };
  const std::int64_t last = stride->step * (gang.lanes - 1);
  for (std::int64_t distance = 0; distance < std::abs(last); distance += cacheLine)
    prefetch(last < 0 ? -distance : distance);
  prefetch(last);
  return true;
}

Value *CallWidener::widen(CallInst &call) {
  if (call.isInlineAsm() || call.isConvergent()) {
    gang.fail("a call that cannot be widened", &call);
    return nullptr;
  }
  const Intrinsic::ID id = call.getIntrinsicID();
  if (id == Intrinsic::prefetch && prefetchTogether(call))
    return nullptr;
  const bool hasScalars =
      isVectorElement(*call.getType()) &&
      all_of(call.args(), [&](const Use &use) { return isVectorElement(*use->getType()); });
  if (id != Intrinsic::not_intrinsic && isTriviallyVectorizable(id) && hasScalars)
    return widenIntrinsic(call);
  Function *callee = call.getCalledFunction();
  if (callee && isElementwise(callee->getName()) && hasScalars) {
    SmallVector<Value *, 2> operands;
    for (Value *operand : call.args())
      operands.push_back(values.vectorOf(operand));
    return gang.hasFailed() ? nullptr
                            : gang.CreateCall(elementwiseForm(*callee, gang.lanes), operands);
  }
  if (images.widen(call))
    return nullptr;
  // A function that returns for active lanes' arguments may be undefined for others.
  return replicator.replicate(call, /*onlyActive=*/!call.hasFnAttr(Attribute::Speculatable));
}

} // namespace weft::compiler
