// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/guarded_no_wrap.h"

#include "compiler/passes/analysis/affine/extensions.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

#define DEBUG_TYPE "weft-guarded-no-wrap"

namespace weft::compiler {

ALWAYS_ENABLED_STATISTIC(sumsWidened, "Sums widened behind a guard");

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// The operand of a mask of low bits that changes nothing, or the value itself.
Value &withoutMask(Value &value) {
  const auto mask = Extension::of(value);
  return mask && !mask->shift && mask->operand->getType() == value.getType() && mask->keepsOperand()
             ? *mask->operand
             : value;
}

// The extension as a sum that cannot wrap; null if it may wrap.
Value *widened(Instruction &extension, Value &compared, const APInt &amount, unsigned bits,
               const ConstantRange &range) {
  const unsigned exact = range.getBitWidth() + 2;
  const APInt step = amount.trunc(bits);
  const ConstantRange sums = range.zeroExtend(exact).add(ConstantRange(step.sext(exact)));
  if (!ConstantRange(APInt(exact, 0), APInt::getOneBitSet(exact, bits)).contains(sums))
    return nullptr;
  IRBuilder<> builder(&extension);
  Type *type = extension.getType();
  return builder.CreateAdd(builder.CreateZExt(&compared, type),
                           ConstantInt::get(type, step.sext(type->getIntegerBitWidth())), "",
                           /*HasNUW=*/false, /*HasNSW=*/true);
}

// The extensions of sums of `compared` and a constant that the edge dominates.
void widenSums(Value &compared, const ConstantRange &range, const BasicBlockEdge &edge,
               const DominatorTree &tree) {
  for (User *user : SmallVector<User *>(compared.users())) {
    ConstantInt *amount = nullptr;
    if (!match(user, m_Add(m_Specific(&compared), m_ConstantInt(amount))))
      continue;
    for (User *use : SmallVector<User *>(user->users())) {
      auto *extension = cast<Instruction>(use);
      const auto part = Extension::of(*extension);
      if (!part || part->operand != user || part->isSigned || part->shift ||
          !tree.dominates(edge, extension->getParent()))
        continue;
      Value *sum = widened(*extension, compared, amount->getValue(), part->bits, range);
      if (!sum)
        continue;
      extension->replaceAllUsesWith(sum);
      ++sumsWidened;
    }
  }
}

void widenBehind(Value &condition, bool holds, const BasicBlockEdge &edge,
                 const DominatorTree &tree) {
  Value *first = nullptr;
  Value *second = nullptr;
  if (holds ? match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)))
            : match(&condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
    widenBehind(*first, holds, edge, tree);
    widenBehind(*second, holds, edge, tree);
    return;
  }
  const auto *comparison = dyn_cast<ICmpInst>(&condition);
  const auto *limit = comparison ? dyn_cast<ConstantInt>(comparison->getOperand(1)) : nullptr;
  if (!limit)
    return;
  Value &compared = withoutMask(*comparison->getOperand(0));
  const CmpInst::Predicate predicate =
      holds ? comparison->getPredicate() : comparison->getInversePredicate();
  const ConstantRange range = rangeInSmallLaunch(compared).intersectWith(
      ConstantRange::makeExactICmpRegion(predicate, limit->getValue()));
  widenSums(compared, range, edge, tree);
}

} // namespace

void widenGuardedSums(Value &condition, bool holds, const DominatorTree &tree) {
  SmallVector<BasicBlockEdge> edges;
  for (const User *user : condition.users())
    if (const auto *branch = dyn_cast<BranchInst>(user); branch && branch->isConditional())
      edges.push_back({branch->getParent(), branch->getSuccessor(holds ? 0 : 1)});
  for (const BasicBlockEdge &edge : edges)
    widenBehind(condition, holds, edge, tree);
}

} // namespace weft::compiler
