// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/copies/copy_progression.h"

#include "compiler/passes/support/limits.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned addressBits = 64;

using Optional = std::optional<Progression>;

Progression constant(const APInt &value) {
  return {APInt::getZero(value.getBitWidth()), value, std::nullopt};
}

Optional sum(const Optional &left, const Optional &right) {
  if (!left || !right || (left->fall && right->fall))
    return std::nullopt;
  Progression result{left->step + right->step, std::nullopt, left->fall ? left->fall : right->fall};
  if (left->start && right->start)
    result.start = *left->start + *right->start;
  return result;
}

Progression product(Progression value, const APInt &factor) {
  value.step *= factor;
  if (value.start)
    *value.start *= factor;
  if (value.fall)
    value.fall->bytes *= factor;
  return value;
}

const APInt *constantOperand(const BinaryOperator &operation) {
  const auto *number = dyn_cast<ConstantInt>(operation.getOperand(1));
  return number ? &number->getValue() : nullptr;
}

} // namespace

bool Progression::isCounter() const {
  return step.getBitWidth() >= 32 && step.isOne() && start && start->isZero() && !fall;
}

bool CopyProgressions::isShared(const Value &value) const {
  if (const auto *instruction = dyn_cast<Instruction>(&value))
    return !loop.contains(instruction) && uniformity.isUniform(*instruction);
  return isa<Argument, Constant>(value);
}

Optional CopyProgressions::of(const Value &value, unsigned depth) const {
  if (!value.getType()->isIntegerTy())
    return std::nullopt;
  const unsigned bits = value.getType()->getIntegerBitWidth();
  if (&value == &counter)
    return Progression{APInt(bits, 1), APInt::getZero(bits), std::nullopt};
  if (const auto *number = dyn_cast<ConstantInt>(&value))
    return constant(number->getValue());
  if (isShared(value))
    return Progression{APInt::getZero(bits), std::nullopt, std::nullopt};
  if (depth == limits::copyDepth)
    return std::nullopt;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !loop.contains(instruction))
    return std::nullopt;
  if (const auto *cast = dyn_cast<CastInst>(instruction))
    return ofCast(*cast, depth + 1);
  if (const auto *operation = dyn_cast<BinaryOperator>(instruction))
    return ofOperation(*operation, depth + 1);
  return std::nullopt;
}

Optional CopyProgressions::ofOperation(const BinaryOperator &operation, unsigned depth) const {
  const Optional left = of(*operation.getOperand(0), depth);
  const Optional right = of(*operation.getOperand(1), depth);
  if (!left || !right)
    return std::nullopt;
  const bool isDisjoint =
      isa<PossiblyDisjointInst>(operation) && cast<PossiblyDisjointInst>(operation).isDisjoint();
  switch (operation.getOpcode()) {
  case Instruction::Add:
    return sum(left, right);
  case Instruction::Or:
    return isDisjoint ? sum(left, right) : std::nullopt;
  case Instruction::Sub:
    return sum(left, product(*right, APInt::getAllOnes(right->step.getBitWidth())));
  case Instruction::Mul:
    if (const APInt *factor = constantOperand(operation))
      return product(*left, *factor);
    return std::nullopt;
  default:
    return ofShift(operation, *left);
  }
}

// Handles shifts and masks by constants.
Optional CopyProgressions::ofShift(const BinaryOperator &shift, const Progression &from) const {
  const APInt *number = constantOperand(shift);
  const unsigned bits = from.step.getBitWidth();
  if (!number)
    return std::nullopt;
  if (shift.getOpcode() == Instruction::And) {
    if (!number->isMask() || number->isAllOnes())
      return std::nullopt;
    const auto masked = [&](const APInt &value) { return value & *number; };
    return narrowed(shift, from, masked, *number, *number + 1, false);
  }
  if (!number->ult(bits) || number->isZero())
    return std::nullopt;
  const unsigned count = number->getZExtValue();
  const APInt window = APInt::getOneBitSet(bits, bits - count);
  const bool losesNothing = from.step.countr_zero() >= count;
  switch (shift.getOpcode()) {
  case Instruction::Shl:
    return product(from, APInt::getOneBitSet(bits, count));
  case Instruction::LShr: {
    const auto shifted = [&](const APInt &value) { return value.lshr(count); };
    if (!losesNothing)
      return std::nullopt;
    return narrowed(shift, from, shifted, window - 1, window, false);
  }
  case Instruction::AShr: {
    const auto shifted = [&](const APInt &value) { return value.ashr(count); };
    if (!losesNothing)
      return std::nullopt;
    return narrowed(shift, from, shifted, window.lshr(1) - 1, window, true);
  }
  default:
    return std::nullopt;
  }
}

Optional CopyProgressions::ofCast(const CastInst &cast, unsigned depth) const {
  if (!cast.getType()->isIntegerTy() || !isa<TruncInst, ZExtInst, SExtInst>(cast))
    return std::nullopt;
  const Value &operand = *cast.getOperand(0);
  const Optional from = of(operand, depth);
  if (!from)
    return std::nullopt;
  const unsigned bits = cast.getType()->getIntegerBitWidth();
  if (isa<TruncInst>(cast)) {
    Progression result{from->step.trunc(bits), std::nullopt, from->fall};
    if (from->start)
      result.start = from->start->trunc(bits);
    if (result.fall) {
      result.fall->bytes = from->fall->bytes.trunc(bits);
      if (result.fall->bytes.isZero())
        result.fall.reset();
    }
    return result;
  }
  const bool isSigned = isa<SExtInst>(cast);
  const auto extended = [&](const APInt &value) {
    return isSigned ? value.sext(bits) : value.zext(bits);
  };
  const unsigned before = from->step.getBitWidth();
  const APInt window = APInt::getOneBitSet(bits, before);
  const bool isExact = (isa<ZExtInst>(cast) && cast.hasNonNeg()) || neverWraps(operand, isSigned);
  return narrowed(cast, *from, extended, (isSigned ? window.lshr(1) : window) - 1, window, isSigned,
                  isExact);
}

// Whether flags promise that no sum in the value wraps, for any i.
bool CopyProgressions::neverWraps(const Value &value, bool isSigned, unsigned depth) const {
  if (const Optional known = of(value); known && known->isCounter())
    return true;
  const auto *sum = dyn_cast<BinaryOperator>(&value);
  if (!sum || sum->getOpcode() != Instruction::Add || depth == limits::copyDepth ||
      !(isSigned ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap()))
    return false;
  const Value &left = *sum->getOperand(0), &right = *sum->getOperand(1);
  return (isShared(left) && neverWraps(right, isSigned, depth + 1)) ||
         (isShared(right) && neverWraps(left, isSigned, depth + 1));
}

// The result of an operation that keeps a progression in a window; it has `step` and `start` of its
// own width.
Optional CopyProgressions::narrowed(const Instruction &result, const Progression &from,
                                    function_ref<APInt(const APInt &)> map, const APInt &last,
                                    const APInt &window, bool isSigned, bool isExact) const {
  if (from.fall)
    return std::nullopt;
  const unsigned bits = window.getBitWidth();
  Progression made{APInt::getZero(bits), std::nullopt, std::nullopt};
  if (from.start)
    made.start = map(*from.start);
  if (from.step.isZero())
    return made;
  // A negative step is a large positive one here.
  made.step = isSigned && bits != from.step.getBitWidth() ? from.step.zext(bits) : map(from.step);
  const auto wide = [&](const APInt &value, bool extendsSign) {
    return extendsSign ? value.sext(2 * addressBits) : value.zext(2 * addressBits);
  };
  const APInt distance = wide(made.step, false) * limit;
  if (!made.step.isPowerOf2() || distance.ugt(wide(window, false)))
    return std::nullopt;
  if (isExact || (made.start && (wide(*made.start, isSigned) + distance).sle(wide(last, isSigned))))
    return made;
  made.fall = Fall{const_cast<Instruction *>(&result), last, made.step, window};
  return made;
}

Optional CopyProgressions::ofAddress(const Value &pointer) const {
  if (isShared(pointer))
    return Progression{APInt::getZero(addressBits), std::nullopt, std::nullopt};
  const auto *element = dyn_cast<GetElementPtrInst>(&pointer);
  if (!element || !loop.contains(element) || !element->getType()->isPointerTy())
    return std::nullopt;
  const DataLayout &layout = element->getDataLayout();
  SmallMapVector<Value *, APInt, 4> indices;
  APInt offset(addressBits, 0);
  if (layout.getIndexTypeSizeInBits(element->getType()) != addressBits ||
      !cast<GEPOperator>(element)->collectOffset(layout, addressBits, indices, offset))
    return std::nullopt;
  Optional result = sum(ofAddress(*element->getPointerOperand()), constant(offset));
  for (const auto &[index, scale] : indices) {
    const Optional progression = of(*index);
    if (!progression || progression->step.getBitWidth() != addressBits)
      return std::nullopt;
    result = sum(result, product(*progression, scale));
  }
  return result;
}

} // namespace weft::compiler
