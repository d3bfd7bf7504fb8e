// The part of GroupDriver that loops over work-items and bundles.
#include "compiler/passes/group_driver.h"

#include "device/kernel_abi.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// Of loops over bundles: LLVM's vectoriser has nothing to add. Those without masks may be unrolled.
MDNode *bundleLoopProperties(LLVMContext &context, bool mayUnroll) {
  Metadata *one = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1));
  SmallVector<Metadata *> entries{
      nullptr, MDNode::get(context, {MDString::get(context, "llvm.loop.isvectorized"), one})};
  if (!mayUnroll)
    entries.push_back(
        MDNode::get(context, MDString::get(context, "llvm.loop.unroll.runtime.disable")));
  MDNode *properties = MDNode::getDistinct(context, entries);
  properties->replaceOperandWith(0, properties);
  return properties;
}

} // namespace

// Unrolling with remainders would multiply what the loop vectoriser leaves over, for little.
MDNode *loopProperties(LLVMContext &context, StringRef mark) {
  SmallVector<Metadata *> entries{
      nullptr, MDNode::get(context, MDString::get(context, "llvm.loop.unroll.runtime.disable"))};
  if (!mark.empty())
    entries.push_back(MDNode::get(context, MDString::get(context, mark)));
  MDNode *properties = MDNode::getDistinct(context, entries);
  properties->replaceOperandWith(0, properties);
  return properties;
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
  branch->setMetadata(LLVMContext::MD_loop, loopProperties(builder.getContext(), mark));
  builder.SetInsertPoint(after);
}

// Does nothing where the range is empty; the step divides its length.
void GroupDriver::emitLoopFrom(Value *begin, Value *end, std::uint64_t step, const Twine &name,
                               function_ref<void(Value *)> body, bool mayUnroll) {
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
  BranchInst *branch = builder.CreateCondBr(builder.CreateICmpEQ(next, end), after, loop);
  branch->setMetadata(LLVMContext::MD_loop, bundleLoopProperties(context, mayUnroll));
  result->insert(result->end(), after);
  builder.SetInsertPoint(after);
}

// The work-items of a row or of a frame block: singly, or in bundles of which the last may not be
// whole.
void GroupDriver::emitLanes(Value *count, const Twine &name, const Singles &singles,
                            const Bundles *bundles, const std::optional<RowBounds> &bounds,
                            IndexBody bundleBody) {
  if (!bundles)
    return emitLoop(count, name, singles.any);
  Value *zero = builder.getInt64(0);
  Value *step = builder.getInt64(-std::uint64_t{bundles->lanes});
  const auto partial = [&](Value *index) {
    bundleBody(index, builder.CreateSub(count, index, "", true, true), /*isWide=*/false);
  };
  if (bundles->areAlike) {
    Value *end =
        builder.CreateAnd(builder.CreateNUWAdd(count, builder.getInt64(bundles->lanes - 1)), step);
    return emitLoopFrom(zero, end, bundles->lanes, name + ".bundle", partial);
  }
  if (bounds)
    return emitBoundedBundles(count, name, *bundles, *bounds, singles, partial, bundleBody);
  Value *whole = builder.CreateAnd(count, step);
  emitWholeBundles(zero, whole, name, *bundles, bundleBody);
  emitIf(builder.CreateICmpULT(whole, count), name + ".rest", [&] { partial(whole); });
}

// Wide bundles as long as there are work-items for them, then others. What has wide ones is a loop
// itself or, in the latter, is not there often; with barriers, the bundles between bounds are
// those of one group at most, and too few to count them once more: nothing to unroll.
void GroupDriver::emitWholeBundles(Value *begin, Value *end, const Twine &name,
                                   const Bundles &bundles, IndexBody body) {
  const bool hasWide = bundles.wideLanes != 0;
  if (hasWide) {
    Value *length = builder.CreateAnd(builder.CreateSub(end, begin, "", true, true),
                                      builder.getInt64(-std::uint64_t{bundles.wideLanes}));
    Value *wideEnd = builder.CreateAdd(begin, length, "", true, true);
    emitLoopFrom(begin, wideEnd, bundles.wideLanes, name + ".wide",
                 [&](Value *index) { body(index, nullptr, /*isWide=*/true); });
    begin = wideEnd;
  }
  emitLoopFrom(
      begin, end, bundles.lanes, name + ".bundle",
      [&](Value *index) { body(index, nullptr, /*isWide=*/false); },
      /*mayUnroll=*/!hasWide && (!bundles.bounds || regions.size() == 1));
}

// Where the parts of a row begin and end, from its bounds. These may be negative, so all is signed.
GroupDriver::RowParts GroupDriver::splitRow(Value *count, unsigned lanes, const RowBounds &bounds) {
  const auto least = [&](Value *first, Value *second) {
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, first, second);
  };
  const auto greatest = [&](Value *first, Value *second) {
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, first, second);
  };
  const auto inRow = [&](Value *bound) {
    return least(greatest(bound, builder.getInt64(0)), count);
  };
  const auto down = [&](Value *value) {
    return builder.CreateAnd(value, builder.getInt64(-std::uint64_t{lanes}));
  };
  const auto up = [&](Value *value) {
    return down(builder.CreateNUWAdd(value, builder.getInt64(lanes - 1)));
  };
  // What all work-items do alike, one bundle must do.
  Value *first = least(inRow(bounds[OuterFirst]), builder.CreateSub(count, builder.getInt64(1)));
  RowParts parts{};
  parts.last = greatest(inRow(bounds[OuterLast]), builder.CreateAdd(first, builder.getInt64(1)));
  parts.begin = down(first);
  parts.end = up(parts.last);
  parts.wholeBegin = least(least(up(inRow(bounds[First])), down(count)), parts.end);
  parts.wholeEnd = greatest(parts.wholeBegin, down(inRow(bounds[Last])));
  parts.decidedEnd = builder.CreateSelect(
      builder.CreateICmpSLE(bounds[First], parts.wholeEnd),
      least(greatest(inRow(bounds[Last]), parts.wholeEnd), parts.last), parts.wholeEnd);
  return parts;
}

// A row in three parts: whole bundles inside of the bounds, and what comes before and after them.
// The latter two are one loop that is entered twice, so that its body is there only once. With
// versions for single work-items, these are what comes last if they are at most half a bundle.
void GroupDriver::emitBoundedBundles(Value *count, const Twine &name, const Bundles &bundles,
                                     const RowBounds &bounds, const Singles &singles,
                                     CountBody masked, IndexBody body) {
  const RowParts row = splitRow(count, bundles.lanes, bounds);
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *part = BasicBlock::Create(context, name + ".part", result);
  BasicBlock *inside = BasicBlock::Create(context, name + ".inside", result);
  BasicBlock *after = BasicBlock::Create(context, name + ".parts.end");
  builder.CreateBr(part);
  builder.SetInsertPoint(part);
  PHINode *start = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".part.begin");
  PHINode *stop = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".part.end");
  PHINode *isLast = builder.CreatePHI(builder.getInt1Ty(), 2, name + ".part.is.last");
  emitLoopFrom(start, stop, bundles.lanes, name + ".masked", masked);
  builder.CreateCondBr(isLast, after, inside);
  builder.SetInsertPoint(inside);
  emitWholeBundles(row.wholeBegin, row.wholeEnd, name, bundles, body);
  BasicBlock *insideEnd = builder.GetInsertBlock();
  if (bundles.single) {
    BasicBlock *few = BasicBlock::Create(context, name + ".few", result);
    Value *left = builder.CreateSub(row.last, row.wholeEnd);
    builder.CreateCondBr(builder.CreateICmpULE(left, builder.getInt64(bundles.lanes / 2)), few,
                         part);
    builder.SetInsertPoint(few);
    if (bundles.decidedSingle)
      emitLoopFrom(row.wholeEnd, row.decidedEnd, 1, name + ".decided", singles.decided);
    emitLoopFrom(bundles.decidedSingle ? row.decidedEnd : row.wholeEnd, row.last, 1,
                 name + ".single", singles.any);
    builder.CreateBr(after);
  } else {
    builder.CreateBr(part);
  }
  for (auto [phi, first, second] :
       {std::tuple<PHINode *, Value *, Value *>{start, row.begin, row.wholeEnd},
        std::tuple<PHINode *, Value *, Value *>{stop, row.wholeBegin, row.end},
        std::tuple<PHINode *, Value *, Value *>{isLast, builder.getFalse(), builder.getTrue()}}) {
    phi->addIncoming(first, before);
    phi->addIncoming(second, insideEnd);
  }
  result->insert(result->end(), after);
  builder.SetInsertPoint(after);
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

// The frame block that starts a row of work-items.
Value *GroupDriver::frameRow(Value *row) {
  constexpr std::uint64_t lanes = WEFT_FRAME_LANES;
  const std::uint64_t blockBytes = plan.liveness.frame().itemBytes() * lanes;
  Value *blocks = builder.CreateUDiv(
      builder.CreateNUWAdd(localSize[0], builder.getInt64(lanes - 1)), builder.getInt64(lanes));
  Value *offset =
      builder.CreateNUWMul(builder.CreateNUWMul(row, blocks), builder.getInt64(blockBytes));
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), frameItems, offset);
}

// `usesRow`: whether the body asks for ids in the other dimensions; if not, all rows are one
// plane's.
void GroupDriver::emitItemLoops(bool needsFrame, ItemBody body, const Bundles *bundles,
                                bool usesRow) {
  constexpr std::uint64_t frameLanes = WEFT_FRAME_LANES;
  const std::uint64_t blockBytes = plan.liveness.frame().itemBytes() * frameLanes;
  const ItemBody single = bundles && bundles->single ? bundles->single : body;
  const ItemBody decided = bundles && bundles->decidedSingle ? bundles->decidedSingle : single;
  const auto emitRow = [&](Value *y, Value *z) {
    const std::optional<RowBounds> bounds =
        bundles && bundles->bounds ? std::optional(bundles->bounds(y, z)) : std::nullopt;
    if (!needsFrame) {
      const auto at = [&](Value *x) {
        return Item{{x, y, z}, PoisonValue::get(builder.getPtrTy()), builder.getInt64(0)};
      };
      emitLanes(localSize[0], "x",
                {[&](Value *x) { single(at(x)); }, [&](Value *x) { decided(at(x)); }}, bundles,
                bounds,
                [&](Value *x, Value *rest, bool isWide) { bundles->body(at(x), rest, isWide); });
      return;
    }
    Value *row = frameRow(builder.CreateNUWAdd(builder.CreateNUWMul(z, localSize[1]), y));
    Value *blocks =
        builder.CreateUDiv(builder.CreateNUWAdd(localSize[0], builder.getInt64(frameLanes - 1)),
                           builder.getInt64(frameLanes));
    emitLoop(blocks, "block", [&](Value *block) {
      Value *start = builder.CreateMul(block, builder.getInt64(frameLanes), "", true, true);
      Value *count = builder.CreateBinaryIntrinsic(
          Intrinsic::umin, builder.CreateSub(localSize[0], start, "", true, true),
          builder.getInt64(frameLanes));
      Value *address = builder.CreateInBoundsGEP(ArrayType::get(builder.getInt8Ty(), blockBytes),
                                                 row, block, "frame.block");
      const auto at = [&](Value *lane) {
        Value *x = builder.CreateAdd(start, lane, "x", true, true);
        return Item{{x, y, z}, address, lane};
      };
      std::optional<RowBounds> inBlock = bounds;
      if (inBlock)
        for (Value *&bound : *inBlock)
          bound = builder.CreateSub(bound, start);
      emitLanes(count, "lane",
                {[&](Value *lane) { single(at(lane)); }, [&](Value *lane) { decided(at(lane)); }},
                bundles, inBlock, [&](Value *lane, Value *rest, bool isWide) {
                  bundles->body(at(lane), rest, isWide);
                });
    });
  };
  if (!usesRow)
    return emitLoop(
        builder.CreateNUWMul(localSize[1], localSize[2]), "row",
        [&](Value *row) { emitRow(row, builder.getInt64(0)); }, driverLoopMark);
  emitLoop(
      localSize[2], "z",
      [&](Value *z) {
        emitLoop(localSize[1], "y", [&](Value *y) { emitRow(y, z); }, driverLoopMark);
      },
      driverLoopMark);
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
                                                              item.frameBlock, item.frameLane));
  builder.CreateCondBr(builder.CreateICmpEQ(flag, builder.getInt8(0)), active, join);
  builder.SetInsertPoint(active);
  body();
  builder.CreateBr(join);
  builder.SetInsertPoint(join);
}

void GroupDriver::emitUnfinishedItemLoops(ItemBody body) {
  emitItemLoops(true, [&](const Item &item) { emitUnlessFinished(item, [&] { body(item); }); });
}

} // namespace weft::compiler
