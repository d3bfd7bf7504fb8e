// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/id_sums.h"

#include "compiler/passes/analysis/affine/bounded_counters.h"
#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/region_parameters.h"

namespace weft::compiler {

using namespace llvm;

// The limit for values that are compared with ids, and for sums with ids: differences of the two
// fit in 64 bits.
constexpr unsigned idBits = 40;
constexpr std::int64_t farthest = std::int64_t{1} << 62;

IdSums::IdSums(unsigned idDimension, const LoopInfo &loops, IRBuilder<> &builder,
               UniformRematerialiser &uniformValues)
    : idDimension(idDimension), loops(loops), builder(builder), uniformValues(uniformValues),
      forms(WrapPolicy::Exact, builder.GetInsertBlock()->getDataLayout(),
            [this](const Value &value) {
              return isId(value) || known.contains(&value) ||
                     this->uniformValues.copyOf(const_cast<Value &>(value));
            }) {}

bool IdSums::isId(const Value &value) const {
  return regionParameter(value) == RegionParameters::LocalId + idDimension;
}

std::optional<IdSum> IdSums::of(Value &value, bool isSigned, unsigned depth) {
  if (!value.getType()->isIntegerTy() || depth > limits::shortValueDepth)
    return std::nullopt;
  const AffineForm form = forms.of(value, isSigned);
  IdSum sum{nullptr, nullptr, 0};
  SmallDenseMap<std::pair<const Value *, unsigned>, IdSum> bounds;
  for (const AffineForm::Term &term : form.terms) {
    if (isId(*term.value)) {
      sum.stride += term.factor;
      continue;
    }
    const auto summand = boundsOf(term, depth);
    if (!summand || std::abs(term.factor) != 1)
      return std::nullopt;
    sum.stride += term.factor * summand->stride;
    bounds.insert({{term.value, term.isSigned}, *summand});
  }
  const auto emit = [&](bool isLow) {
    return form.emit(builder, *builder.getInt64Ty(), [&](const AffineForm::Term &term) -> Value * {
      const auto found = bounds.find({term.value, term.isSigned});
      if (found == bounds.end())
        return nullptr;
      return (term.factor > 0) == isLow ? found->second.low : found->second.high;
    });
  };
  sum.low = emit(true);
  const bool isExact = all_of(bounds, [](const auto &bound) { return bound.second.isExact(); });
  sum.high = isExact ? sum.low : emit(false);
  return sum;
}

// A term is known, the same for all work-items, or the counter of a loop.
std::optional<IdSum> IdSums::boundsOf(const AffineForm::Term &term, unsigned depth) {
  if (!term.value->getType()->isIntegerTy() || term.value->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  if (const auto found = known.find(term.value); found != known.end())
    return found->second;
  if (Value *shared = uniformValues.copyOf(*term.value)) {
    Value *number = clamped(shared, term.isSigned);
    return IdSum{number, number, 0};
  }
  auto *phi = dyn_cast<PHINode>(term.value);
  return phi ? ofCounter(*phi, term.isSigned, depth + 1) : std::nullopt;
}

// The values that a counter has in any round, from its start to the first at which the loop ends.
std::optional<IdSum> IdSums::ofCounter(PHINode &counter, bool isSigned, unsigned depth) {
  const auto bounded = BoundedCounter::of(counter, loops, isSigned);
  const auto start = bounded ? of(*bounded->start, isSigned, depth) : std::nullopt;
  const auto limit = start ? of(*bounded->limit, isSigned, depth) : std::nullopt;
  if (!limit || start->stride != 0 || limit->stride != 0)
    return std::nullopt;
  Value *by = builder.getInt64(static_cast<std::uint64_t>(bounded->step));
  if (bounded->goesUp())
    return IdSum{start->low,
                 builder.CreateBinaryIntrinsic(Intrinsic::smax, start->high,
                                               builder.CreateAdd(limit->high, by)),
                 0};
  return IdSum{
      builder.CreateBinaryIntrinsic(Intrinsic::smin, start->low, builder.CreateAdd(limit->low, by)),
      start->high, 0};
}

std::optional<IdComparison> IdSums::compare(CmpInst::Predicate predicate, Value &one, Value &two) {
  const bool isSigned = CmpInst::isSigned(predicate);
  const auto left = of(one, isSigned);
  const auto right = left ? of(two, isSigned) : std::nullopt;
  if (!right || (left->stride != 0) == (right->stride != 0))
    return std::nullopt;
  const bool isSwapped = left->stride == 0;
  const IdSum &id = isSwapped ? *right : *left, &other = isSwapped ? *left : *right;
  if (std::abs(id.stride) != 1 || !isNear(isSwapped ? two : one, isSigned))
    return std::nullopt;
  const bool goesUp = id.stride > 0;
  if (isSwapped == goesUp)
    predicate = CmpInst::getSwappedPredicate(predicate);
  if (CmpInst::isUnsigned(predicate))
    predicate = ICmpInst::getSignedPredicate(predicate);
  Value *low =
      goesUp ? builder.CreateSub(other.low, id.high) : builder.CreateSub(id.low, other.high);
  if (id.isExact() && other.isExact())
    return IdComparison{predicate, low, low};
  return IdComparison{predicate, low,
                      goesUp ? builder.CreateSub(other.high, id.low)
                             : builder.CreateSub(id.high, other.low)};
}

// Clamps a uniform value: beyond all sums with ids, every value compares like the limit.
Value *IdSums::clamped(Value *shared, bool isSigned) {
  Type *number = builder.getInt64Ty();
  Value *wide = builder.CreateIntCast(shared, number, isSigned);
  if (shared->getType() != number)
    return wide;
  Value *most = builder.CreateBinaryIntrinsic(isSigned ? Intrinsic::smin : Intrinsic::umin, wide,
                                              builder.getInt64(farthest));
  return isSigned
             ? builder.CreateBinaryIntrinsic(Intrinsic::smax, most, builder.getInt64(-farthest))
             : most;
}

bool IdSums::isNear(const Value &value, bool isSigned) {
  const ConstantRange range = rangeInSmallLaunch(value);
  return (isSigned ? range.getSignedMin().getSignificantBits() <= idBits &&
                         range.getSignedMax().getSignificantBits() <= idBits
                   : range.getUnsignedMax().getActiveBits() < idBits);
}

} // namespace weft::compiler
