// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/id_offsets.h"

#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/IR/PatternMatch.h"

#include <cstdlib>
#include <limits>

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// Of ids in bytes: products with ids of a small launch fit in 64 bits.
constexpr std::int64_t farthestStride = 1 << 20;

// The loop's test of its counter before each round.
struct RoundTest {
  CmpInst::Predicate stays; ///< of the counter and the limit
  Value *limit;
  BasicBlockEdge enters;
};

std::optional<RoundTest> testOf(PHINode &counter, const Loop &loop) {
  const auto *end = dyn_cast<BranchInst>(counter.getParent()->getTerminator());
  auto *test = end && end->isConditional() ? dyn_cast<ICmpInst>(end->getCondition()) : nullptr;
  if (!test || test->getOperand(0) != &counter ||
      loop.contains(end->getSuccessor(0)) == loop.contains(end->getSuccessor(1)))
    return std::nullopt;
  const bool staysWhereTrue = loop.contains(end->getSuccessor(0));
  return RoundTest{staysWhereTrue ? test->getPredicate() : test->getInversePredicate(),
                   test->getOperand(1),
                   {counter.getParent(), end->getSuccessor(staysWhereTrue ? 0 : 1)}};
}

} // namespace

IdOffsets::IdOffsets(const std::optional<LinearGangs> &gangs, const LoopInfo &loops,
                     const DominatorTree &tree, IRBuilder<> &builder,
                     UniformRematerialiser &uniformValues, IdSums &sums, Value *size)
    : gangs(gangs), loops(loops), tree(tree), builder(builder), uniformValues(uniformValues),
      sums(sums), size(size), forms(WrapPolicy::Exact, builder.GetInsertBlock()->getDataLayout(),
                                    [this](const Value &value) {
                                      return isId(value) || this->sums.isDefined(value) ||
                                             this->uniformValues.copyOf(const_cast<Value &>(value));
                                    }) {}

bool IdOffsets::isId(const Value &value) const {
  return regionParameter(value) == RegionParameters::LocalId + (gangs ? 1u : 0u);
}

std::optional<IdOffsets::Inside> IdOffsets::below(Value &number, Value &limit,
                                                  const BasicBlock &block, const Inside &most) {
  Value *shared = number.getType()->isIntegerTy(64) ? uniformValues.copyOf(limit) : nullptr;
  if (!shared)
    return std::nullopt;
  place = &block;
  whole = intersection({builder.getInt64(0), size}, most);
  conditions.clear();
  const MaybeSum sum = sumOf(forms.modulo(number), 0);
  if (!sum)
    return std::nullopt;
  Inside result = inside(*sum, *shared);
  for (const Condition &condition : conditions)
    result = intersection(result, inside(condition.sum, *builder.getInt64(condition.limit)));
  return result;
}

// The sum of the uniform terms wraps; what is added to it saturates.
IdOffsets::MaybeSum IdOffsets::sumOf(const AffineForm &form, unsigned depth) {
  Value *start = builder.getInt64(static_cast<std::uint64_t>(form.constant));
  IdSum spread{nullptr, nullptr, 0};
  const auto add = [&](Value *sum, Value *summand) {
    return sum ? builder.CreateBinaryIntrinsic(Intrinsic::sadd_sat, sum, summand) : summand;
  };
  for (const AffineForm::Term &term : form.terms) {
    if (term.factor == 0)
      continue;
    if (std::abs(term.factor) > farthestStride)
      return std::nullopt;
    if (isId(*term.value)) {
      spread.stride += term.factor;
      continue;
    }
    Value *factor = builder.getInt64(static_cast<std::uint64_t>(term.factor));
    if (Value *shared = uniformValues.copyOf(*term.value)) {
      Value *wide = builder.CreateIntCast(shared, builder.getInt64Ty(), term.isSigned);
      start = builder.CreateAdd(start, builder.CreateMul(wide, factor));
      continue;
    }
    const MaybeSum bounds = depth < limits::valueDepth ? termOf(term, depth + 1) : std::nullopt;
    if (!bounds || std::abs(bounds->stride) > farthestStride)
      return std::nullopt;
    const IdSum part = times(*bounds, *factor);
    spread = {add(spread.low, part.low), add(spread.high, part.high),
              spread.stride + bounds->stride * term.factor};
  }
  if (std::abs(spread.stride) > farthestStride)
    return std::nullopt;
  return spread.low ? IdSum{add(start, spread.low), add(start, spread.high), spread.stride}
                    : IdSum{start, start, spread.stride};
}

IdOffsets::MaybeSum IdOffsets::termOf(const AffineForm::Term &term, unsigned depth) {
  if (!term.value->getType()->isIntegerTy() || term.value->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  if (gangs && regionParameter(*term.value) == unsigned{RegionParameters::LocalId})
    return IdSum{builder.getInt64(0), builder.getInt64(gangs->size[0] - 1), 0};
  if (sums.isDefined(*term.value))
    return sums.of(*term.value, term.isSigned);
  if (auto *phi = dyn_cast<PHINode>(term.value))
    return ofCounter(*phi, term.isSigned, depth);
  auto *instruction = dyn_cast<Instruction>(term.value);
  if (!instruction)
    return std::nullopt;
  if (instruction->getOpcode() == Instruction::Mul)
    if (auto product = ofProduct(*cast<BinaryOperator>(instruction), term.isSigned, depth))
      return product;
  return ofNarrow(*instruction, term.isSigned, depth);
}

// A sum in few bits that may wrap, or the low bits of one.
IdOffsets::MaybeSum IdOffsets::ofNarrow(Instruction &operation, bool isSigned, unsigned depth) {
  const unsigned bits = operation.getType()->getIntegerBitWidth();
  if (bits >= 64)
    return std::nullopt;
  MaybeSum sum;
  if (operation.getOpcode() == Instruction::Trunc) {
    if (operation.getOperand(0)->getType()->isIntegerTy(64))
      sum = sumOf(forms.modulo(*operation.getOperand(0)), depth);
  } else if (operation.getOpcode() == Instruction::Add ||
             operation.getOpcode() == Instruction::Sub) {
    AffineForm form;
    for (const bool isSecond : {false, true}) {
      Value &operand = *operation.getOperand(isSecond);
      // A constant is a difference: numbers without sign have none below 0.
      const bool isConstant = isa<ConstantInt>(operand);
      if (!form.add(forms.of(operand, isConstant || isSigned),
                    isSecond && operation.getOpcode() == Instruction::Sub ? -1 : 1))
        return std::nullopt;
    }
    sum = sumOf(form, depth);
  }
  if (sum)
    conditions.push_back({*sum, std::uint64_t{1} << (isSigned ? bits - 1 : bits)});
  return sum;
}

// A product of a uniform value and another.
IdOffsets::MaybeSum IdOffsets::ofProduct(BinaryOperator &product, bool isSigned, unsigned depth) {
  const unsigned bits = product.getType()->getIntegerBitWidth();
  for (const bool isSecond : {false, true}) {
    Value &shared = *product.getOperand(isSecond), &other = *product.getOperand(!isSecond);
    Value *factor = uniformValues.copyOf(shared);
    if (!factor)
      continue;
    const MaybeSum sum = sumOf(bits == 64 ? forms.modulo(other) : forms.of(other, isSigned), depth);
    if (!sum)
      return std::nullopt;
    const IdSum result =
        times(overAll(*sum), *builder.CreateIntCast(factor, builder.getInt64Ty(), isSigned));
    if (bits < 64 && !neverWraps(product, isSigned))
      conditions.push_back({result, std::uint64_t{1} << (isSigned ? bits - 1 : bits)});
    return result;
  }
  return std::nullopt;
}

// The values of a counter in the rounds that reach the place, as the test before each round says.
IdOffsets::MaybeSum IdOffsets::ofCounter(PHINode &counter, bool isSigned, unsigned depth) {
  const Loop *loop = loops.getLoopFor(counter.getParent());
  if (depth > limits::valueDepth || !loop || loop->getHeader() != counter.getParent() ||
      !loop->getLoopPredecessor() || !loop->getLoopLatch())
    return std::nullopt;
  auto *next = dyn_cast<BinaryOperator>(counter.getIncomingValueForBlock(loop->getLoopLatch()));
  const APInt *step = nullptr;
  const auto test = testOf(counter, *loop);
  if (!test || !next || !match(next, m_c_Add(m_Specific(&counter), m_APInt(step))) ||
      step->getSignificantBits() > 16 || step->isZero() || !tree.dominates(test->enters, place))
    return std::nullopt;
  const std::int64_t by = step->getSExtValue();
  const bool isStrict = ICmpInst::isLT(test->stays) || ICmpInst::isGT(test->stays);
  const bool goesUp = by > 0;
  // The counter passes no limit that is one step away.
  const bool neverSkips = isStrict && std::abs(by) == 1;
  if (CmpInst::isEquality(test->stays) || CmpInst::isSigned(test->stays) != isSigned ||
      goesUp != (ICmpInst::isLT(test->stays) || ICmpInst::isLE(test->stays)) ||
      (!neverSkips && !(isSigned ? next->hasNoSignedWrap() : goesUp && next->hasNoUnsignedWrap())))
    return std::nullopt;
  Value &first = *counter.getIncomingValueForBlock(loop->getLoopPredecessor());
  const MaybeSum start = sumOf(forms.of(first, isSigned), depth);
  const MaybeSum limit = start ? sumOf(forms.of(*test->limit, isSigned), depth) : std::nullopt;
  if (!limit || limit->stride != 0 || (goesUp ? start->stride < 0 : start->stride != 0))
    return std::nullopt;
  Value *one = builder.getInt64(isStrict ? 1 : 0);
  if (!goesUp)
    return IdSum{builder.CreateBinaryIntrinsic(Intrinsic::sadd_sat, limit->low, one), start->high,
                 0};
  Value *last = builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, limit->high, one);
  if (by != 1 && start->isExact() && start->stride == 0) {
    // The last round is a whole number of steps away.
    Value *way = builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, last, start->low);
    Value *rest = builder.CreateURem(way, builder.getInt64(static_cast<std::uint64_t>(by)));
    last = builder.CreateSelect(builder.CreateICmpSGT(way, builder.getInt64(0)),
                                builder.CreateSub(last, rest), last);
  }
  return IdSum{start->low, last, 0};
}

// The sum in all work-items that matter, without a stride.
IdSum IdOffsets::overAll(const IdSum &sum) {
  if (sum.stride == 0)
    return sum;
  Value *step = builder.getInt64(static_cast<std::uint64_t>(sum.stride));
  const auto at = [&](Value *from, Value *id) {
    return builder.CreateBinaryIntrinsic(Intrinsic::sadd_sat, from, builder.CreateMul(id, step));
  };
  Value *last = builder.CreateSub(whole.last, builder.getInt64(1));
  return sum.stride > 0 ? IdSum{at(sum.low, whole.first), at(sum.high, last), 0}
                        : IdSum{at(sum.low, last), at(sum.high, whole.first), 0};
}

// Without the stride.
IdSum IdOffsets::times(const IdSum &sum, Value &factor) {
  Value *one = saturatingProduct(*sum.low, factor);
  Value *other = sum.isExact() ? one : saturatingProduct(*sum.high, factor);
  if (one == other)
    return {one, one, 0};
  return {builder.CreateBinaryIntrinsic(Intrinsic::smin, one, other),
          builder.CreateBinaryIntrinsic(Intrinsic::smax, one, other), 0};
}

Value *IdOffsets::saturatingProduct(Value &one, Value &other) {
  if (match(&other, m_One()))
    return &one;
  Value *both = builder.CreateBinaryIntrinsic(Intrinsic::smul_with_overflow, &one, &other);
  Value *isNegative = builder.CreateICmpSLT(builder.CreateXor(&one, &other), builder.getInt64(0));
  Value *limit =
      builder.CreateSelect(isNegative, builder.getInt64(static_cast<std::uint64_t>(least)),
                           builder.getInt64(static_cast<std::uint64_t>(most)));
  return builder.CreateSelect(builder.CreateExtractValue(both, 1), limit,
                              builder.CreateExtractValue(both, 0));
}

// Where 0 <= low + stride * id and high + stride * id < limit.
IdOffsets::Inside IdOffsets::inside(const IdSum &sum, Value &limit) {
  Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
  const auto less = [&](Value *a, Value *b) {
    return builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, a, b);
  };
  Value *end = builder.CreateBinaryIntrinsic(Intrinsic::umin, &limit,
                                             builder.getInt64(static_cast<std::uint64_t>(most)));
  Value *isPositive = builder.CreateICmpSGE(sum.low, zero);
  if (sum.stride == 0) {
    Value *holds = builder.CreateAnd(isPositive, builder.CreateICmpSLT(sum.high, end));
    return {zero, builder.CreateSelect(holds, size, zero)};
  }
  Value *step = builder.getInt64(static_cast<std::uint64_t>(std::abs(sum.stride)));
  // Quotients of positive numbers.
  const auto down = [&](Value *number) { return builder.CreateUDiv(number, step); };
  const auto up = [&](Value *number) {
    Value *isAny = builder.CreateICmpSGT(number, zero);
    return builder.CreateSelect(isAny, builder.CreateAdd(down(builder.CreateSub(number, one)), one),
                                zero);
  };
  if (sum.stride > 0)
    return {up(less(zero, sum.low)), up(less(end, sum.high))};
  Value *over = less(sum.high, end);
  return {builder.CreateSelect(builder.CreateICmpSGE(over, zero),
                               builder.CreateAdd(down(over), one), zero),
          builder.CreateSelect(isPositive, builder.CreateAdd(down(sum.low), one), zero)};
}

IdOffsets::Inside IdOffsets::intersection(const Inside &one, const Inside &other) {
  return {builder.CreateBinaryIntrinsic(Intrinsic::smax, one.first, other.first),
          builder.CreateBinaryIntrinsic(Intrinsic::smin, one.last, other.last)};
}

} // namespace weft::compiler
