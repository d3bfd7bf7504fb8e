// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/llvm_bugs/signaling_nans.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownFPClass.h"

#define DEBUG_TYPE "weft-float-workarounds"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(selectionsFenced, "Selections kept separate from comparisons");
ALWAYS_ENABLED_STATISTIC(operandsQuieted, "Operands of minima and maxima made quiet");

namespace {

// Instructions make NaNs quiet, which LLVM does not say of arithmetic, since it may remove that.
bool isArithmetic(const Value &value) {
  if (const auto *call = dyn_cast<IntrinsicInst>(&value))
    return is_contained({Intrinsic::fma, Intrinsic::fmuladd, Intrinsic::sqrt, Intrinsic::floor,
                         Intrinsic::ceil, Intrinsic::trunc, Intrinsic::rint, Intrinsic::roundeven,
                         Intrinsic::maxnum, Intrinsic::minnum, Intrinsic::canonicalize},
                        call->getIntrinsicID());
  const auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && (instruction->isBinaryOp() || isa<FPExtInst, FPTruncInst>(instruction));
}

class NaNQuieter {
public:
  explicit NaNQuieter(Function &function) : query(function.getDataLayout()), function(function) {}

  bool run() {
    bool changed = false;
    for (Instruction &instruction : instructions(function)) {
      if (isRootOfLogic(instruction))
        changed |= quietComparisons(instruction);
      if (auto *select = dyn_cast<SelectInst>(&instruction))
        changed |= fence(*select);
      else if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
        changed |= quietOperands(*call);
    }
    return changed;
  }

private:
  bool mayBeSignaling(const Value &value) const {
    return !isArithmetic(value) && !computeKnownFPClass(&value, fcSNan, query).isKnownNever(fcSNan);
  }

  // Selections between the operands of a comparison.
  bool fence(SelectInst &select) {
    const auto *comparison = dyn_cast<FCmpInst>(select.getCondition());
    if (!comparison || select.hasNoNaNs())
      return false;
    Value *chosen = select.getTrueValue(), *other = select.getFalseValue();
    Value *left = comparison->getOperand(0), *right = comparison->getOperand(1);
    if (!(chosen == left && other == right) && !(chosen == right && other == left))
      return false;
    const unsigned arm = isa<Constant>(chosen) ? 2 : 1;
    if (!mayBeSignaling(*left) && !mayBeSignaling(*right))
      return false;
    IRBuilder<> builder(&select);
    Value *value = select.getOperand(arm);
    select.setOperand(arm, builder.CreateArithmeticFence(value, value->getType()));
    ++selectionsFenced;
    return true;
  }

  bool quietOperands(IntrinsicInst &call) {
    const Intrinsic::ID id = call.getIntrinsicID();
    if ((id != Intrinsic::maxnum && id != Intrinsic::minnum) || call.hasNoNaNs())
      return false;
    bool changed = false;
    for (Use &operand : call.args())
      changed |= quiet(operand);
    return changed;
  }

  static bool isLogic(const Value &value) {
    return match(&value, m_LogicalOp(m_Value(), m_Value()));
  }
  static bool isRootOfLogic(const Instruction &instruction) {
    return isLogic(instruction) &&
           none_of(instruction.users(), [](const User *user) { return isLogic(*user); });
  }

  // Of the comparisons that the logical operation combines, those that share an operand.
  bool quietComparisons(Instruction &root) {
    SmallVector<FCmpInst *> comparisons;
    SmallSetVector<Instruction *, 8> logic;
    logic.insert(&root);
    for (unsigned index = 0; index != logic.size(); ++index)
      for (Value *operand : logic[index]->operands())
        if (auto *comparison = dyn_cast<FCmpInst>(operand))
          comparisons.push_back(comparison);
        else if (auto *inner = dyn_cast<Instruction>(operand); inner && isLogic(*inner))
          logic.insert(inner);
    bool changed = false;
    for (FCmpInst *comparison : comparisons)
      for (const unsigned shared : {0u, 1u})
        if (any_of(comparisons, [&](const FCmpInst *other) {
              return other != comparison &&
                     is_contained(other->operands(), comparison->getOperand(shared));
            }))
          changed |= quiet(comparison->getOperandUse(1 - shared));
    return changed;
  }

  bool quiet(Use &operand) {
    if (!mayBeSignaling(*operand))
      return false;
    IRBuilder<> builder(cast<Instruction>(operand.getUser()));
    operand.set(quietValue(builder, operand.get()));
    ++operandsQuieted;
    return true;
  }

  // LLVM has no instruction for SVE's vectors of a known length.
  Value *quietValue(IRBuilder<> &builder, Value *value) const {
    constexpr unsigned neonBits = 128;
    Type *type = value->getType();
    const Attribute scales = function.getFnAttribute(Attribute::VScaleRange);
    if (!scales.isValid() || scales.getVScaleRangeMin() == 1 || !type->isVectorTy() ||
        type->getPrimitiveSizeInBits().getFixedValue() <= neonBits)
      return builder.CreateUnaryIntrinsic(Intrinsic::canonicalize, value);
    return builder.CreateSelect(builder.CreateFCmpUNO(value, value), ConstantFP::getNaN(type),
                                value);
  }

  const SimplifyQuery query;
  Function &function;
};

} // namespace

bool quietSignalingNaNs(Function &function) { return NaNQuieter(function).run(); }

} // namespace weft::compiler
