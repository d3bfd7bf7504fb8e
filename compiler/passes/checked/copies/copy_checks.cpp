// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/copies/copy_checks.h"

#include "compiler/passes/checked/copies/copy_shapes.h"
#include "compiler/passes/checked/provenance.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-copy-checks"

namespace weft::compiler {

using namespace llvm;
using namespace copy_operand;

ALWAYS_ENABLED_STATISTIC(copiesChecked, "Asynchronous copies that are checked");

namespace {

/// Arithmetic of lengths. Once a product or a sum is too large, the copy is outside.
class Lengths {
public:
  explicit Lengths(IRBuilder<> &builder) : builder(builder) {}

  Value *number(std::uint64_t value) const { return builder.getInt64(value); }
  Value *multiply(Value *a, Value *b) {
    return combine(Intrinsic::umul_with_overflow, &APInt::umul_ov, a, b);
  }
  Value *add(Value *a, Value *b) {
    return combine(Intrinsic::uadd_with_overflow, &APInt::uadd_ov, a, b);
  }
  /// From the first byte to the last of `count` items of `bytes` bytes; 0 for none.
  Value *span(Value *count, Value *distance, Value *bytes) {
    Value *isNone = builder.CreateOr(builder.CreateICmpEQ(count, number(0)),
                                     builder.CreateICmpEQ(bytes, number(0)));
    Value *steps = builder.CreateSelect(isNone, number(0), builder.CreateSub(count, number(1)));
    Value *whole = add(multiply(steps, distance), bytes);
    return builder.CreateSelect(isNone, number(0), whole);
  }
  Value *isTooLarge() const { return overflow ? overflow : builder.getFalse(); }

private:
  // The length of a copy is often a constant, which reports name.
  Value *combine(Intrinsic::ID operation, APInt (APInt::*known)(const APInt &, bool &) const,
                 Value *a, Value *b) {
    const auto *x = dyn_cast<ConstantInt>(a), *y = dyn_cast<ConstantInt>(b);
    bool isTooLarge = false;
    if (x && y) {
      const APInt result = (x->getValue().*known)(y->getValue(), isTooLarge);
      if (!isTooLarge)
        return builder.getInt(result);
    }
    Value *both = builder.CreateBinaryIntrinsic(operation, a, b);
    Value *isWrong = builder.CreateExtractValue(both, 1);
    overflow = overflow ? builder.CreateOr(overflow, isWrong) : isWrong;
    return builder.CreateExtractValue(both, 0);
  }

  IRBuilder<> &builder;
  Value *overflow = nullptr;
};

/// The bytes that a step writes and reads, from first to last.
struct Spans {
  Value *written, *read;
};

std::optional<Spans> spansOf(const CallInst &step, Lengths &lengths) {
  StringRef name = step.getCalledFunction()->getName();
  if (!name.consume_front("__weft_group_step_"))
    return std::nullopt;
  const auto operand = [&](unsigned index) { return step.getArgOperand(index); };
  if (name == "copy_to_local" || name == "copy_to_global")
    return Spans{operand(Bytes), operand(Bytes)};
  if (name.starts_with("planes_to_")) {
    const auto of = [&](unsigned line, unsigned plane) {
      return lengths.span(operand(Planes), operand(plane),
                          lengths.span(operand(Lines), operand(line), operand(Bytes)));
    };
    return Spans{of(DestinationLine, DestinationPlane), of(SourceLine, SourcePlane)};
  }
  bool gathers = false;
  const unsigned bytes = stridedSizeOf(step, gathers);
  if (!bytes)
    return std::nullopt;
  Value *size = lengths.number(bytes);
  Value *together = lengths.multiply(operand(Count), size);
  Value *apart = lengths.span(operand(Count), lengths.multiply(operand(Stride), size), size);
  return gathers ? Spans{together, apart} : Spans{apart, together};
}

class Checker {
public:
  explicit Checker(Function &kernel)
      : kernel(kernel), reports(kernel), provenance(kernel, reports) {}

  bool run() {
    SmallVector<CallInst *> steps;
    for (Instruction &instruction : instructions(kernel)) {
      const auto primitive = findPrimitive(instruction);
      if (primitive && primitive->kind == PrimitiveKind::GroupStep)
        steps.push_back(cast<CallInst>(&instruction));
    }
    for (CallInst *step : steps)
      check(*step);
    return !steps.empty();
  }

private:
  struct Side {
    CheckSite site;
    Provenance::Place place;
    Value *inside;
  };

  void check(CallInst &step) {
    IRBuilder<> builder(&step);
    Lengths lengths(builder);
    const auto spans = spansOf(step, lengths);
    if (!spans)
      return;
    SmallVector<Side, 2> sides;
    for (const auto &[operand, mistake, length] :
         {std::tuple(Source, WEFT_MISTAKE_READ, spans->read),
          std::tuple(Destination, WEFT_MISTAKE_WRITE, spans->written)})
      if (auto site = provenance.originOf(*step.getArgOperand(operand))) {
        site->mistake = mistake;
        const auto *known = dyn_cast<ConstantInt>(length);
        site->bytes = known && known->getValue().isIntN(32) ? known->getZExtValue() : 0;
        const auto place = provenance.placeOf(*step.getArgOperand(operand));
        sides.push_back({*site, place, emitInside(builder, place, *length, lengths)});
      }
    Value *all = nullptr;
    for (Side &side : sides) {
      report(step, side);
      builder.SetInsertPoint(&step);
      all = all ? builder.CreateAnd(all, side.inside) : side.inside;
    }
    if (!all)
      return;
    ++copiesChecked;
    step.setArgOperand(Bytes, builder.CreateSelect(all, step.getArgOperand(Bytes),
                                                   ConstantInt::get(builder.getInt64Ty(), 0)));
  }

  static Value *emitInside(IRBuilder<> &builder, const Provenance::Place &place, Value &length,
                           const Lengths &lengths) {
    Value *isEmpty = builder.CreateICmpEQ(&length, builder.getInt64(0));
    Value *fits = builder.CreateAnd(
        builder.CreateICmpULE(place.offset, place.size),
        builder.CreateICmpULE(&length, builder.CreateSub(place.size, place.offset)));
    return builder.CreateAnd(builder.CreateOr(isEmpty, fits),
                             builder.CreateNot(lengths.isTooLarge()), "inside");
  }

  // Before the step, by one work-item of the group.
  void report(CallInst &step, const Side &side) {
    IRBuilder<> builder(&step);
    Value *wrong = builder.CreateAnd(builder.CreateNot(side.inside), reports.isFirstItem(builder));
    Instruction *then =
        SplitBlockAndInsertIfThen(wrong, &step, /*Unreachable=*/false,
                                  MDBuilder(kernel.getContext()).createUnlikelyBranchWeights());
    builder.SetInsertPoint(then);
    builder.SetCurrentDebugLocation(step.getDebugLoc());
    reports.report(builder, side.site, side.place.offset, side.place.size);
  }

  Function &kernel;
  CheckReports reports;
  Provenance provenance;
};

} // namespace

PreservedAnalyses CopyChecksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function) || !isUserCode(function))
    return PreservedAnalyses::all();
  return Checker(function).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
