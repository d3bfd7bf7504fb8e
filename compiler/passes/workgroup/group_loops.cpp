// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of GroupDriver that loops over the work-items of a group.
#include "compiler/passes/workgroup/group_driver.h"

#include "compiler/passes/support/loop_marks.h"
#include "compiler/passes/vectorise/prepare/loops/index_set_splitting.h"
#include "compiler/passes/vectorise/prepare/loops/row_blocks.h"
#include "device/kernel_abi_checks.h"

#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

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

Value *GroupDriver::loadFirstItem() {
  Value *checks =
      loadField(launch, offsetof(weft_checked_launch, checks), builder.getPtrTy(), "checks");
  return loadField(checks, offsetof(weft_checks, first_item), builder.getInt64Ty(), "first.item");
}

// The numbers below the count, of which the region's code for single work-items has another order
// where that is wanted. What collectives do has its own.
void GroupDriver::createItemLoop(Value *count, const Twine &name, LoopBuilder::Body body,
                                 StringRef mark) {
  if (!firstItem)
    return builder.createLoop(count, name, body, mark);
  builder.createLoop(
      count, name,
      [&](Value *index) {
        Value *first = builder.CreateURem(firstItem, count);
        Value *back = builder.CreateSub(first, index);
        body(builder.CreateSelect(builder.CreateICmpULE(index, first), back,
                                  builder.CreateAdd(back, count)));
      },
      mark);
}

// One by one, or as the plan says.
void GroupDriver::emitLanes(Value *count, StringRef name, Unrolling unrolling, const Gangs *gangs,
                            XRangeLoops::BoundsAt bounds, function_ref<Item(Value *)> itemAt,
                            ItemBody body) {
  if (!gangs)
    return createItemLoop(count, name, [&](Value *index) { body(itemAt(index)); });
  // With barriers, the gangs between bounds belong to one group at most. Groups that do not run as
  // one may be too small for wide gangs.
  const bool isPart = choices.outlinesRegions, isOnly = regions.size() == 1;
  const XRangeLoops::Choices loops{isPart ? Unrolling::Not : unrolling,
                                   isPart || !isOnly ? Unrolling::Not : Unrolling::Partly,
                                   choices.joinsGroups};
  XRangeLoops(builder, gangs->plan, name, loops, [&](const GangCall &call) {
    gangs->body(call, itemAt(call.index));
  }).emit(gangs->begin ? gangs->begin : builder.getInt64(0), count, bounds);
}

// Runs work-items that are neighbours in the context array: `contextBlocks` begins with the first
// one's, and `idAt` gives the id of one by its number among them.
void GroupDriver::emitXRange(Value *count, Value *contextBlocks, function_ref<Triple(Value *)> idAt,
                             bool needsContext, ItemBody body, const Gangs *gangs,
                             XRangeLoops::BoundsAt bounds) {
  constexpr std::uint64_t contextLanes = WEFT_CONTEXT_LANES;
  if (!needsContext)
    return emitLanes(
        count, "x", Unrolling::Partly, gangs, bounds,
        [&](Value *x) {
          return Item{idAt(x), PoisonValue::get(builder.getPtrTy()), builder.getInt64(0)};
        },
        body);
  assert((!gangs ||
          all_of(gangs->plan.segments,
                 [](const Segment &segment) { return contextLanes % segment.lanes == 0; })) &&
         "no gang lies in two blocks of the context array");
  Value *blocks =
      builder.CreateUDiv(builder.CreateNUWAdd(count, builder.getInt64(contextLanes - 1)),
                         builder.getInt64(contextLanes));
  createItemLoop(blocks, "block", [&](Value *block) {
    Value *start = builder.CreateMul(block, builder.getInt64(contextLanes), "", true, true);
    Value *inBlock = builder.CreateBinaryIntrinsic(Intrinsic::umin,
                                                   builder.CreateSub(count, start, "", true, true),
                                                   builder.getInt64(contextLanes));
    Value *address = contextBlockOf(contextBlocks, block);
    const auto inThisBlock = [&](Value *lane) {
      XRangeBounds ofBlock = bounds(match(lane, m_Zero()) ? start : builder.CreateAdd(start, lane));
      for (Value **bound : {&ofBlock.first, &ofBlock.last, &ofBlock.outerFirst, &ofBlock.outerLast})
        *bound = builder.CreateSub(*bound, start);
      if (ofBlock.rowEnd)
        ofBlock.rowEnd = builder.CreateSub(ofBlock.rowEnd, start);
      return ofBlock;
    };
    emitLanes(
        inBlock, "lane", Unrolling::Wholly, gangs, inThisBlock,
        [&](Value *lane) {
          return Item{idAt(builder.CreateAdd(start, lane, "x", true, true)), address, lane};
        },
        body);
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
        gangs, nullptr);
  if (compact && !gangs) {
    const auto emitDimension = [&](auto &self, unsigned dimension, Triple id) -> void {
      builder.createLoop(
          localSize[dimension], Twine("item.") + Twine(dimension), [&](Value *index) {
            id[dimension] = index;
            if (dimension != 0)
              return self(self, dimension - 1, id);
            body(needsContext ? itemAt(id) : Item{id, PoisonValue::get(builder.getPtrTy()), zero});
          });
    };
    return emitDimension(emitDimension, 2, Triple{});
  }
  if (compact)
    return emitXRange(
        builder.CreateNUWMul(builder.CreateNUWMul(localSize[2], localSize[1]), localSize[0]),
        contextItems,
        [&](Value *number) {
          Value *rows = builder.CreateUDiv(number, localSize[0]);
          return Triple{builder.CreateURem(number, localSize[0]),
                        builder.CreateURem(rows, localSize[1]),
                        builder.CreateUDiv(rows, localSize[1])};
        },
        needsContext, body, gangs, nullptr);
  const auto emitOne = [&](Value *y, Value *z, const Gangs *gangs) {
    const bool isBounded = gangs && gangs->plan.bounds,
               isInRows = isBounded && hasRows(*gangs->plan.bounds);
    std::optional<XRangeBounds> ofAll;
    if (isBounded && !isInRows)
      ofAll = gangs->bounds(zero, y, z);
    const auto boundsAt = [&](Value *x) { return ofAll ? *ofAll : gangs->bounds(x, y, z); };
    Value *blocks =
        needsContext ? contextXRange(builder.CreateNUWAdd(builder.CreateNUWMul(z, localSize[1]), y))
                     : nullptr;
    emitXRange(
        localSize[0], blocks, [&](Value *x) { return Triple{x, y, z}; }, needsContext, body, gangs,
        boundsAt);
  };
  if (!usesXRange)
    return createItemLoop(
        builder.CreateNUWMul(localSize[1], localSize[2]), "x.range",
        [&](Value *xRange) { emitOne(xRange, zero, gangs); }, driverLoopMark);
  createItemLoop(
      localSize[2], "z",
      [&](Value *z) {
        if (gangs && gangs->plan.has(SegmentKind::RowBlock))
          return emitRows(z, *gangs,
                          [&](Value *y, const Gangs &remaining) { emitOne(y, z, &remaining); });
        createItemLoop(localSize[1], "y", [&](Value *y) { emitOne(y, z, gangs); }, driverLoopMark);
      },
      driverLoopMark);
}

// Row blocks as far as they go, then row by row what is left.
void GroupDriver::emitRows(Value *z, const Gangs &gangs, RowBody row) {
  const Segment &block = *gangs.plan.find(SegmentKind::RowBlock);
  Value *zero = builder.getInt64(0);
  Value *rows = builder.createWholeOf(localSize[1], rowsOfBlock);
  if (gangs.plan.bounds)
    return emitBoundedRows(z, rows, gangs, row);
  Value *end = builder.createWholeOf(localSize[0], block.lanes);
  builder.createLoopFrom(zero, rows, rowsOfBlock, "row.block",
                         [&](Value *y) { emitRowBlock(y, z, end, gangs); });
  builder.createLoop(
      localSize[1], "y",
      [&](Value *y) {
        Gangs remaining = gangs;
        remaining.begin =
            builder.CreateSelect(builder.CreateICmpULT(y, rows), end, zero, "x.begin");
        row(y, remaining);
      },
      driverLoopMark);
}

void GroupDriver::emitRowBlock(Value *y, Value *z, Value *end, const Gangs &gangs) {
  const Segment &block = *gangs.plan.find(SegmentKind::RowBlock);
  Value *zero = builder.getInt64(0);
  builder.createLoopFrom(zero, end, block.lanes, "x.block", [&](Value *x) {
    gangs.body({block, x, nullptr, {}}, {{x, y, z}, PoisonValue::get(builder.getPtrTy()), zero});
  });
}

// The same where only the interior of rows runs in row blocks: each block goes as far as it does in
// all of its rows, and before the first of these.
void GroupDriver::emitBoundedRows(Value *z, Value *rows, const Gangs &gangs, RowBody row) {
  Value *zero = builder.getInt64(0);
  AllocaInst *done = IRBuilder<>(&*result->getEntryBlock().getFirstInsertionPt())
                         .CreateAlloca(builder.getInt64Ty(), nullptr, "x.done");
  builder.createLoop(
      localSize[1], "y",
      [&](Value *y) {
        Value *isInBlock = builder.CreateICmpULT(y, rows);
        Value *isFirst = builder.CreateICmpEQ(builder.createWholeOf(y, rowsOfBlock), y);
        builder.createIf(builder.CreateAnd(isInBlock, isFirst), "row.block", [&] {
          Value *end = interiorOfBlock(y, z, gangs);
          builder.CreateStore(end, done);
          emitRowBlock(y, z, end, gangs);
        });
        Gangs remaining = gangs;
        remaining.begin = builder.CreateSelect(
            isInBlock, builder.CreateLoad(builder.getInt64Ty(), done), zero, "x.begin");
        row(y, remaining);
      },
      driverLoopMark);
}

// How far whole gangs at the start of a row lie inside of the bounds of all rows of a block.
Value *GroupDriver::interiorOfBlock(Value *y, Value *z, const Gangs &gangs) {
  Value *zero = builder.getInt64(0);
  Value *first = zero, *last = localSize[0];
  for (unsigned row = 0; row != rowsOfBlock; ++row) {
    const XRangeBounds bounds = gangs.bounds(zero, builder.CreateAdd(y, builder.getInt64(row)), z);
    first = builder.CreateBinaryIntrinsic(Intrinsic::smax, first, bounds.first);
    last = builder.CreateBinaryIntrinsic(Intrinsic::smin, last, bounds.last);
  }
  last = builder.CreateBinaryIntrinsic(Intrinsic::smax, last, builder.getInt64(0));
  return builder.CreateSelect(
      builder.CreateIsNull(first),
      builder.createWholeOf(last, gangs.plan.find(SegmentKind::RowBlock)->lanes),
      builder.getInt64(0), "x.interior");
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
      createItemLoop(
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
  builder.createIf(
      emitIsWholeGroup(), "whole.group",
      [&] {
        Value *zero = builder.getInt64(0);
        std::optional<XRangeBounds> ofGroup;
        if (gangs->plan.bounds)
          ofGroup = gangs->bounds(zero, zero, zero);
        emitXRange(builder.getInt64(linear->items()), contextItems, idAt, needsContext, body, gangs,
                   [&](Value *) { return *ofGroup; });
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

Value *GroupDriver::compactNumberOf(const Triple &id) {
  Value *row = builder.CreateNUWAdd(builder.CreateNUWMul(id[2], localSize[1]), id[1]);
  return builder.CreateNUWAdd(builder.CreateNUWMul(row, localSize[0]), id[0]);
}

// The work-item with its place in the context array.
GroupDriver::Item GroupDriver::itemAt(const Triple &id) {
  Value *contextLanes = builder.getInt64(WEFT_CONTEXT_LANES);
  Value *blocks =
      linear || flat || compact
          ? contextItems
          : contextXRange(builder.CreateNUWAdd(builder.CreateNUWMul(id[2], localSize[1]), id[1]));
  Value *number = linear ? linearNumberOf(*linear, id) : compact ? compactNumberOf(id) : id[0];
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
    builder.createLoop(
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
