// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/reciprocal_roots.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/vector_target.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// An instruction that estimates so many elements at once.
struct EstimateForm {
  Intrinsic::ID id;
  unsigned width;
};

// The widest first; the last one is for one element.
constexpr EstimateForm forms[] = {{Intrinsic::x86_avx512_rsqrt14_ps_512, 16},
                                  {Intrinsic::x86_avx512_rsqrt14_ps_256, 8},
                                  {Intrinsic::x86_avx512_rsqrt14_ps_128, 4},
                                  {Intrinsic::x86_avx512_rsqrt14_ss, 1}};

class RootWriter {
public:
  explicit RootWriter(CallInst &call)
      : builder(&call), x(call.getArgOperand(0)), type(x->getType()) {}

  Value *exact() {
    return builder.CreateFDiv(number(1), builder.CreateUnaryIntrinsic(Intrinsic::sqrt, x));
  }

  Value *fromEstimate() {
    Value *y = estimateOf(x);
    Value *residual = fused(builder.CreateFNeg(builder.CreateFMul(x, y)), y, number(1));
    Value *refined = fused(builder.CreateFMul(y, number(0.5)), residual, y);
    return builder.CreateSelect(builder.CreateFCmpORD(residual, number(0)), refined, y);
  }

private:
  Constant *number(double value) const { return ConstantFP::get(type, value); }
  Value *fused(Value *a, Value *b, Value *c) {
    return builder.CreateIntrinsic(Intrinsic::fma, {type}, {a, b, c});
  }

  // In pieces as wide as the widest instruction that they fill; less than four elements in one.
  Value *estimateOf(Value *value) {
    const auto *vector = dyn_cast<FixedVectorType>(type);
    if (!vector) {
      Value *low = PoisonValue::get(FixedVectorType::get(type, 4));
      low = builder.CreateInsertElement(low, value, std::uint64_t{0});
      return builder.CreateExtractElement(estimateOf(std::end(forms)[-1], low), std::uint64_t{0});
    }
    const unsigned width = vector->getNumElements();
    const EstimateForm &form = *find_if(
        forms, [&](const EstimateForm &each) { return each.width <= std::max(width, 4u); });
    SmallVector<Value *> pieces;
    for (unsigned begin = 0; begin < width; begin += form.width) {
      const unsigned filled = std::min(form.width, width - begin);
      pieces.push_back(
          estimateOf(form, builder.CreateShuffleVector(
                               value, createSequentialMask(begin, filled, form.width - filled))));
    }
    return builder.CreateShuffleVector(concatenateVectors(builder, pieces),
                                       createSequentialMask(0, width, 0));
  }

  Value *estimateOf(const EstimateForm &form, Value *vector) {
    SmallVector<Value *, 4> operands(form.width == 1 ? 2 : 1, vector);
    operands.push_back(Constant::getNullValue(vector->getType()));
    operands.push_back(form.width == 16 ? builder.getInt16(0xffff) : builder.getInt8(0xff));
    return builder.CreateIntrinsic(form.id, {}, operands);
  }

  IRBuilder<> builder;
  Value *x;
  Type *type;
};

} // namespace

PreservedAnalyses ReciprocalRootsPass::run(Function &function, FunctionAnalysisManager &) {
  if (function.isDeclaration())
    return PreservedAnalyses::all();
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && isElementwise(callee->getName()))
      calls.push_back(call);
  }
  const bool estimates = VectorTarget(function).estimatesRoots();
  for (CallInst *call : calls) {
    RootWriter writer(*call);
    call->replaceAllUsesWith(estimates ? writer.fromEstimate() : writer.exact());
    call->eraseFromParent();
  }
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
