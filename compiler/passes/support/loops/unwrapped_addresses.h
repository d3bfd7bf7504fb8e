// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses as if no index wrapped.
//
// Scalar evolution decomposes an extended 32-bit index only if it can prove that the sum or product
// does not wrap. An estimate of the distance of addresses needs no proof.
#pragma once

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace weft::compiler {

/// Rewrites extensions of sums and multiples as sums and multiples of extensions, and the extended
/// parts of numbers as the numbers.
class UnwrappedAddresses : public llvm::SCEVRewriteVisitor<UnwrappedAddresses> {
public:
  explicit UnwrappedAddresses(llvm::ScalarEvolution &evolution) : SCEVRewriteVisitor(evolution) {}

  const llvm::SCEV *of(const llvm::Value &pointer) {
    return visit(SE.getSCEV(const_cast<llvm::Value *>(&pointer)));
  }

  const llvm::SCEV *visitSignExtendExpr(const llvm::SCEVSignExtendExpr *extension) {
    return extend(visit(extension->getOperand()), *extension);
  }
  const llvm::SCEV *visitZeroExtendExpr(const llvm::SCEVZeroExtendExpr *extension) {
    return extend(visit(extension->getOperand()), *extension);
  }

private:
  const llvm::SCEV *extend(const llvm::SCEV *narrow, const llvm::SCEVCastExpr &extension) {
    llvm::Type *type = extension.getType();
    if (const auto *sum = llvm::dyn_cast<llvm::SCEVAddExpr>(narrow)) {
      llvm::SmallVector<const llvm::SCEV *, 4> parts;
      for (const llvm::SCEV *part : sum->operands())
        parts.push_back(extend(part, extension));
      return SE.getAddExpr(parts);
    }
    if (const auto *product = llvm::dyn_cast<llvm::SCEVMulExpr>(narrow);
        product && llvm::isa<llvm::SCEVConstant>(product->getOperand(0))) {
      llvm::SmallVector<const llvm::SCEV *, 4> factors;
      for (const llvm::SCEV *factor : product->operands())
        factors.push_back(extend(factor, extension));
      return SE.getMulExpr(factors);
    }
    if (const auto *part = llvm::dyn_cast<llvm::SCEVTruncateExpr>(narrow))
      return SE.getTruncateOrSignExtend(part->getOperand(), type);
    if (const auto *steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(narrow);
        steps && steps->isAffine())
      return SE.getAddRecExpr(extend(steps->getStart(), extension),
                              extend(steps->getStepRecurrence(SE), extension), steps->getLoop(),
                              llvm::SCEV::FlagAnyWrap);
    // A subtrahend is a large unsigned number.
    const bool isSigned = llvm::isa<llvm::SCEVSignExtendExpr>(extension);
    return isSigned || llvm::isa<llvm::SCEVConstant>(narrow) ? SE.getSignExtendExpr(narrow, type)
                                                             : SE.getZeroExtendExpr(narrow, type);
  }
};

} // namespace weft::compiler
