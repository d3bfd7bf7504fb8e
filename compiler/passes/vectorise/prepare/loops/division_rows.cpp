// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/division_rows.h"

#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/limits.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <array>

#define DEBUG_TYPE "weft-index-set-splitting"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(rowsFound, "Rows of work-items formed by divisions");

// Far above all dividends of small launches, so longer rows are equivalent.
constexpr std::uint64_t longestRow = std::uint64_t{1} << 62;

// No power of two from this one on divides ids: masks cut them to 32 bits or take their signs away,
// and shifts find the upper halves of products.
constexpr unsigned signBit = 31;

// Whether a value looks like a sum with an id. Others that programs shift are mostly bits.
static bool mayBeSum(const Value &value) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  return instruction ? isa<TruncInst, SExtInst, ZExtInst>(instruction) ||
                           instruction->getOpcode() == Instruction::Add ||
                           instruction->getOpcode() == Instruction::Sub
                     : isa<Argument>(value);
}

DivisionRows::DivisionRows(Function &region, Value *place, Value *all, IRBuilder<> &builder,
                           IdSums &sums, UniformRematerialiser &uniformValues)
    : place(place), all(all), builder(builder), sums(sums), uniformValues(uniformValues) {
  for (const Instruction &instruction : instructions(region)) {
    const auto *operation = dyn_cast<BinaryOperator>(&instruction);
    const auto division = operation ? findDivision(*operation) : std::nullopt;
    if (division && !division->isRemainder && isa<ConstantInt>(division->divisor) &&
        mayBeSum(*division->dividend))
      divisors.insert(division->divisor);
  }
}

bool DivisionRows::mayFormRow(const BinaryOperator &operation,
                              const IntegerDivision &division) const {
  if (!(operation.getType()->isIntegerTy(32) || operation.getType()->isIntegerTy(64)))
    return false;
  if (operation.isIntDivRem())
    return true;
  const APInt &number = cast<ConstantInt>(division.divisor)->getValue();
  if (number.logBase2() >= signBit)
    return false;
  return !division.isRemainder ||
         any_of(std::array{builder.getInt32Ty(), builder.getInt64Ty()}, [&](Type *type) {
           return divisors.contains(ConstantInt::get(type, number.getZExtValue()));
         });
}

std::optional<RowBounds> DivisionRows::add(BinaryOperator &division) {
  const auto found = findDivision(division);
  if (!found || !mayFormRow(division, *found))
    return std::nullopt;
  Type *type = division.getType();
  const auto [dividend, divisor, isSigned, isRemainder] = *found;
  const auto same = find_if(rows, [&](const DivisionRow &row) {
    return row.dividend == dividend && row.divisor == divisor && row.isSigned == isSigned;
  });
  if (same != rows.end()) {
    same->divisions.push_back(&division);
    define(division, isRemainder, *same);
    return std::nullopt;
  }
  if (const auto *known = dyn_cast<ConstantInt>(divisor);
      known && known->getValue().slt(limits::shortestRow))
    return std::nullopt;
  const auto sum = sums.of(*dividend, isSigned);
  if (!sum || sum->stride != 1 || !sum->isExact() || !IdSums::isNear(*dividend, isSigned))
    return std::nullopt;
  Value *length = uniformValues.copyOf(*divisor);
  if (!length)
    return std::nullopt;
  Type *number = builder.getInt64Ty();
  Value *here = builder.CreateAdd(sum->low, place);
  Value *known = builder.CreateIntCast(length, number, /*isSigned=*/true);
  known = builder.CreateBinaryIntrinsic(Intrinsic::smin, known, builder.getInt64(longestRow));
  // The division cannot trap, whatever the divisor is.
  Value *isRow = builder.CreateAnd(builder.CreateICmpSGE(known, callVf(builder)),
                                   builder.CreateICmpSGE(here, builder.getInt64(0)));
  Value *quotient = builder.CreateUDiv(
      builder.CreateTrunc(here, type),
      builder.CreateBinaryIntrinsic(Intrinsic::umax, length, ConstantInt::get(type, 1)), "row");
  Value *before = builder.CreateMul(builder.CreateZExt(quotient, number), known);
  // The id of dimension 0 with the remainder 0.
  Value *first = builder.CreateSub(before, sum->low);
  Value *end = builder.CreateAdd(first, known);
  Value *distance = builder.CreateSub(sum->low, before);
  rows.push_back({dividend, divisor, isSigned, quotient, {distance, distance, 1}, {&division}});
  define(division, isRemainder, rows.back());
  ++rowsFound;
  return RowBounds{builder.CreateSelect(isRow, first, all), builder.CreateSelect(isRow, end, all),
                   builder.CreateSelect(isRow, end, all)};
}

void DivisionRows::define(BinaryOperator &division, bool isRemainder, const DivisionRow &row) {
  if (isRemainder)
    sums.define(division, row.remainder);
  else
    uniformValues.define(division, *row.quotient);
}

// Whether the select follows one of the divisions, and its condition says that the divisor, or what
// 1 took the place of, is 0 or -1.
bool DivisionRows::isGuard(const SelectInst &select, const DominatorTree &tree) const {
  return any_of(rows, [&](const DivisionRow &row) {
    return any_of(row.divisions, [&](const BinaryOperator *division) {
      return tellsUnsafeDivisor(*select.getCondition(), *division) &&
             tree.dominates(division, &select);
    });
  });
}

void DivisionRows::addGuard(SelectInst &select, const DominatorTree &tree) {
  if (!isGuard(select, tree))
    return;
  guards.push_back(&select);
  Value &result = *select.getFalseValue();
  for (const DivisionRow &row : rows)
    if (is_contained(row.divisions, &result) && isRemainder(cast<BinaryOperator>(result)))
      sums.define(select, row.remainder);
  if (Value *quotient = isa<Constant>(result) ? nullptr : uniformValues.copyOf(result))
    uniformValues.define(select, *quotient);
}

SmallVector<Value *> DivisionRows::quotients() const {
  return map_to_vector(rows, [](const DivisionRow &row) { return row.quotient; });
}

void DivisionRows::replace(Function &copy, const ValueToValueMapTy &map) const {
  const std::size_t first = copy.arg_size() - rows.size();
  for (auto [index, row] : enumerate(rows))
    for (const BinaryOperator *division : row.divisions) {
      auto *inCopy = cast<BinaryOperator>(map.lookup(division));
      IRBuilder<> before(inCopy);
      Value *result = copy.getArg(first + index);
      if (const auto inPlace = findDivision(*inCopy); inPlace && inPlace->isRemainder) {
        Value *start =
            before.CreateMul(result, inPlace->divisor, "", /*HasNUW=*/true, row.isSigned);
        result = before.CreateSub(inCopy->getOperand(0), start, "", /*HasNUW=*/true, row.isSigned);
      }
      inCopy->replaceAllUsesWith(result);
    }
  for (const SelectInst *guard : guards) {
    auto *inCopy = cast<SelectInst>(map.lookup(guard));
    inCopy->replaceAllUsesWith(inCopy->getFalseValue());
  }
}

} // namespace weft::compiler
