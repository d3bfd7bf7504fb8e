// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/offset_ranges.h"

#include "compiler/passes/analysis/affine/bounded_counters.h"
#include "compiler/passes/analysis/affine/extensions.h"
#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/IR/PatternMatch.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t largestLimit = std::int64_t{1} << 62;

// Sums of fewer bits do not wrap.
constexpr unsigned safeBits = 63, idBits = 14;

std::optional<unsigned> idDimension(const Value &value) {
  const auto parameter = regionParameter(value);
  return parameter && *parameter >= RegionParameters::LocalId &&
                 *parameter < RegionParameters::LocalId + 3
             ? std::optional(*parameter - RegionParameters::LocalId)
             : std::nullopt;
}

} // namespace

bool isOnlyUsedBelow(const Value &condition, const BasicBlock &block, const DominatorTree &tree) {
  return !isa<Constant>(condition) && all_of(condition.uses(), [&](const Use &use) {
    const auto *user = cast<Instruction>(use.getUser());
    const auto *phi = dyn_cast<PHINode>(user);
    return tree.dominates(&block, phi ? phi->getIncomingBlock(use) : user->getParent());
  });
}

OffsetRanges::OffsetRanges(Function &region, Function &target, const LoopInfo &loops,
                           const DominatorTree &tree, IRBuilder<> &builder,
                           const std::optional<XRange> &xRange)
    : loops(loops), tree(tree), builder(builder), xRange(xRange),
      groupValues(target, builder, UniformRematerialiser::UniformOver::Group),
      uniformValues(xRange ? xRange->uniformValues : &groupValues),
      forms(WrapPolicy::Exact, region.getDataLayout(), [this](const Value &value) {
        return (this->xRange && this->xRange->sums->isDefined(value)) ||
               copyOf(const_cast<Value &>(value));
      }) {
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    idSums[dimension] = std::make_unique<IdSums>(dimension, loops, builder, *uniformValues);
    if (const Argument *size = parameterOf(region, RegionParameters::LocalSize + dimension))
      ofIds[dimension] = {number(0), builder.CreateSub(target.getArg(size->getArgNo()), number(1)),
                          idBits};
  }
  if (xRange)
    ofIds[0] = xRange->ids;
}

Value *OffsetRanges::number(std::int64_t value) {
  return builder.getInt64(static_cast<std::uint64_t>(value));
}
OffsetRanges::Range OffsetRanges::plus(const Range &one, const Range &other) {
  const unsigned bits = std::max(one.bits, other.bits) + 1;
  const auto sum = [&](Value *left, Value *right) {
    return bits <= safeBits ? builder.CreateAdd(left, right)
                            : builder.CreateBinaryIntrinsic(Intrinsic::sadd_sat, left, right);
  };
  Value *low = sum(one.low, other.low);
  const bool isOne = one.low == one.high && other.low == other.high;
  return {low, isOne ? low : sum(one.high, other.high), std::min(bits, 64u)};
}

Value *OffsetRanges::holdsIn(Value &condition, const BasicBlock &block) {
  // Elsewhere the condition must be right, too.
  const auto *definition = dyn_cast<Instruction>(&condition);
  place = !definition || isOnlyUsedBelow(condition, block, tree) ? &block : definition->getParent();
  isReached = nullptr;
  holds = copyOf(condition);
  narrow();
  if (!holds) {
    const auto *comparison = dyn_cast<ICmpInst>(&condition);
    if (!comparison || comparison->getPredicate() != ICmpInst::ICMP_ULT ||
        !comparison->getOperand(0)->getType()->isIntegerTy(64))
      return nullptr;
    Value *limit = copyOf(*comparison->getOperand(1));
    const MaybeRange range =
        limit ? rangeOf(forms.modulo(*comparison->getOperand(0)), 0) : std::nullopt;
    if (!range)
      return nullptr;
    requireBelow(*range, *limit);
  }
  return isReached ? builder.CreateOr(builder.CreateNot(isReached), holds) : holds;
}

void OffsetRanges::requireBelow(const Range &range, Value &limit) {
  Value *end = builder.CreateBinaryIntrinsic(Intrinsic::umin, &limit, number(largestLimit));
  Value *isInside = builder.CreateAnd(builder.CreateICmpSGE(range.low, number(0)),
                                      builder.CreateICmpSLT(range.high, end));
  holds = holds ? builder.CreateAnd(holds, isInside) : isInside;
}

// Conditions of branches that dominate the place.
void OffsetRanges::narrow() {
  ids = ofIds;
  unsigned count = 0;
  for (const auto *node = tree.getNode(place); node && node->getIDom(); node = node->getIDom()) {
    if (++count > limits::pathBlocks)
      return;
    const BasicBlock *above = node->getIDom()->getBlock();
    const auto *branch = dyn_cast<BranchInst>(above->getTerminator());
    if (!branch || !branch->isConditional())
      continue;
    for (const bool isTaken : {true, false})
      if (const BasicBlockEdge edge(above, branch->getSuccessor(isTaken ? 0 : 1));
          tree.dominates(edge, place))
        narrow(*branch->getCondition(), isTaken, 0);
  }
}

void OffsetRanges::narrow(Value &condition, bool outcome, unsigned depth) {
  Value *first = nullptr, *second = nullptr;
  if (depth > limits::shortValueDepth)
    return;
  if (Value *shared = copyOf(condition)) {
    shared = outcome ? shared : builder.CreateNot(shared);
    isReached = isReached ? builder.CreateAnd(isReached, shared) : shared;
    return;
  }
  if (outcome ? match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)))
              : match(&condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
    narrow(*first, outcome, depth + 1);
    narrow(*second, outcome, depth + 1);
  } else if (match(&condition, m_Not(m_Value(first)))) {
    narrow(*first, !outcome, depth + 1);
  } else if (auto *comparison = dyn_cast<ICmpInst>(&condition);
             comparison && comparison->getOperand(0)->getType()->isIntegerTy()) {
    const CmpInst::Predicate predicate =
        outcome ? comparison->getPredicate() : comparison->getInversePredicate();
    for (unsigned dimension = 0; dimension != 3; ++dimension)
      narrow(dimension, predicate, *comparison->getOperand(0), *comparison->getOperand(1));
  }
}

// A comparison of the sum of one id and uniform values with others.
void OffsetRanges::narrow(unsigned dimension, CmpInst::Predicate predicate, Value &one,
                          Value &two) {
  const auto comparison = idSums[dimension]->compare(predicate, one, two);
  if (!comparison || !comparison->isExact())
    return;
  predicate = comparison->predicate;
  Value *limit = comparison->low;
  Value *&low = ids[dimension].low, *&high = ids[dimension].high;
  Value *after = builder.CreateAdd(limit, number(1)), *before = builder.CreateSub(limit, number(1));
  const auto atLeast = [&](Value *bound) {
    low = builder.CreateBinaryIntrinsic(Intrinsic::smax, low, bound);
  };
  const auto atMost = [&](Value *bound) {
    high = builder.CreateBinaryIntrinsic(Intrinsic::smin, high, bound);
  };
  if (predicate == CmpInst::ICMP_EQ || ICmpInst::isLE(predicate))
    atMost(limit);
  if (predicate == CmpInst::ICMP_EQ || ICmpInst::isGE(predicate))
    atLeast(limit);
  if (ICmpInst::isLT(predicate))
    atMost(before);
  if (ICmpInst::isGT(predicate))
    atLeast(after);
  if (predicate == CmpInst::ICMP_NE) {
    low = builder.CreateSelect(builder.CreateICmpEQ(limit, low), after, low);
    high = builder.CreateSelect(builder.CreateICmpEQ(limit, high), before, high);
  }
}

static unsigned bitsOf(std::int64_t number) {
  return APInt(64, static_cast<std::uint64_t>(number)).getSignificantBits();
}

// The sum of the uniform terms wraps; what is added to it saturates.
OffsetRanges::MaybeRange OffsetRanges::rangeOf(const AffineForm &form, unsigned depth) {
  Range start{number(form.constant), nullptr, bitsOf(form.constant)};
  MaybeRange spread;
  for (const AffineForm::Term &term : form.terms) {
    if (term.factor == 0)
      continue;
    if (Value *shared = copyOf(*term.value)) {
      const unsigned width = shared->getType()->getIntegerBitWidth() + 1;
      Value *wide = builder.CreateIntCast(shared, builder.getInt64Ty(), term.isSigned);
      Value *part = term.factor == 1 ? wide : builder.CreateMul(wide, number(term.factor));
      start.low = match(start.low, m_Zero()) ? part : builder.CreateAdd(start.low, part);
      start.bits = std::min(std::max(start.bits, width + bitsOf(term.factor)) + 1, 64u);
      continue;
    }
    const MaybeRange range = depth < limits::valueDepth ? ofTerm(term, depth + 1) : std::nullopt;
    if (!range)
      return std::nullopt;
    const Range part = times(*range, *number(term.factor), bitsOf(term.factor));
    spread = spread ? plus(*spread, part) : part;
  }
  start.high = start.low;
  if (spread && match(start.low, m_Zero()))
    return spread;
  return spread ? plus(start, *spread) : start;
}

OffsetRanges::MaybeRange OffsetRanges::ofTerm(const AffineForm::Term &term, unsigned depth) {
  if (!term.value->getType()->isIntegerTy() || term.value->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  if (const auto dimension = idDimension(*term.value))
    return ids[*dimension];
  if (xRange && xRange->sums->isDefined(*term.value))
    if (const auto ofRow = xRange->sums->of(*term.value, term.isSigned)) {
      const Range steps = times(ids[0], *number(ofRow->stride), bitsOf(ofRow->stride));
      return plus({ofRow->low, ofRow->high}, steps);
    }
  if (auto *phi = dyn_cast<PHINode>(term.value))
    return ofCounter(*phi, term.isSigned, depth);
  auto *instruction = dyn_cast<Instruction>(term.value);
  if (!instruction)
    return std::nullopt;
  if (instruction->getOpcode() == Instruction::Mul)
    return ofProduct(*cast<BinaryOperator>(instruction), term.isSigned, depth);
  if (auto range = ofMonotone(*instruction, term.isSigned, depth))
    return range;
  return ofNarrow(*instruction, term.isSigned, depth);
}

// Of operations whose result grows with their operands. For shifts and quotients these must not be
// negative.
OffsetRanges::MaybeRange OffsetRanges::ofMonotone(Instruction &operation, bool isSigned,
                                                  unsigned depth) {
  const auto of = [&](Value &value) {
    AffineForm form =
        value.getType()->isIntegerTy(64) ? forms.modulo(value) : forms.of(value, isSigned);
    return rangeOf(form, depth);
  };
  const unsigned opcode = operation.getOpcode();
  if (opcode == Instruction::LShr || opcode == Instruction::UDiv) {
    Value *shared = copyOf(*operation.getOperand(1));
    const MaybeRange range = shared ? of(*operation.getOperand(0)) : std::nullopt;
    if (!range)
      return std::nullopt;
    // Divisors of what is not reached may be 0.
    Value *by = builder.CreateZExtOrTrunc(shared, builder.getInt64Ty());
    by = opcode == Instruction::UDiv
             ? builder.CreateBinaryIntrinsic(Intrinsic::umax, by, number(1))
             : builder.CreateBinaryIntrinsic(Intrinsic::umin, by, number(63));
    requireBelow(*range, *number(most));
    const auto result = [&](Value *value) {
      return opcode == Instruction::UDiv ? builder.CreateUDiv(value, by)
                                         : builder.CreateLShr(value, by);
    };
    return Range{result(range->low), result(range->high), range->bits};
  }
  auto *choice = dyn_cast<MinMaxIntrinsic>(&operation);
  const MaybeRange left = choice ? of(*choice->getLHS()) : std::nullopt;
  const MaybeRange right = left ? of(*choice->getRHS()) : std::nullopt;
  if (!right || choice->isSigned() != isSigned)
    return std::nullopt;
  if (!isSigned)
    for (const Range &range : {*left, *right})
      requireBelow(range, *number(most));
  const Intrinsic::ID kind =
      ICmpInst::isLT(choice->getPredicate()) ? Intrinsic::smin : Intrinsic::smax;
  return Range{builder.CreateBinaryIntrinsic(kind, left->low, right->low),
               builder.CreateBinaryIntrinsic(kind, left->high, right->high),
               std::max(left->bits, right->bits)};
}

// A sum of few bits that may wrap, or the low bits of one.
OffsetRanges::MaybeRange OffsetRanges::ofNarrow(Instruction &operation, bool isSigned,
                                                unsigned depth) {
  if (const auto extension = Extension::of(operation)) {
    const MaybeRange range =
        ofLowBits(*extension->operand, extension->bits, extension->isSigned, depth);
    return range ? std::optional(times(*range, *number(std::int64_t{1} << extension->shift),
                                       extension->shift + 2))
                 : std::nullopt;
  }
  const unsigned bits = operation.getType()->getIntegerBitWidth();
  const unsigned opcode = operation.getOpcode();
  if (opcode == Instruction::Trunc)
    return ofLowBits(*operation.getOperand(0), bits, isSigned, depth);
  if (bits >= 64 || (opcode != Instruction::Add && opcode != Instruction::Sub))
    return std::nullopt;
  AffineForm form;
  for (const bool isSecond : {false, true})
    if (!form.add(forms.of(*operation.getOperand(isSecond), isSigned),
                  isSecond && opcode == Instruction::Sub ? -1 : 1))
      return std::nullopt;
  return ofLowBits(form, bits, isSigned, depth);
}

OffsetRanges::MaybeRange OffsetRanges::ofLowBits(Value &value, unsigned bits, bool isSigned,
                                                 unsigned depth) {
  const unsigned width = value.getType()->getIntegerBitWidth();
  return width > 64 ? std::nullopt
                    : ofLowBits(width == 64 ? forms.modulo(value) : forms.of(value, isSigned), bits,
                                isSigned, depth);
}

// Numbers that differ by multiples of 2^bits have the same low bits: one that is short itself is
// them. Constants that are added may be differences, which numbers without sign do not show.
OffsetRanges::MaybeRange OffsetRanges::ofLowBits(AffineForm form, unsigned bits, bool isSigned,
                                                 unsigned depth) {
  form.constant =
      bits < 64 ? SignExtend64(static_cast<std::uint64_t>(form.constant), bits) : form.constant;
  MaybeRange range = rangeOf(form, depth);
  if (!range || bits >= safeBits)
    return std::nullopt;
  requireBelow(*range, *builder.getInt64(std::uint64_t{1} << (isSigned ? bits - 1 : bits)));
  range->bits = std::min(range->bits, bits + 1);
  return range;
}

// Of a uniform value and another.
OffsetRanges::MaybeRange OffsetRanges::ofProduct(BinaryOperator &operation, bool isSigned,
                                                 unsigned depth) {
  const unsigned bits = operation.getType()->getIntegerBitWidth();
  for (const bool isSecond : {false, true}) {
    Value *factor = copyOf(*operation.getOperand(isSecond));
    if (!factor)
      continue;
    Value &other = *operation.getOperand(!isSecond);
    const MaybeRange range =
        rangeOf(bits == 64 ? forms.modulo(other) : forms.of(other, isSigned), depth);
    if (!range)
      return std::nullopt;
    const Range result =
        times(*range, *builder.CreateIntCast(factor, builder.getInt64Ty(), isSigned), bits + 1);
    if (bits < 64 && !neverWraps(operation, isSigned))
      requireBelow(result, *builder.getInt64(std::uint64_t{1} << (isSigned ? bits - 1 : bits)));
    return result;
  }
  return std::nullopt;
}

// The values of a counter in the rounds that come to the place, by the test before each round.
OffsetRanges::MaybeRange OffsetRanges::ofCounter(PHINode &counter, bool isSigned, unsigned depth) {
  const auto bounded = BoundedCounter::of(counter, loops, isSigned);
  if (!bounded || !tree.dominates(bounded->enters, place))
    return std::nullopt;
  const MaybeRange start = rangeOf(forms.of(*bounded->start, isSigned), depth);
  const MaybeRange limit =
      start ? rangeOf(forms.of(*bounded->limit, isSigned), depth) : std::nullopt;
  if (!limit)
    return std::nullopt;
  const std::int64_t apart = CmpInst::isStrictPredicate(bounded->stays) ? 1 : 0;
  Value *beside = number(bounded->goesUp() ? -apart : apart);
  const Range end = plus(*limit, {beside, beside, 2});
  const unsigned bits = std::max(start->bits, end.bits);
  if (!bounded->goesUp())
    return Range{end.low, start->high, bits};
  Value *last = end.high;
  if (bounded->step != 1 && start->low == start->high) {
    // The last round is a whole number of steps away.
    Value *way = builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, last, start->low);
    Value *whole = builder.CreateSub(last, builder.CreateURem(way, number(bounded->step)));
    last = builder.CreateSelect(builder.CreateICmpSGT(way, number(0)), whole, last);
  }
  return Range{start->low, last, bits};
}

OffsetRanges::Range OffsetRanges::times(const Range &range, Value &factor, unsigned bits) {
  if (match(&factor, m_One()))
    return range;
  const unsigned all = range.bits + bits;
  const auto product = [&](Value *number) {
    return all <= safeBits ? builder.CreateMul(number, &factor)
                           : saturatingProduct(*number, factor);
  };
  Value *one = product(range.low);
  Value *other = range.low == range.high ? one : product(range.high);
  if (const auto *known = dyn_cast<ConstantInt>(&factor))
    return known->isNegative() ? Range{other, one, std::min(all, 64u)}
                               : Range{one, other, std::min(all, 64u)};
  return {builder.CreateBinaryIntrinsic(Intrinsic::smin, one, other),
          builder.CreateBinaryIntrinsic(Intrinsic::smax, one, other), std::min(all, 64u)};
}

Value *OffsetRanges::saturatingProduct(Value &one, Value &other) {
  Value *both = builder.CreateBinaryIntrinsic(Intrinsic::smul_with_overflow, &one, &other);
  Value *isNegative = builder.CreateICmpSLT(builder.CreateXor(&one, &other), number(0));
  return builder.CreateSelect(builder.CreateExtractValue(both, 1),
                              builder.CreateSelect(isNegative, number(least), number(most)),
                              builder.CreateExtractValue(both, 0));
}

} // namespace weft::compiler
