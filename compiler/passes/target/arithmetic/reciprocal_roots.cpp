// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/reciprocal_roots.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/passes/replaced_instructions.h"
#include "compiler/passes/target/arch/root_estimate.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"

#define DEBUG_TYPE "weft-target-arithmetic"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(rootsEstimated, "Reciprocal roots computed from an estimate");
ALWAYS_ENABLED_STATISTIC(rootsDivided, "Reciprocal roots computed by a root and a division");

namespace {

class RootWriter {
public:
  explicit RootWriter(CallInst &call)
      : builder(&call), x(call.getArgOperand(0)), type(x->getType()) {}

  Value *exact() {
    return builder.CreateFDiv(number(1), builder.CreateUnaryIntrinsic(Intrinsic::sqrt, x));
  }

  Value *fromEstimate() {
    Value *y = estimateRoot(builder, x);
    Value *residual = fused(builder.CreateFNeg(builder.CreateFMul(x, y)), y, number(1));
    Value *isLess = builder.CreateFCmpOLT(residual, number(1));
    return fused(builder.CreateFMul(y, number(0.5)),
                 builder.CreateSelect(isLess, residual, number(1)), y);
  }

private:
  Constant *number(double value) const { return ConstantFP::get(type, value); }
  Value *fused(Value *a, Value *b, Value *c) {
    return builder.CreateIntrinsic(Intrinsic::fma, {type}, {a, b, c});
  }

  IRBuilder<> builder;
  Value *x;
  Type *type;
};

} // namespace

bool replaceReciprocalRoots(Function &function, const TargetFeatures &features) {
  const bool estimates = features.estimatesRoots();
  const unsigned count = replaceInstructions(function, [&](Instruction &instruction) -> Value * {
    if (!isReciprocalRoot(calleeName(instruction)))
      return nullptr;
    assert(instruction.getType()->getScalarType()->isFloatTy());
    RootWriter writer(cast<CallInst>(instruction));
    return estimates ? writer.fromEstimate() : writer.exact();
  });
  (estimates ? rootsEstimated : rootsDivided) += count;
  return count;
}

} // namespace weft::compiler
