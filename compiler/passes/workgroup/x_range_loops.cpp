// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/x_range_loops.h"

#include "compiler/passes/support/loop_marks.h"
#include "compiler/passes/vectorise/prepare/loops/index_set_splitting.h"

#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

void XRangeLoops::emit(Value *begin, Value *count, BoundsAt bounds) {
  assert(isPowerOf2_32(plan.vf()) && "masks round down to whole gangs");
  if (plan.bounds && hasRows(*plan.bounds))
    return emitRows(begin, count, bounds);
  if (plan.bounds)
    return emitBounded(split(begin, count, bounds(begin)), count);
  const Segment &remainder = *plan.find(SegmentKind::Remainder);
  if (!plan.has(SegmentKind::Interior)) {
    Value *end = builder.createWholeAbove(count, remainder.lanes, /*hasNUW=*/true);
    return emitPart(remainder, begin, end, ".gang", count);
  }
  Value *whole = builder.createWholeOf(count, remainder.lanes);
  emitInterior(begin, whole, choices.unrolling);
  builder.createIf(builder.CreateICmpULT(whole, count), name + ".rest", [&] {
    Value *index = builder.createKeptInBlock(whole);
    body({remainder, index, builder.CreateSub(count, index, "", true, true), {}});
  });
}

// Gangs of which the last may not be whole, or single work-items.
void XRangeLoops::emitPart(const Segment &segment, Value *begin, Value *end, const Twine &suffix,
                           Value *count) {
  builder.createLoopFrom(begin, end, segment.lanes, name + suffix, [&](Value *index) {
    body({segment, index, count ? builder.CreateSub(count, index, "", true, true) : nullptr, {}});
  });
}

// Each segment of the interior runs while there are work-items for its lanes. Unrolling would not
// pay where there are wide gangs: such a region mostly contains a loop.
void XRangeLoops::emitInterior(Value *begin, Value *end, Unrolling unrolling,
                               ArrayRef<Value *> quotients) {
  bool isFirst = true;
  for (const Segment &segment : plan.segments) {
    if (segment.kind != SegmentKind::Interior)
      continue;
    const bool isWide = segment.lanes != plan.vf();
    Value *last = end;
    if (isWide)
      last = builder.CreateAdd(
          begin,
          builder.createWholeOf(builder.CreateSub(end, begin, "", true, true), segment.lanes), "",
          true, true);
    const bool isRemainder = !isFirst && choices.leavesFewNarrow;
    builder.createLoopFrom(
        begin, last, segment.lanes, name + (isWide ? ".wide" : ".gang"),
        [&](Value *index) { body({segment, index, nullptr, quotients}); },
        isWide || !isFirst ? Unrolling::Not : unrolling,
        isRemainder ? StringRef(remainderLoopMark) : StringRef());
    begin = last;
    isFirst = false;
  }
}

// Computes the parts of an x range from its bounds. Bounds may be negative, so the arithmetic is
// signed. Before `begin`, whole gangs inside of the bounds have run.
XRangeLoops::Parts XRangeLoops::split(Value *begin, Value *count, const XRangeBounds &bounds) {
  const auto inXRange = [&](Value *bound) {
    return builder.createMin(builder.createMax(bound, builder.getInt64(0)), count);
  };
  const auto down = [&](Value *value) { return builder.createWholeOf(value, plan.vf()); };
  const auto up = [&](Value *value) {
    return builder.createWholeAbove(value, plan.vf(), /*hasNUW=*/true);
  };
  const auto isZero = [](Value *bound) { return match(bound, m_Zero()); };
  Parts parts{};
  parts.beginsInside = isZero(bounds.first) && isZero(bounds.outerFirst);
  // One gang at least must have the effects that are the same for all work-items.
  Value *outerFirst = inXRange(bounds.outerFirst), *outerLast = inXRange(bounds.outerLast);
  Value *first = parts.beginsInside
                     ? builder.getInt64(0)
                     : builder.createMin(outerFirst, builder.CreateSub(count, builder.getInt64(1)));
  parts.last = builder.createMax(outerLast, builder.CreateAdd(first, builder.getInt64(1)));
  parts.begin = down(first);
  parts.end = up(parts.last);
  Value *innerFirst = up(inXRange(bounds.first)), *innerLast = inXRange(bounds.last);
  parts.interiorBegin =
      parts.beginsInside ? parts.begin
                         : builder.createMin(builder.createMin(innerFirst, down(count)), parts.end);
  if (!isZero(begin)) {
    parts.begin = builder.createMax(parts.begin, begin);
    parts.interiorBegin = builder.createMax(parts.interiorBegin, begin);
  }
  parts.interiorEnd = builder.createMax(parts.interiorBegin, down(innerLast));
  Value *hasInterior = builder.CreateICmpSLE(bounds.first, parts.interiorEnd);
  parts.boundsEnd = builder.CreateSelect(
      hasInterior, builder.createMin(builder.createMax(innerLast, parts.interiorEnd), parts.last),
      parts.interiorEnd);
  return parts;
}

// No part comes before bounds that begin with the x range.
void XRangeLoops::emitBounded(const Parts &parts, Value *count) {
  BasicBlock *after = BasicBlock::Create(builder.getContext(), name + ".parts.end");
  if (parts.beginsInside) {
    emitInterior(parts.interiorBegin, parts.interiorEnd, choices.inBounds);
    BasicBlock *remainder = builder.createBlock(name + ".part");
    emitTails(parts, remainder, after);
    builder.SetInsertPoint(remainder);
    emitPart(*plan.find(SegmentKind::Remainder), parts.interiorEnd, parts.end, ".predicated",
             count);
    builder.CreateBr(after);
  } else {
    emitTwice(parts, count, after);
  }
  builder.beginBlock(*after);
}

// The parts before and after the interior are one loop that runs twice; LLVM must not unroll it.
void XRangeLoops::emitTwice(const Parts &parts, Value *count, BasicBlock *after) {
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *part = builder.createBlock(name + ".part");
  BasicBlock *inside = builder.createBlock(name + ".inside");
  builder.CreateBr(part);
  builder.SetInsertPoint(part);
  PHINode *start = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".part.begin");
  PHINode *stop = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".part.end");
  PHINode *isLast = builder.CreatePHI(builder.getInt1Ty(), 2, name + ".part.is.last");
  emitPart(*plan.find(SegmentKind::Outside), start, stop, ".predicated", count);
  builder.CreateCondBr(isLast, after, inside);
  builder.SetInsertPoint(inside);
  emitInterior(parts.interiorBegin, parts.interiorEnd, choices.inBounds);
  BasicBlock *insideEnd = builder.GetInsertBlock();
  emitTails(parts, part, after)
      ->setMetadata(LLVMContext::MD_loop,
                    loopProperties(builder.getContext(), driverLoopMark, /*mayUnroll=*/false));
  for (auto [phi, first, second] :
       {std::tuple<PHINode *, Value *, Value *>{start, parts.begin, parts.interiorEnd},
        std::tuple<PHINode *, Value *, Value *>{stop, parts.interiorBegin, parts.end},
        std::tuple<PHINode *, Value *, Value *>{isLast, builder.getFalse(), builder.getTrue()}}) {
    phi->addIncoming(first, before);
    phi->addIncoming(second, insideEnd);
  }
}

// One iteration for each row: gangs before its interior, which may lie in several rows, then those
// of the interior. A row without room for a gang may have ended by then; its iteration runs
// nothing.
void XRangeLoops::emitRows(Value *begin, Value *count, BoundsAt boundsAt) {
  // Bounds of rows may be negative.
  const auto up = [&](Value *value) { return builder.createWholeAbove(value, plan.vf()); };
  Value *end = up(count);
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *row = builder.createBlock(name + ".row");
  BasicBlock *inside = builder.createBlock(name + ".inside");
  BasicBlock *after = BasicBlock::Create(builder.getContext(), name + ".rows.end");
  builder.CreateBr(row);
  builder.SetInsertPoint(row);
  PHINode *start = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".row.begin");
  PHINode *at = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".row.at");
  const XRangeBounds bounds = boundsAt(at);
  Value *first = builder.createMax(start, builder.createMin(up(bounds.first), end));
  first = builder.CreateSelect(builder.CreateICmpULT(at, count), first, end);
  Value *last = builder.createMax(
      first, builder.createWholeOf(builder.createMin(bounds.last, count), plan.vf()));
  emitPart(*plan.find(SegmentKind::Outside), start, first, ".predicated", count);
  builder.CreateCondBr(builder.CreateICmpEQ(first, end), after, inside);
  builder.SetInsertPoint(inside);
  emitInterior(first, last, choices.inBounds, bounds.quotients);
  BasicBlock *insideEnd = builder.GetInsertBlock();
  builder.CreateBr(row)->setMetadata(
      LLVMContext::MD_loop,
      loopProperties(builder.getContext(), driverLoopMark, /*mayUnroll=*/false));
  start->addIncoming(begin, before);
  start->addIncoming(last, insideEnd);
  at->addIncoming(begin, before);
  at->addIncoming(bounds.rowEnd, insideEnd);
  builder.beginBlock(*after);
}

// Continues after the interior at `remainder`; tails, if any, run the last work-items if these are
// at most half a gang, and continue at `after`. Returns the branch to `remainder`.
BranchInst *XRangeLoops::emitTails(const Parts &parts, BasicBlock *remainder, BasicBlock *after) {
  const Segment *tail = plan.find(SegmentKind::Tail);
  if (!tail)
    return builder.CreateBr(remainder);
  BasicBlock *few = builder.createBlock(name + ".few");
  Value *left = builder.CreateSub(parts.last, parts.interiorEnd);
  BranchInst *choice = builder.CreateCondBr(
      builder.CreateICmpULE(left, builder.getInt64(plan.vf() / 2)), few, remainder);
  builder.SetInsertPoint(few);
  const Segment *interior = plan.find(SegmentKind::InteriorTail);
  if (interior)
    emitPart(*interior, parts.interiorEnd, parts.boundsEnd, ".interior", nullptr);
  emitPart(*tail, interior ? parts.boundsEnd : parts.interiorEnd, parts.last, ".scalar.tail",
           nullptr);
  builder.CreateBr(after);
  return choice;
}

} // namespace weft::compiler
