// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of GroupDriver that loops over work-items and gangs.
#include "compiler/passes/workgroup/group_driver.h"

#include "compiler/passes/support/loop_marks.h"
#include "compiler/passes/vectorise/prepare/loops/row_blocks.h"
#include "device/kernel_abi.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// The metadata of a loop: `other` if there is one, and what is not empty of the names.
MDNode *loopNode(LLVMContext &context, ArrayRef<StringRef> names, Metadata *other = nullptr) {
  SmallVector<Metadata *> entries{nullptr};
  if (other)
    entries.push_back(other);
  for (const StringRef name : names)
    if (!name.empty())
      entries.push_back(MDNode::get(context, MDString::get(context, name)));
  MDNode *node = MDNode::getDistinct(context, entries);
  node->replaceOperandWith(0, node);
  return node;
}

// LLVM does not even estimate what unrolling costs where it is disabled altogether.
StringRef unrollingLimit(bool isByConstants) {
  return isByConstants ? "llvm.loop.unroll.runtime.disable" : "llvm.loop.unroll.disable";
}

// Keeps LLVM's loop vectoriser off.
Metadata *isVectorised(LLVMContext &context) {
  Metadata *one = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1));
  return MDNode::get(context, {MDString::get(context, "llvm.loop.isvectorized"), one});
}

// A copy of the value which LLVM takes for another one, so that nothing that depends on it leaves
// the block: LLVM would hoist most of a gang that the loop around it does not change, and that
// hardly any group has. It is no instruction in the end.
Value *keepInBlock(IRBuilder<> &builder, Value *value) {
  if (isa<Constant>(value))
    return value;
  Type *type = value->getType();
  InlineAsm *copy = InlineAsm::get(FunctionType::get(type, type, false), "", "=r,0",
                                   /*hasSideEffects=*/true);
  CallInst *call = builder.CreateCall(copy, value);
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return call;
}

} // namespace

// Unrolling with remainders would multiply the loop vectoriser's remainder loops, for little gain.
MDNode *loopProperties(LLVMContext &context, StringRef mark, bool mayUnroll) {
  return loopNode(context, {unrollingLimit(mayUnroll), mark});
}

void GroupDriver::emitLoop(Value *count, const Twine &name, function_ref<void(Value *)> body,
                           StringRef mark) {
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *loop = BasicBlock::Create(builder.getContext(), name, result);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".index");
  index->addIncoming(builder.getInt64(0), before);
  body(index);
  Value *next = builder.CreateAdd(index, builder.getInt64(1), name + ".next", /*HasNUW=*/true,
                                  /*HasNSW=*/true);
  index->addIncoming(next, builder.GetInsertBlock());
  BasicBlock *after = BasicBlock::Create(builder.getContext(), name + ".end", result);
  BranchInst *branch = builder.CreateCondBr(builder.CreateICmpEQ(next, count), after, loop);
  const bool mayUnroll = mark.empty() || isa<ConstantInt>(count);
  branch->setMetadata(LLVMContext::MD_loop, loopProperties(builder.getContext(), mark, mayUnroll));
  builder.SetInsertPoint(after);
}

// Does nothing if the range is empty; the step divides its length. LLVM finds the greatest count of
// an inequality's iterations, but makes better addresses where an equality ends the loop.
void GroupDriver::emitLoopFrom(Value *begin, Value *end, std::uint64_t step, const Twine &name,
                               function_ref<void(Value *)> body, Unrolling unrolling,
                               StringRef mark) {
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *loop = BasicBlock::Create(context, name, result);
  BasicBlock *after = BasicBlock::Create(context, name + ".end");
  builder.CreateCondBr(builder.CreateICmpULT(begin, end), loop, after);
  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".index");
  index->addIncoming(begin, before);
  body(index);
  Value *next = builder.CreateAdd(index, builder.getInt64(step), name + ".next", /*HasNUW=*/true,
                                  /*HasNSW=*/true);
  index->addIncoming(next, builder.GetInsertBlock());
  BranchInst *branch = unrolling == Unrolling::Wholly
                           ? builder.CreateCondBr(builder.CreateICmpULT(next, end), loop, after)
                           : builder.CreateCondBr(builder.CreateICmpEQ(next, end), after, loop);
  // Ranges within groups of a known size mostly become constants.
  const StringRef limit =
      unrolling == Unrolling::Not ? unrollingLimit(isa<ConstantInt>(localSize[0])) : StringRef();
  branch->setMetadata(LLVMContext::MD_loop,
                      loopNode(context, {limit, mark, gangLoopMark}, isVectorised(context)));
  result->insert(result->end(), after);
  builder.SetInsertPoint(after);
}

// Runs the work-items of an x range or of a context array block: one by one, or in gangs of which
// the last may not be whole.
void GroupDriver::emitLanes(Value *count, const Twine &name, const ScalarTails &scalarTails,
                            const Gangs *gangs, const std::optional<SplitBounds> &bounds,
                            Unrolling unrolling, IndexBody gangBody) {
  if (!gangs)
    return emitLoop(count, name, scalarTails.any);
  assert(isPowerOf2_32(gangs->vf) && gangs->wideVf % gangs->vf == 0 &&
         "masks round down to whole gangs, and wide ones are whole gangs");
  Value *begin = gangs->begin ? gangs->begin : builder.getInt64(0);
  Value *step = builder.getInt64(-std::uint64_t{gangs->vf});
  const auto partial = [&](Value *index) {
    gangBody(index, builder.CreateSub(count, index, "", true, true), /*isWide=*/false);
  };
  if (gangs->areAllPredicated) {
    Value *end =
        builder.CreateAnd(builder.CreateNUWAdd(count, builder.getInt64(gangs->vf - 1)), step);
    return emitLoopFrom(begin, end, gangs->vf, name + ".gang", partial);
  }
  if (bounds)
    return emitBoundedGangs(count, name, *gangs, *bounds, scalarTails, partial, gangBody);
  Value *whole = builder.CreateAnd(count, step);
  emitUnmaskedGangs(begin, whole, name, *gangs, unrolling, gangBody);
  emitIf(builder.CreateICmpULT(whole, count), name + ".rest",
         [&] { partial(keepInBlock(builder, whole)); });
}

// Runs wide gangs while there are work-items for them, then others. Unrolling would not pay: a
// region with wide gangs mostly contains a loop; with barriers, the gangs between bounds belong to
// one group at most. The regions of a large kernel are not unrolled either.
void GroupDriver::emitUnmaskedGangs(Value *begin, Value *end, const Twine &name, const Gangs &gangs,
                                    Unrolling unrolling, IndexBody body) {
  const bool hasWide = gangs.wideVf != 0;
  if (hasWide) {
    Value *length = builder.CreateAnd(builder.CreateSub(end, begin, "", true, true),
                                      builder.getInt64(-std::uint64_t{gangs.wideVf}));
    Value *wideEnd = builder.CreateAdd(begin, length, "", true, true);
    emitLoopFrom(begin, wideEnd, gangs.wideVf, name + ".wide",
                 [&](Value *index) { body(index, nullptr, /*isWide=*/true); });
    begin = wideEnd;
  }
  // Groups that do not run as one may be too small for wide gangs.
  const bool isRemainder = hasWide && choices.joinsGroups;
  const bool mayUnroll =
      !hasWide && !choices.outlinesRegions && (!gangs.bounds || regions.size() == 1);
  emitLoopFrom(
      begin, end, gangs.vf, name + ".gang",
      [&](Value *index) { body(index, nullptr, /*isWide=*/false); },
      mayUnroll ? unrolling : Unrolling::Not,
      isRemainder ? StringRef(remainderLoopMark) : StringRef());
}

// Computes the parts of an x range from its bounds. Bounds may be negative, so the arithmetic is
// signed. `done`: the work-items that have run, whole gangs inside of the bounds, or null.
GroupDriver::XRangeParts GroupDriver::splitXRange(Value *count, unsigned lanes,
                                                  const SplitBounds &bounds, Value *done) {
  const auto least = [&](Value *first, Value *second) {
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, first, second);
  };
  const auto greatest = [&](Value *first, Value *second) {
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, first, second);
  };
  const auto inXRange = [&](Value *bound) {
    return least(greatest(bound, builder.getInt64(0)), count);
  };
  const auto down = [&](Value *value) {
    return builder.CreateAnd(value, builder.getInt64(-std::uint64_t{lanes}));
  };
  const auto up = [&](Value *value) {
    return down(builder.CreateNUWAdd(value, builder.getInt64(lanes - 1)));
  };
  const auto isZero = [](Value *bound) { return match(bound, m_Zero()); };
  XRangeParts parts{};
  parts.beginsInside = isZero(bounds[First]) && isZero(bounds[OuterFirst]);
  // One gang at least must have the effects that are the same for all work-items.
  Value *outerFirst = inXRange(bounds[OuterFirst]), *outerLast = inXRange(bounds[OuterLast]);
  Value *first = parts.beginsInside
                     ? builder.getInt64(0)
                     : least(outerFirst, builder.CreateSub(count, builder.getInt64(1)));
  parts.last = greatest(outerLast, builder.CreateAdd(first, builder.getInt64(1)));
  parts.begin = down(first);
  parts.end = up(parts.last);
  Value *innerFirst = up(inXRange(bounds[First])), *innerLast = inXRange(bounds[Last]);
  parts.unmaskedBegin =
      parts.beginsInside ? parts.begin : least(least(innerFirst, down(count)), parts.end);
  if (done) {
    parts.begin = greatest(parts.begin, done);
    parts.unmaskedBegin = greatest(parts.unmaskedBegin, done);
  }
  parts.unmaskedEnd = greatest(parts.unmaskedBegin, down(innerLast));
  Value *hasInterior = builder.CreateICmpSLE(bounds[First], parts.unmaskedEnd);
  parts.interiorEnd = builder.CreateSelect(
      hasInterior, least(greatest(innerLast, parts.unmaskedEnd), parts.last), parts.unmaskedEnd);
  return parts;
}

// Runs the whole gangs of an x range inside of the bounds, and the parts before and behind them. No
// part comes before bounds that begin with the x range.
void GroupDriver::emitBoundedGangs(Value *count, const Twine &name, const Gangs &gangs,
                                   const SplitBounds &bounds, const ScalarTails &scalarTails,
                                   CountBody masked, IndexBody body) {
  const XRangeParts xRange = splitXRange(count, gangs.vf, bounds, gangs.begin);
  const auto emitInside = [&] {
    emitUnmaskedGangs(xRange.unmaskedBegin, xRange.unmaskedEnd, name, gangs, Unrolling::Partly,
                      body);
  };
  const auto emitPredicated = [&](Value *begin, Value *end) {
    emitLoopFrom(begin, end, gangs.vf, name + ".predicated", masked);
  };
  BasicBlock *after = BasicBlock::Create(builder.getContext(), name + ".parts.end");
  const auto emitRest = [&](BasicBlock *predicated) {
    return emitRestOfXRange(xRange, name, gangs, scalarTails, predicated, after);
  };
  if (xRange.beginsInside) {
    emitInside();
    BasicBlock *rest = BasicBlock::Create(builder.getContext(), name + ".part", result);
    emitRest(rest);
    builder.SetInsertPoint(rest);
    emitPredicated(xRange.unmaskedEnd, xRange.end);
    builder.CreateBr(after);
  } else {
    emitThreeParts(xRange, name, emitPredicated, emitInside, emitRest, after);
  }
  result->insert(result->end(), after);
  builder.SetInsertPoint(after);
}

// The first and the last part are one loop that runs twice, so that its body exists once; LLVM must
// not unroll it.
void GroupDriver::emitThreeParts(const XRangeParts &xRange, const Twine &name,
                                 function_ref<void(Value *, Value *)> emitPredicated,
                                 function_ref<void()> emitInside,
                                 function_ref<BranchInst *(BasicBlock *)> emitRest,
                                 BasicBlock *after) {
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *part = BasicBlock::Create(context, name + ".part", result);
  BasicBlock *inside = BasicBlock::Create(context, name + ".inside", result);
  builder.CreateBr(part);
  builder.SetInsertPoint(part);
  PHINode *start = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".part.begin");
  PHINode *stop = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".part.end");
  PHINode *isLast = builder.CreatePHI(builder.getInt1Ty(), 2, name + ".part.is.last");
  emitPredicated(start, stop);
  builder.CreateCondBr(isLast, after, inside);
  builder.SetInsertPoint(inside);
  emitInside();
  BasicBlock *insideEnd = builder.GetInsertBlock();
  emitRest(part)->setMetadata(LLVMContext::MD_loop,
                              loopProperties(context, driverLoopMark, /*mayUnroll=*/false));
  for (auto [phi, first, second] :
       {std::tuple<PHINode *, Value *, Value *>{start, xRange.begin, xRange.unmaskedEnd},
        std::tuple<PHINode *, Value *, Value *>{stop, xRange.unmaskedBegin, xRange.end},
        std::tuple<PHINode *, Value *, Value *>{isLast, builder.getFalse(), builder.getTrue()}}) {
    phi->addIncoming(first, before);
    phi->addIncoming(second, insideEnd);
  }
}

// Goes on behind whole gangs: at `predicated`, but scalar tails run the last work-items if they are
// at most half a gang, and go to `after`. Returns the branch to `predicated`.
BranchInst *GroupDriver::emitRestOfXRange(const XRangeParts &xRange, const Twine &name,
                                          const Gangs &gangs, const ScalarTails &scalarTails,
                                          BasicBlock *predicated, BasicBlock *after) {
  if (!gangs.scalarTail)
    return builder.CreateBr(predicated);
  BasicBlock *few = BasicBlock::Create(builder.getContext(), name + ".few", result);
  Value *left = builder.CreateSub(xRange.last, xRange.unmaskedEnd);
  BranchInst *choice = builder.CreateCondBr(
      builder.CreateICmpULE(left, builder.getInt64(gangs.vf / 2)), few, predicated);
  builder.SetInsertPoint(few);
  if (gangs.interiorScalarTail)
    emitLoopFrom(xRange.unmaskedEnd, xRange.interiorEnd, 1, name + ".interior",
                 scalarTails.interior);
  emitLoopFrom(gangs.interiorScalarTail ? xRange.interiorEnd : xRange.unmaskedEnd, xRange.last, 1,
               name + ".scalar.tail", scalarTails.any);
  builder.CreateBr(after);
  return choice;
}

void GroupDriver::emitIf(Value *condition, const Twine &name, function_ref<void()> body,
                         function_ref<void()> otherwise) {
  BasicBlock *taken = BasicBlock::Create(builder.getContext(), name, result);
  BasicBlock *join = BasicBlock::Create(builder.getContext(), name + ".end");
  BasicBlock *other =
      otherwise ? BasicBlock::Create(builder.getContext(), name + ".else", result) : join;
  builder.CreateCondBr(condition, taken, other);
  builder.SetInsertPoint(taken);
  body();
  builder.CreateBr(join);
  if (otherwise) {
    builder.SetInsertPoint(other);
    otherwise();
    builder.CreateBr(join);
  }
  result->insert(result->end(), join);
  builder.SetInsertPoint(join);
}

// The context array block at the start of an x range of work-items.
Value *GroupDriver::contextXRange(Value *xRange) {
  constexpr std::uint64_t lanes = WEFT_CONTEXT_LANES;
  const std::uint64_t blockBytes = plan.liveness.contextLayout().itemBytes() * lanes;
  Value *blocks = builder.CreateUDiv(
      builder.CreateNUWAdd(localSize[0], builder.getInt64(lanes - 1)), builder.getInt64(lanes));
  Value *offset =
      builder.CreateNUWMul(builder.CreateNUWMul(xRange, blocks), builder.getInt64(blockBytes));
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), contextItems, offset);
}

// A block in a row of them.
Value *GroupDriver::contextBlockOf(Value *blocks, Value *number) {
  const std::uint64_t blockBytes = plan.liveness.contextLayout().itemBytes() * WEFT_CONTEXT_LANES;
  return builder.CreateInBoundsGEP(ArrayType::get(builder.getInt8Ty(), blockBytes), blocks, number,
                                   "context.block");
}

// Runs work-items that are neighbours in the context array: `contextBlocks` begins with the first
// one's, and `idAt` gives the id of one by its number among them.
void GroupDriver::emitXRange(Value *count, Value *contextBlocks, function_ref<Triple(Value *)> idAt,
                             bool needsContext, ItemBody body, const Gangs *gangs,
                             const std::optional<SplitBounds> &bounds) {
  constexpr std::uint64_t contextLanes = WEFT_CONTEXT_LANES;
  const ItemBody scalarTail = gangs && gangs->scalarTail ? gangs->scalarTail : body;
  const ItemBody interior =
      gangs && gangs->interiorScalarTail ? gangs->interiorScalarTail : scalarTail;
  if (!needsContext) {
    const auto at = [&](Value *x) {
      return Item{idAt(x), PoisonValue::get(builder.getPtrTy()), builder.getInt64(0)};
    };
    emitLanes(count, "x",
              {[&](Value *x) { scalarTail(at(x)); }, [&](Value *x) { interior(at(x)); }}, gangs,
              bounds, Unrolling::Partly,
              [&](Value *x, Value *rest, bool isWide) { gangs->body(at(x), rest, isWide); });
    return;
  }
  assert((!gangs || contextLanes % std::max(gangs->vf, gangs->wideVf) == 0) &&
         "no gang lies in two blocks of the context array");
  Value *blocks =
      builder.CreateUDiv(builder.CreateNUWAdd(count, builder.getInt64(contextLanes - 1)),
                         builder.getInt64(contextLanes));
  emitLoop(blocks, "block", [&](Value *block) {
    Value *start = builder.CreateMul(block, builder.getInt64(contextLanes), "", true, true);
    Value *inBlock = builder.CreateBinaryIntrinsic(Intrinsic::umin,
                                                   builder.CreateSub(count, start, "", true, true),
                                                   builder.getInt64(contextLanes));
    Value *address = contextBlockOf(contextBlocks, block);
    const auto at = [&](Value *lane) {
      return Item{idAt(builder.CreateAdd(start, lane, "x", true, true)), address, lane};
    };
    std::optional<SplitBounds> ofBlock = bounds;
    if (ofBlock)
      for (Value *&bound : *ofBlock)
        bound = builder.CreateSub(bound, start);
    emitLanes(
        inBlock, "lane",
        {[&](Value *lane) { scalarTail(at(lane)); }, [&](Value *lane) { interior(at(lane)); }},
        gangs, ofBlock, Unrolling::Wholly,
        [&](Value *lane, Value *rest, bool isWide) { gangs->body(at(lane), rest, isWide); });
  });
}

// `usesXRange`: whether the body uses the ids of the other dimensions; if not, all x ranges count
// as one plane's.
void GroupDriver::emitItemLoops(bool needsContext, ItemBody body, const Gangs *gangs,
                                bool usesXRange) {
  if (linear)
    return emitLinearItemLoops(needsContext, body, gangs);
  Value *zero = builder.getInt64(0);
  if (flat)
    return emitXRange(
        builder.CreateNUWMul(builder.CreateNUWMul(localSize[2], localSize[1]), localSize[0]),
        contextItems, [&](Value *number) { return Triple{number, zero, zero}; }, needsContext, body,
        gangs, std::nullopt);
  const auto emitOne = [&](Value *y, Value *z, const Gangs *gangs) {
    const std::optional<SplitBounds> bounds =
        gangs && gangs->bounds ? std::optional(gangs->bounds(y, z)) : std::nullopt;
    Value *blocks =
        needsContext ? contextXRange(builder.CreateNUWAdd(builder.CreateNUWMul(z, localSize[1]), y))
                     : nullptr;
    emitXRange(
        localSize[0], blocks, [&](Value *x) { return Triple{x, y, z}; }, needsContext, body, gangs,
        bounds);
  };
  if (!usesXRange)
    return emitLoop(
        builder.CreateNUWMul(localSize[1], localSize[2]), "x.range",
        [&](Value *xRange) { emitOne(xRange, zero, gangs); }, driverLoopMark);
  emitLoop(
      localSize[2], "z",
      [&](Value *z) {
        if (gangs && gangs->rowBlock)
          return emitRows(z, *gangs, [&](Value *y, const Gangs &rest) { emitOne(y, z, &rest); });
        emitLoop(localSize[1], "y", [&](Value *y) { emitOne(y, z, gangs); }, driverLoopMark);
      },
      driverLoopMark);
}

// Row blocks as far as they go, then row by row what is left.
void GroupDriver::emitRows(Value *z, const Gangs &gangs, RowBody row) {
  Value *zero = builder.getInt64(0);
  Value *rows = wholeOf(localSize[1], rowsOfBlock);
  if (gangs.bounds)
    return emitBoundedRows(z, rows, gangs, row);
  Value *end = wholeOf(localSize[0], gangs.rowBlockVf);
  emitLoopFrom(zero, rows, rowsOfBlock, "row.block",
               [&](Value *y) { emitRowBlock(y, z, end, gangs); });
  emitLoop(
      localSize[1], "y",
      [&](Value *y) {
        Gangs rest = gangs;
        rest.begin = builder.CreateSelect(builder.CreateICmpULT(y, rows), end, zero, "x.begin");
        row(y, rest);
      },
      driverLoopMark);
}

void GroupDriver::emitRowBlock(Value *y, Value *z, Value *end, const Gangs &gangs) {
  Value *zero = builder.getInt64(0);
  emitLoopFrom(zero, end, gangs.rowBlockVf, "x.block", [&](Value *x) {
    gangs.rowBlock({{x, y, z}, PoisonValue::get(builder.getPtrTy()), zero});
  });
}

// The same where only the interior of rows runs in row blocks: each block goes as far as it does in
// all of its rows, and before the first of these.
void GroupDriver::emitBoundedRows(Value *z, Value *rows, const Gangs &gangs, RowBody row) {
  Value *zero = builder.getInt64(0);
  AllocaInst *done = IRBuilder<>(&*result->getEntryBlock().getFirstInsertionPt())
                         .CreateAlloca(builder.getInt64Ty(), nullptr, "x.done");
  emitLoop(
      localSize[1], "y",
      [&](Value *y) {
        Value *isInBlock = builder.CreateICmpULT(y, rows);
        Value *isFirst = builder.CreateICmpEQ(wholeOf(y, rowsOfBlock), y);
        emitIf(builder.CreateAnd(isInBlock, isFirst), "row.block", [&] {
          Value *end = interiorOfBlock(y, z, gangs);
          builder.CreateStore(end, done);
          emitRowBlock(y, z, end, gangs);
        });
        Gangs rest = gangs;
        rest.begin = builder.CreateSelect(isInBlock, builder.CreateLoad(builder.getInt64Ty(), done),
                                          zero, "x.begin");
        row(y, rest);
      },
      driverLoopMark);
}

// How far whole gangs at the start of a row lie inside of the bounds of all rows of a block.
Value *GroupDriver::interiorOfBlock(Value *y, Value *z, const Gangs &gangs) {
  Value *first = builder.getInt64(0);
  Value *last = localSize[0];
  for (unsigned row = 0; row != rowsOfBlock; ++row) {
    const SplitBounds bounds = gangs.bounds(builder.CreateAdd(y, builder.getInt64(row)), z);
    first = builder.CreateBinaryIntrinsic(Intrinsic::smax, first, bounds[First]);
    last = builder.CreateBinaryIntrinsic(Intrinsic::smin, last, bounds[Last]);
  }
  last = builder.CreateBinaryIntrinsic(Intrinsic::smax, last, builder.getInt64(0));
  return builder.CreateSelect(builder.CreateIsNull(first), wholeOf(last, gangs.rowBlockVf),
                              builder.getInt64(0), "x.interior");
}

// `size` without what is left over of steps, which are a power of two.
Value *GroupDriver::wholeOf(Value *size, std::uint64_t step) {
  return builder.CreateAnd(size, builder.getInt64(-step));
}

// Whether the group has the size that is known: the last one of a dimension may be smaller.
Value *GroupDriver::emitIsWholeGroup() {
  Value *isWhole = builder.getTrue();
  for (unsigned dimension = 0; dimension != 3; ++dimension)
    isWhole = builder.CreateAnd(isWhole,
                                builder.CreateICmpEQ(localSize[dimension], enqueuedSize[dimension]),
                                "group.is.whole");
  return isWhole;
}

// The work-items of a whole group are one x range in the linear order of their ids. In a smaller
// group they run one by one, at the places in the context array that they have in a whole one.
void GroupDriver::emitLinearItemLoops(bool needsContext, ItemBody body, const Gangs *gangs) {
  const auto emitOneByOne = [&] {
    Triple id{};
    const auto emitDimension = [&](auto &self, unsigned dimension) -> void {
      emitLoop(
          localSize[dimension], Twine("linear.") + Twine(dimension),
          [&](Value *index) {
            id[dimension] = index;
            if (dimension != 0)
              return self(self, dimension - 1);
            body(needsContext
                     ? itemAt(id)
                     : Item{id, PoisonValue::get(builder.getPtrTy()), builder.getInt64(0)});
          },
          driverLoopMark);
    };
    emitDimension(emitDimension, 2);
  };
  if (!gangs)
    return emitOneByOne();
  const auto idAt = [&](Value *number) {
    Value *rows = builder.CreateUDiv(number, builder.getInt64(linear->size[0]));
    return Triple{builder.CreateURem(number, builder.getInt64(linear->size[0])),
                  builder.CreateURem(rows, builder.getInt64(linear->size[1])),
                  builder.CreateUDiv(rows, builder.getInt64(linear->size[1]))};
  };
  emitIf(
      emitIsWholeGroup(), "whole.group",
      [&] {
        Value *zero = builder.getInt64(0);
        emitXRange(builder.getInt64(linear->items()), contextItems, idAt, needsContext, body, gangs,
                   gangs->bounds ? std::optional(gangs->bounds(zero, zero)) : std::nullopt);
      },
      emitOneByOne);
}

void GroupDriver::emitUnlessFinished(const Item &item, function_ref<void()> body) {
  if (!plan.needsFinishedFlags) {
    body();
    return;
  }
  BasicBlock *active = BasicBlock::Create(builder.getContext(), "active", result);
  BasicBlock *join = BasicBlock::Create(builder.getContext(), "item.end", result);
  Value *flag =
      builder.CreateLoad(builder.getInt8Ty(), emitSlotAddress(builder, plan.finishedFlag,
                                                              item.contextBlock, item.contextLane));
  builder.CreateCondBr(builder.CreateICmpEQ(flag, builder.getInt8(0)), active, join);
  builder.SetInsertPoint(active);
  body();
  builder.CreateBr(join);
  builder.SetInsertPoint(join);
}

void GroupDriver::emitUnfinishedItemLoops(ItemBody body) {
  emitItemLoops(true, [&](const Item &item) { emitUnlessFinished(item, [&] { body(item); }); });
}

// In a whole group.
Value *GroupDriver::linearNumberOf(const LinearGangs &gangs, const Triple &id) {
  Value *row =
      builder.CreateNUWAdd(builder.CreateNUWMul(id[2], builder.getInt64(gangs.size[1])), id[1]);
  return builder.CreateNUWAdd(builder.CreateNUWMul(row, builder.getInt64(gangs.size[0])), id[0]);
}

// The work-item with its place in the context array.
GroupDriver::Item GroupDriver::itemAt(const Triple &id) {
  Value *contextLanes = builder.getInt64(WEFT_CONTEXT_LANES);
  Value *blocks =
      linear || flat
          ? contextItems
          : contextXRange(builder.CreateNUWAdd(builder.CreateNUWMul(id[2], localSize[1]), id[1]));
  Value *number = linear ? linearNumberOf(*linear, id) : id[0];
  return {id, contextBlockOf(blocks, builder.CreateUDiv(number, contextLanes)),
          builder.CreateURem(number, contextLanes)};
}

// In the order of linear local ids, whatever the order of the kernel's dimensions.
void GroupDriver::emitItemsInLinearOrder(ItemBody body) {
  if (lanes == 0)
    return emitUnfinishedItemLoops(body);
  Triple id{};
  const auto emitDimension = [&](auto &self, unsigned ofRange) -> void {
    const unsigned dimension = inLaneOrder(ofRange, lanes);
    emitLoop(
        localSize[dimension], "linear." + Twine(ofRange),
        [&](Value *index) {
          id[dimension] = index;
          if (ofRange != 0)
            return self(self, ofRange - 1);
          const Item item = itemAt(id);
          emitUnlessFinished(item, [&] { body(item); });
        },
        driverLoopMark);
  };
  emitDimension(emitDimension, 2);
}

} // namespace weft::compiler
