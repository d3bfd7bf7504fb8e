// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/buffer_alignment.h"

#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

#define DEBUG_TYPE "weft-buffer-alignment"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(alignmentsCapped, "Accesses with reduced alignment");

namespace {

constexpr Align widestScalar = Align::Constant<8>();

// Whether the pointer may point to memory of the host program: global, constant and generic
// pointers may.
bool mayPointIntoBuffer(const Type *type) {
  const auto *pointer = dyn_cast<PointerType>(type);
  if (!pointer)
    return false;
  const unsigned space = pointer->getAddressSpace();
  return space == 1 || space == 2 || space == 4;
}

template <class Access> void capAccess(Access &access) {
  if (access.isAtomic() || !mayPointIntoBuffer(access.getPointerOperandType()) ||
      access.getAlign() <= widestScalar)
    return;
  access.setAlignment(widestScalar);
  ++alignmentsCapped;
}

void capIntrinsic(MemIntrinsic &intrinsic) {
  if (mayPointIntoBuffer(intrinsic.getRawDest()->getType()))
    intrinsic.setDestAlignment(std::min(intrinsic.getDestAlign().valueOrOne(), widestScalar));
  if (auto *transfer = dyn_cast<MemTransferInst>(&intrinsic);
      transfer && mayPointIntoBuffer(transfer->getRawSource()->getType()))
    transfer->setSourceAlignment(std::min(transfer->getSourceAlign().valueOrOne(), widestScalar));
}

void dropParameterAlignment(CallBase &call) {
  for (unsigned index = 0; index != call.arg_size(); ++index)
    if (mayPointIntoBuffer(call.getArgOperand(index)->getType()))
      call.removeParamAttr(index, Attribute::Alignment);
}

} // namespace

PreservedAnalyses BufferAlignmentPass::run(Function &function, FunctionAnalysisManager &) {
  for (Argument &parameter : function.args())
    if (mayPointIntoBuffer(parameter.getType()))
      parameter.removeAttr(Attribute::Alignment);
  for (Instruction &instruction : instructions(function)) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      capAccess(*load);
    else if (auto *store = dyn_cast<StoreInst>(&instruction))
      capAccess(*store);
    else if (auto *intrinsic = dyn_cast<MemIntrinsic>(&instruction))
      capIntrinsic(*intrinsic);
    else if (auto *call = dyn_cast<CallBase>(&instruction))
      dropParameterAlignment(*call);
  }
  return preservedControlFlow(/*changed=*/true);
}

} // namespace weft::compiler
