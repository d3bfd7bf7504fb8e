// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/aarch64/masked_pieces.h"

#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#define DEBUG_TYPE "weft-masked-pieces"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(accessesSplit, "Masked accesses split into registers");

namespace {

constexpr unsigned pieceBits = 128;

class Splitter {
public:
  Splitter(IntrinsicInst &call, const TargetTransformInfo &target)
      : call(call), target(target), loads(call.getIntrinsicID() == Intrinsic::masked_load),
        type(dyn_cast<FixedVectorType>(loads ? call.getType() : call.getArgOperand(0)->getType())),
        builder(&call) {}

  bool run() {
    if (!type || !isSplit())
      return false;
    const unsigned elementBytes = type->getScalarSizeInBits() / 8;
    const unsigned lanes = pieceBits / 8 / elementBytes;
    SmallVector<Value *> pieces;
    for (unsigned first = 0; first != type->getNumElements(); first += lanes)
      pieces.push_back(accessPiece(first, lanes, std::uint64_t{first} * elementBytes));
    if (loads)
      call.replaceAllUsesWith(concatenateVectors(builder, pieces));
    call.eraseFromParent();
    return true;
  }

private:
  bool isSplit() const {
    const unsigned bits = type->getScalarSizeInBits();
    if (bits < 8 || pieceBits % bits != 0 || type->getNumElements() * bits <= pieceBits ||
        type->getNumElements() * bits % pieceBits != 0)
      return false;
    auto *piece = FixedVectorType::get(type->getElementType(), pieceBits / bits);
    return !isLegal(*type) && isLegal(*piece);
  }

  bool isLegal(FixedVectorType &vector) const {
    return loads ? target.isLegalMaskedLoad(&vector, align(), addressSpace())
                 : target.isLegalMaskedStore(&vector, align(), addressSpace());
  }

  Value *accessPiece(unsigned first, unsigned lanes, std::uint64_t offset) {
    const auto pieceOf = [&](Value *vector) {
      return builder.CreateShuffleVector(vector, createSequentialMask(first, lanes, 0));
    };
    Value *pointer = offset ? builder.CreatePtrAdd(address(), builder.getInt64(offset)) : address();
    const Align aligned = commonAlignment(align(), offset);
    CallInst *piece =
        loads ? builder.CreateMaskedLoad(FixedVectorType::get(type->getElementType(), lanes),
                                         pointer, aligned, pieceOf(call.getArgOperand(1)),
                                         pieceOf(call.getArgOperand(2)))
              : builder.CreateMaskedStore(pieceOf(call.getArgOperand(0)), pointer, aligned,
                                          pieceOf(call.getArgOperand(2)));
    piece->copyMetadata(call);
    return piece;
  }

  Value *address() const { return call.getArgOperand(loads ? 0 : 1); }
  Align align() const { return call.getParamAlign(loads ? 0 : 1).valueOrOne(); }
  unsigned addressSpace() const { return address()->getType()->getPointerAddressSpace(); }

  IntrinsicInst &call;
  const TargetTransformInfo &target;
  const bool loads;
  FixedVectorType *const type;
  IRBuilder<> builder;
};

} // namespace

PreservedAnalyses MaskedPiecesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const TargetTransformInfo &target = analyses.getResult<TargetIRAnalysis>(function);
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call ||
        !is_contained({Intrinsic::masked_load, Intrinsic::masked_store}, call->getIntrinsicID()))
      continue;
    const bool isSplit = Splitter(*call, target).run();
    accessesSplit += isSplit;
    changed |= isSplit;
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
