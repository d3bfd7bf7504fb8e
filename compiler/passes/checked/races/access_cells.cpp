// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/races/access_cells.h"

#include "compiler/passes/checked/races/synchronisation_marks.h"
#include "compiler/passes/support/library_calls.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t bit(unsigned position) { return std::uint64_t{1} << position; }
constexpr std::uint64_t bitsBetween(unsigned low, unsigned high) { return bit(high) - bit(low); }

struct CellLayout {
  unsigned bits;
  unsigned place, item, interval, behindInterval;

  IntegerType *type(LLVMContext &context) const { return Type::getIntNTy(context, bits); }
  std::uint64_t placeMask() const { return bitsBetween(place, item); }
  std::uint64_t itemMask() const { return bitsBetween(item, interval); }
  std::uint64_t intervalMask() const { return bitsBetween(interval, behindInterval); }
  // If there are barriers of sub-groups, the interval's first bit is a flag: written before the
  // sub-group's last barrier, and since the group's. Then comes the number of the former.
  std::uint64_t writtenBefore() const { return bit(interval); }
  std::uint64_t withoutWrittenBefore() const {
    return bitsBetween(0, bits - 1) - writtenBefore(); // the last bit is never set
  }
  unsigned subGroups() const { return interval + 1; }
  unsigned behindSubGroups(bool hasSubGroups) const {
    return hasSubGroups ? interval + 5 : interval;
  }
  std::uint64_t subGroupMask() const {
    return bitsBetween(subGroups(), behindSubGroups(/*hasSubGroups=*/true));
  }
  std::uint64_t groupMask(bool hasSubGroups) const {
    return bitsBetween(behindSubGroups(hasSubGroups), behindInterval);
  }
};
constexpr CellLayout globalLayout{64, WEFT_CELL_PLACE_SHIFT, WEFT_CELL_ITEM_SHIFT,
                                  WEFT_CELL_INTERVAL_SHIFT, WEFT_CELL_GROUP_SHIFT};
constexpr CellLayout localLayout{32, WEFT_LOCAL_CELL_PLACE_SHIFT, WEFT_LOCAL_CELL_ITEM_SHIFT,
                                 WEFT_LOCAL_CELL_INTERVAL_SHIFT, WEFT_LOCAL_CELL_END};
const CellLayout &layoutOf(bool isLocal) { return isLocal ? localLayout : globalLayout; }

constexpr std::uint64_t groupMask = bitsBetween(WEFT_CELL_GROUP_SHIFT, WEFT_CELL_LAUNCH_SHIFT);
constexpr std::uint64_t ofInterval = WEFT_CELL_WRITTEN | WEFT_CELL_PLAIN | WEFT_CELL_SEVERAL;
constexpr std::uint64_t ofLaunch =
    WEFT_CELL_LAUNCH_WRITTEN | WEFT_CELL_LAUNCH_PLAIN | WEFT_CELL_SEVERAL_GROUPS;

// Emits the arithmetic of one update.
class Emitter {
public:
  Emitter(IRBuilderBase &builder, Value *cell) : builder(builder), cell(cell) {}

  Value *number(std::uint64_t value) const { return ConstantInt::get(cell->getType(), value); }
  Value *has(std::uint64_t flags) const {
    return builder.CreateICmpEQ(builder.CreateAnd(cell, number(flags)), number(flags));
  }
  // `flags` of the cell, if the condition holds.
  Value *kept(Value *condition, std::uint64_t flags) const {
    return builder.CreateSelect(condition, builder.CreateAnd(cell, number(flags)), number(0));
  }
  Value *flagIf(Value *condition, std::uint64_t flag) const {
    return builder.CreateSelect(condition, number(flag), number(0));
  }
  Value *both(Value *left, Value *right) const { return builder.CreateAnd(left, right); }
  Value *either(Value *left, Value *right) const { return builder.CreateOr(left, right); }
  Value *no(Value *condition) const { return builder.CreateNot(condition); }

  static bool isAtomicInLaunch(const AccessKind &kind) { return kind.isAtomic && !kind.isNarrow; }
  // The flags that an access leaves in its cell.
  Value *flagsOf(const AccessKind &kind) const {
    const std::uint64_t kept = kind.isLocal ? ofInterval : ~std::uint64_t{0};
    const std::uint64_t written = (WEFT_CELL_WRITTEN | WEFT_CELL_LAUNCH_WRITTEN) & kept;
    const std::uint64_t plain = ((kind.isAtomic ? 0 : WEFT_CELL_PLAIN) |
                                 (isAtomicInLaunch(kind) ? 0 : WEFT_CELL_LAUNCH_PLAIN)) &
                                kept;
    Value *flags = number((kind.writes ? written : 0) | plain);
    return kind.hasExchanged ? builder.CreateSelect(kind.hasExchanged, flags, number(plain))
                             : flags;
  }
  // Whether accesses that left these flags in a cell may race with this one, which is `isAtomic` to
  // those who made them.
  Value *mayRace(const AccessKind &kind, bool isAtomic, std::uint64_t written,
                 std::uint64_t plain) const {
    const std::uint64_t ofAccess = isAtomic ? plain : 0;
    if (!kind.hasExchanged)
      return has((kind.writes ? 0 : written) | ofAccess);
    return both(has(ofAccess), either(kind.hasExchanged, has(written)));
  }

private:
  IRBuilderBase &builder;
  Value *cell;
};

} // namespace

AccessCells::AccessCells(Function &kernel, CheckReports &reports)
    : kernel(kernel), reports(reports) {}

// Of ids in three dimensions.
Value *AccessCells::linear(StringRef ids, std::size_t extents) {
  IRBuilder<> builder = reports.atEntry();
  Type *number = builder.getInt64Ty();
  Value *result = callUndefined(builder, ids + "_z", number);
  for (unsigned dimension : {1, 0}) {
    Value *extent = reports.ofLaunch(extents + 8 * dimension, "");
    Value *id = callUndefined(builder, ids + (dimension ? "_y" : "_x"), number);
    result = builder.CreateAdd(builder.CreateMul(result, extent), id);
  }
  return result;
}

Value *AccessCells::linearItem() {
  if (!linearId)
    linearId = linear("__weft_local_id", offsetof(weft_launch, local_size));
  return linearId;
}

Value *AccessCells::itemBits(bool isLocal) {
  Value *&bits = isLocal ? localItem : item;
  if (bits)
    return bits;
  const CellLayout &layout = layoutOf(isLocal);
  Value *id = linearItem();
  IRBuilder<> builder = reports.atEntry();
  id = builder.CreateTrunc(id, layout.type(kernel.getContext()));
  return bits = builder.CreateAnd(builder.CreateShl(id, layout.item), layout.itemMask());
}

Value *AccessCells::groupBits() {
  if (group)
    return group;
  Value *id = linear("__weft_group_id", offsetof(weft_launch, group_count));
  Value *launch = reports.ofChecks(offsetof(weft_checks, launch_bits), "launch");
  IRBuilder<> builder = reports.atEntry();
  id = builder.CreateAnd(builder.CreateShl(id, WEFT_CELL_GROUP_SHIFT), groupMask);
  return group = builder.CreateOr(id, launch);
}

Value *AccessCells::hasSeveralItems() {
  if (several)
    return several;
  Value *product = nullptr;
  for (const char *dimension : {"x", "y", "z"}) {
    IRBuilder<> builder = reports.atEntry();
    Value *size =
        callUndefined(builder, Twine("__weft_local_size_") + dimension, builder.getInt64Ty());
    product = product ? builder.CreateMul(product, size) : size;
  }
  IRBuilder<> builder = reports.atEntry();
  return several = builder.CreateICmpNE(product, builder.getInt64(1));
}

Value *AccessCells::toleratesEqual() {
  if (tolerates)
    return tolerates;
  Value *isStrict = reports.ofChecks(offsetof(weft_checks, is_strict), "strict");
  IRBuilder<> builder = reports.atEntry();
  return tolerates = builder.CreateICmpEQ(isStrict, builder.getInt64(0));
}

void AccessCells::countIntervals() {
  hasSubGroups = any_of(instructions(kernel), isSubGroupBarrier);
  IRBuilder<> builder(&*kernel.getEntryBlock().getFirstInsertionPt());
  // From 1 on: a cell of zeros belongs to no interval.
  for (AllocaInst **counter : {&localInterval, &globalInterval}) {
    const CellLayout &layout = layoutOf(counter == &localInterval);
    Type *number = layout.type(kernel.getContext());
    *counter = builder.CreateAlloca(number, nullptr, "interval");
    builder.CreateStore(ConstantInt::get(number, bit(layout.behindSubGroups(hasSubGroups))),
                        *counter);
  }
  SmallVector<std::pair<Instruction *, OrderedMemory>> barriers;
  for (Instruction &instruction : instructions(kernel))
    if (const OrderedMemory ordered = orderedBy(instruction); ordered != OrderedMemory::None)
      barriers.emplace_back(&instruction, ordered);
  for (const auto &[barrier, ordered] : barriers)
    for (const bool isLocal : {true, false})
      if (orders(ordered, isLocal ? OrderedMemory::Local : OrderedMemory::Global))
        advance(*barrier, isLocal);
}

// Up to the greatest number of the layout. A barrier of the group begins the count of those of
// sub-groups anew.
void AccessCells::advance(Instruction &barrier, bool isLocal) {
  const CellLayout &layout = layoutOf(isLocal);
  AllocaInst *counter = isLocal ? localInterval : globalInterval;
  IRBuilder<> builder(barrier.getNextNode());
  Type *type = counter->getAllocatedType();
  const auto number = [&](std::uint64_t value) { return ConstantInt::get(type, value); };
  const auto plusOne = [&](Value *part, unsigned position, std::uint64_t mask) {
    return builder.CreateBinaryIntrinsic(
        Intrinsic::umin, builder.CreateAdd(part, number(bit(position))), number(mask));
  };
  Value *now = builder.CreateLoad(type, counter);
  const std::uint64_t groups = layout.groupMask(hasSubGroups);
  Value *ofGroup = hasSubGroups ? builder.CreateAnd(now, number(groups)) : now;
  Value *next = nullptr;
  if (isSubGroupBarrier(barrier))
    next = builder.CreateOr(ofGroup, plusOne(builder.CreateAnd(now, number(layout.subGroupMask())),
                                             layout.subGroups(), layout.subGroupMask()));
  else
    next = plusOne(ofGroup, layout.behindSubGroups(hasSubGroups), groups);
  builder.CreateStore(next, counter);
}

// Sub-groups are of equal powers of two work-items in the order of linear ids.
Value *AccessCells::subGroupItems() {
  if (!subGroup) {
    IRBuilder<> builder = reports.atEntry();
    subGroup = callUndefined(builder, "__weft_sub_group_max_size", builder.getInt32Ty());
  }
  return subGroup;
}

void AccessCells::finish() {
  DominatorTree tree(kernel);
  PromoteMemToReg({localInterval, globalInterval}, tree);
}

Value *AccessCells::ofGroup(IRBuilderBase &builder, bool isLocal) {
  AllocaInst *counter = isLocal ? localInterval : globalInterval;
  Value *interval = builder.CreateLoad(counter->getAllocatedType(), counter);
  return isLocal ? builder.CreateZExt(interval, builder.getInt64Ty())
                 : builder.CreateOr(groupBits(), interval);
}

// Of accesses since the group's last barrier. Who accesses memory last has been found to race with
// an earlier write of another sub-group, so that write is one of its own.
AccessCells::SubGroupOrder AccessCells::orderInSubGroup(IRBuilderBase &builder, Value *cell,
                                                        Value *interval, Value *difference,
                                                        bool isLocal) {
  const CellLayout &layout = layoutOf(isLocal);
  const Emitter emit(builder, cell);
  const auto part = [&](Value *value, std::uint64_t mask) {
    return builder.CreateAnd(value, emit.number(mask));
  };
  Value *isSame = builder.CreateICmpEQ(part(difference, layout.subGroupMask()), emit.number(0));
  Value *isCounted = builder.CreateICmpNE(part(interval, layout.subGroupMask()),
                                          emit.number(layout.subGroupMask()));
  Value *items =
      builder.CreateShl(builder.CreateZExtOrTrunc(subGroupItems(), cell->getType()), layout.item);
  Value *isOfSubGroup = builder.CreateICmpSLT(part(difference, layout.itemMask()), items);
  Value *wasWritten =
      emit.either(emit.has(layout.writtenBefore()), emit.has(WEFT_CELL_WRITTEN | WEFT_CELL_PLAIN));
  return {emit.both(emit.no(emit.both(isSame, isCounted)), isOfSubGroup),
          emit.both(emit.has(layout.writtenBefore()), emit.no(isOfSubGroup)), wasWritten};
}

AccessCells::Update AccessCells::emitUpdate(IRBuilderBase &builder, Value *address,
                                            const AccessKind &kind, unsigned place) {
  const CellLayout &layout = layoutOf(kind.isLocal);
  Type *type = layout.type(kernel.getContext());
  Value *cell = builder.CreateAlignedLoad(type, address, Align(layout.bits / 8), "cell");
  const Emitter emit(builder, cell);

  Value *interval = builder.CreateLoad(type, kind.isLocal ? localInterval : globalInterval);
  const std::uint64_t counted = layout.groupMask(hasSubGroups);
  Value *isCounted = builder.CreateICmpNE(
      hasSubGroups ? builder.CreateAnd(interval, emit.number(counted)) : interval,
      emit.number(counted));
  Value *own = kind.isLocal ? interval : emit.either(groupBits(), interval);
  // Sub-groups reach what the whole group does at different times: each counts as several items.
  if (!kind.isByGroup || hasSubGroups)
    own = emit.either(own, itemBits(kind.isLocal));
  Value *known =
      hasSubGroups ? builder.CreateAnd(cell, emit.number(layout.withoutWrittenBefore())) : cell;
  Value *difference = builder.CreateXor(known, own);
  const auto isBelow = [&](unsigned position) {
    return builder.CreateICmpSLT(difference, emit.number(bit(position)));
  };
  Value *sameItem = isBelow(layout.item);
  Value *sinceBarrier = emit.both(isBelow(layout.behindSubGroups(hasSubGroups)), isCounted);
  Value *sameInterval = sinceBarrier;
  SubGroupOrder ofSubGroup{};
  if (hasSubGroups) {
    ofSubGroup = orderInSubGroup(builder, cell, interval, difference, kind.isLocal);
    sameInterval = emit.both(sinceBarrier, emit.no(ofSubGroup.isOrdered));
  }

  Value *byOthers = emit.either(emit.no(sameItem), emit.has(WEFT_CELL_SEVERAL));
  Value *several = emit.flagIf(emit.both(sameInterval, emit.no(sameItem)), WEFT_CELL_SEVERAL);
  if (kind.isByGroup) {
    if (!hasSubGroups)
      byOthers = emit.either(byOthers, hasSeveralItems());
    several = emit.either(several, emit.flagIf(hasSeveralItems(), WEFT_CELL_SEVERAL));
  }
  Value *conflict = builder.getFalse();
  if (!kind.isOrderedInGroup)
    conflict = emit.both(emit.both(sameInterval, byOthers),
                         emit.mayRace(kind, kind.isAtomic, WEFT_CELL_WRITTEN, WEFT_CELL_PLAIN));
  Value *flags = emit.either(emit.kept(sameInterval, ofInterval), several);
  if (hasSubGroups) {
    if (!kind.isOrderedInGroup)
      conflict = emit.either(conflict, emit.both(sinceBarrier, ofSubGroup.races));
    flags = emit.either(
        flags, emit.flagIf(emit.both(sinceBarrier, ofSubGroup.wasWritten), layout.writtenBefore()));
  }
  if (!kind.isLocal) {
    Value *sameGroup = isBelow(WEFT_CELL_GROUP_SHIFT),
          *sameLaunch = isBelow(WEFT_CELL_LAUNCH_SHIFT);
    Value *inOthers = emit.either(emit.no(sameGroup), emit.has(WEFT_CELL_SEVERAL_GROUPS));
    conflict = emit.either(
        conflict, emit.both(emit.both(sameLaunch, inOthers),
                            emit.mayRace(kind, Emitter::isAtomicInLaunch(kind),
                                         WEFT_CELL_LAUNCH_WRITTEN, WEFT_CELL_LAUNCH_PLAIN)));
    flags = emit.either(flags, emit.kept(sameLaunch, ofLaunch));
    flags = emit.either(
        flags, emit.flagIf(emit.both(sameLaunch, emit.no(sameGroup)), WEFT_CELL_SEVERAL_GROUPS));
  }
  if (kind.changesNothing)
    conflict = emit.both(conflict, emit.no(emit.both(kind.changesNothing, toleratesEqual())));

  // The place of a write is kept while the same work-item reads, and that of one that is not atomic
  // while it is atomic.
  Value *ownPlace = emit.number((std::uint64_t{place} << layout.place) & layout.placeMask());
  Value *places = ownPlace;
  if (!kind.writes || kind.isAtomic)
    places = builder.CreateSelect(
        emit.both(sameItem,
                  emit.has(kind.writes ? WEFT_CELL_WRITTEN | WEFT_CELL_PLAIN : WEFT_CELL_WRITTEN)),
        builder.CreateAnd(cell, emit.number(layout.placeMask())), places);
  Value *ownFlags = emit.flagsOf(kind);
  Value *next = emit.either(emit.either(own, places), emit.either(flags, ownFlags));
  builder.CreateAlignedStore(next, address, Align(layout.bits / 8));
  Value *first = emit.either(emit.either(own, ownPlace), ownFlags);
  // Lanes that write one address found the same cell before, and find that of the last one now.
  Value *overwritten = nullptr, *last = nullptr;
  if (kind.writes && !kind.isAtomic && !kind.isByGroup && !kind.isOrderedInGroup) {
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
    last = builder.CreateAlignedLoad(type, address, Align(layout.bits / 8), "last");
    overwritten = builder.CreateICmpNE(last, next);
    if (kind.changesNothing)
      overwritten =
          emit.both(overwritten, emit.no(emit.both(kind.changesNothing, toleratesEqual())));
  }
  return {conflict, cell, overwritten, last, address, first};
}

} // namespace weft::compiler
