// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/invariant_divisors.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/target/arithmetic/long_vectors.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

#include <tuple>

#define DEBUG_TYPE "weft-target-arithmetic"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(divisionsMultiplied, "64-bit divisions of vectors by invariant numbers");

namespace {

// What quotients by a number are computed from, as single integers.
struct Inverse {
  LongHalves multiplier;    ///< m of the header
  Value *logarithm;         ///< l of the header
  Value *halving, *further; ///< the shifts of large dividends: 1 and l - 1, or 0
  Value *sign;              ///< all ones if the divisor is negative
};

// A place in the code, and whether it is outside of a loop with the division.
struct Place {
  Instruction *before;
  bool isOutsideLoop;
};

// Emits inverses, in single integers.
class InverseBuilder {
public:
  InverseBuilder(Instruction &place, bool isSigned)
      : integers(place), builder(integers.builder), type(builder.getInt64Ty()), isSigned(isSigned) {
  }

  Inverse inverseOf(Value *number) {
    // The divisor of a division is not poison, but here there may be no division.
    Value *known = builder.CreateFreeze(number);
    Value *size =
        isSigned ? builder.CreateBinaryIntrinsic(Intrinsic::abs, known, builder.getFalse()) : known;
    Value *divisor = builder.CreateBinaryIntrinsic(Intrinsic::umax, size, constant(1));
    Value *aligned = builder.CreateShl(divisor, leadingZeros(divisor));
    Value *multiplier = builder.CreateAdd(reciprocal(aligned), constant(1));
    Value *logarithm = builder.CreateSub(constant(longWidth),
                                         leadingZeros(builder.CreateSub(divisor, constant(1))));
    Value *halving = builder.CreateBinaryIntrinsic(Intrinsic::umin, logarithm, constant(1));
    return {integers.halvesOf(multiplier), logarithm, halving,
            builder.CreateSub(logarithm, halving), isSigned ? integers.signsOf(known) : nullptr};
  }

private:
  // floor((2^128 - 1) / number) - 2^64 of a number whose highest bit is set. Names are those of
  // Möller and Granlund.
  Value *reciprocal(Value *number) {
    constexpr std::uint64_t dividend = (1u << 19) - 3 * (1u << 8);
    Value *d0 = builder.CreateAnd(number, 1), *d9 = builder.CreateLShr(number, 55);
    Value *d40 = builder.CreateAdd(builder.CreateLShr(number, 24), constant(1));
    Value *d63 = builder.CreateAdd(builder.CreateLShr(number, 1), d0);
    // Short divisions take less time on older CPUs.
    Type *word = builder.getInt32Ty();
    Value *v0 = builder.CreateZExt(
        builder.CreateUDiv(ConstantInt::get(word, dividend), builder.CreateTrunc(d9, word)), type);
    Value *v1 = builder.CreateSub(
        builder.CreateSub(
            builder.CreateShl(v0, 11),
            builder.CreateLShr(builder.CreateMul(builder.CreateMul(v0, v0), d40), 40)),
        constant(1));
    Value *error1 = builder.CreateSub(constant(std::uint64_t{1} << 60), builder.CreateMul(v1, d40));
    Value *v2 = builder.CreateAdd(builder.CreateShl(v1, 13),
                                  builder.CreateLShr(builder.CreateMul(v1, error1), 47));
    Value *e =
        builder.CreateSub(builder.CreateAnd(builder.CreateLShr(v2, 1), builder.CreateNeg(d0)),
                          builder.CreateMul(v2, d63));
    Value *v3 = builder.CreateAdd(builder.CreateShl(v2, 31),
                                  builder.CreateLShr(highOf(wide(v2), wide(e), constant(0)), 1));
    return builder.CreateSub(v3, builder.CreateAdd(highOf(wide(v3), wide(number), number), number));
  }

  Value *wide(Value *value) { return builder.CreateZExt(value, builder.getInt128Ty()); }
  // The upper half of a product and a sum.
  Value *highOf(Value *first, Value *second, Value *addend) {
    Value *whole = builder.CreateAdd(builder.CreateMul(first, second), wide(addend));
    return builder.CreateTrunc(builder.CreateLShr(whole, longWidth), type);
  }
  Value *leadingZeros(Value *value) {
    return builder.CreateBinaryIntrinsic(Intrinsic::ctlz, value, builder.getFalse());
  }
  Constant *constant(std::uint64_t value) { return ConstantInt::get(type, value); }

  LongVectors integers;
  IRBuilder<> &builder;
  Type *type;
  bool isSigned;
};

class InvariantDivisors {
public:
  explicit InvariantDivisors(Function &function) : dominators(function), loops(dominators) {}

  /// The result of a division, or null.
  Value *expand(BinaryOperator &division);

private:
  Place placeOf(BinaryOperator &division, const Value &divisor) const;
  Inverse inverseOf(BinaryOperator &division, Value *divisor, const Place &place);

  DominatorTree dominators;
  LoopInfo loops;
  // By divisor, sign, block and whether it is outside of a loop.
  DenseMap<std::tuple<Value *, unsigned, BasicBlock *>, Inverse> inverses;
};

// Where the divisor's inverse is computed.
Place InvariantDivisors::placeOf(BinaryOperator &division, const Value &divisor) const {
  Place place{&division, false};
  const auto *definition = dyn_cast<Instruction>(&divisor);
  for (const Loop *loop = loops.getLoopFor(division.getParent());
       loop && !(definition && loop->contains(definition)); loop = loop->getParentLoop()) {
    // The preheader, or what decides between this loop and other code.
    BasicBlock *before = dominators.getNode(loop->getHeader())->getIDom()->getBlock();
    if (loops.getLoopFor(before) != loop->getParentLoop())
      break;
    place = {before->getTerminator(), true};
  }
  return place;
}

Inverse InvariantDivisors::inverseOf(BinaryOperator &division, Value *divisor, const Place &place) {
  const bool isSigned = isSignedDivision(division);
  const auto [found, isNew] = inverses.try_emplace(
      {divisor, 2u * place.isOutsideLoop + isSigned, place.before->getParent()});
  if (isNew)
    found->second = InverseBuilder(*place.before, isSigned).inverseOf(divisor);
  return found->second;
}

Value *InvariantDivisors::expand(BinaryOperator &division) {
  Type *type = division.getType();
  Value *dividend = division.getOperand(0);
  Value *divisor = getSplatValue(division.getOperand(1));
  if (!divisor || isa<Constant>(divisor))
    return nullptr;
  const Place place = placeOf(division, *divisor);
  const ElementCount lanes = cast<VectorType>(type)->getElementCount();
  if (!place.isOutsideLoop && lanes.getFixedValue() < CostModel::lanesOfInverse)
    return nullptr;
  const Inverse inverse = inverseOf(division, divisor, place);
  LongVectors vectors(division);
  IRBuilder<> &builder = vectors.builder;
  const bool isSigned = isSignedDivision(division);
  const bool isPositive =
      isSigned || isKnownNonNegative(dividend, SimplifyQuery(division.getDataLayout(), &division));
  Value *signs = isSigned ? vectors.signsOf(dividend) : nullptr;
  Value *size = isSigned ? vectors.withSigns(dividend, signs) : dividend;
  const auto splat = [&](Value *value) { return builder.CreateVectorSplat(lanes, value); };
  Value *high =
      vectors.highHalf(size, {splat(inverse.multiplier.low), splat(inverse.multiplier.high)});
  Value *quotient;
  if (isPositive) {
    quotient = builder.CreateLShr(builder.CreateAdd(high, size), splat(inverse.logarithm));
  } else {
    Value *half = builder.CreateLShr(builder.CreateSub(size, high), splat(inverse.halving));
    quotient = builder.CreateLShr(builder.CreateAdd(half, high), splat(inverse.further));
  }
  if (isSigned)
    quotient = vectors.withSigns(quotient, builder.CreateXor(signs, splat(inverse.sign)));
  return isRemainder(division) ? vectors.remainder(dividend, quotient, splat(divisor)) : quotient;
}

} // namespace

bool multiplyByInverses(Function &function) {
  SmallVector<BinaryOperator *> divisions;
  for (Instruction &instruction : instructions(function))
    if (instruction.isIntDivRem() && isVectorOfLongs(instruction.getType()))
      divisions.push_back(cast<BinaryOperator>(&instruction));
  if (divisions.empty())
    return false;
  bool changed = false;
  InvariantDivisors divisors(function);
  for (BinaryOperator *division : divisions) {
    Value *result = divisors.expand(*division);
    if (!result)
      continue;
    division->replaceAllUsesWith(result);
    division->eraseFromParent();
    ++divisionsMultiplied;
    changed = true;
  }
  return changed;
}

} // namespace weft::compiler
