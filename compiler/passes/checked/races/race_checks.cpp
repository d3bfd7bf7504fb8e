// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/races/race_checks.h"

#include "compiler/passes/analysis/group_uniformity.h"
#include "compiler/passes/checked/bounds_checks.h"
#include "compiler/passes/checked/checked_accesses.h"
#include "compiler/passes/checked/control_dependence.h"
#include "compiler/passes/checked/copies/copy_shapes.h"
#include "compiler/passes/checked/races/access_cells.h"
#include "compiler/passes/checked/races/cell_bases.h"
#include "compiler/passes/checked/races/synchronisation_marks.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi_scopes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>
#include <map>
#include <utility>

#define DEBUG_TYPE "weft-race-checks"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(accessesTracked, "Accesses that are tracked");
ALWAYS_ENABLED_STATISTIC(copiesTracked, "Sides of asynchronous copies that are tracked");

namespace {

constexpr unsigned largestGranule = 16;
/// Longer accesses are not tracked.
constexpr unsigned mostCells = 16;
/// weft_access_places::numbers are less.
constexpr unsigned placeNumbers = 1u << (WEFT_CELL_ITEM_SHIFT - WEFT_CELL_PLACE_SHIFT);

struct Tracked {
  CheckedAccess access{};
  AccessKind kind{};
  CheckSite site{};
  Value *stored = nullptr;  ///< where all work-items write an address: numbers that may differ
  bool readsBefore = false; ///< a write behind a read of the address: values may be lost
  unsigned place = 0;       ///< its number
  Provenance::Place at{};
  Value *cells = nullptr;
  Constant *siteConstant = nullptr;
};

/// A side of an asynchronous copy.
struct Copied {
  CallInst *step;
  unsigned operand; ///< of copy_operand
  bool isLocal;
  CheckSite site{};
  unsigned place = 0;
  Provenance::Place at{};
  Value *cells = nullptr;
  Constant *siteConstant = nullptr;

  Value *pointer() const { return step->getArgOperand(operand); }
  bool writes() const { return operand == copy_operand::Destination; }
};

Align alignmentOf(const Instruction &instruction, const Value &pointer) {
  if (const Value *own = getLoadStorePointerOperand(&instruction); own == &pointer)
    return getLoadStoreAlignment(&instruction);
  if (const auto *copy = dyn_cast<MemTransferInst>(&instruction))
    return (copy->getRawDest() == &pointer ? copy->getDestAlign() : copy->getSourceAlign())
        .valueOrOne();
  if (const auto *set = dyn_cast<MemSetInst>(&instruction))
    return set->getDestAlign().valueOrOne();
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getAlign();
  return cast<AtomicCmpXchgInst>(instruction).getAlign();
}

/// What orders accesses beside barriers.
enum class Order : std::uint8_t { None, InGroup, All };

bool acquires(const Instruction &instruction) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return isAcquireOrStronger(load->getOrdering());
  if (instruction.use_empty())
    return false;
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return isAcquireOrStronger(update->getOrdering());
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return isAcquireOrStronger(exchange->getSuccessOrdering());
  return false;
}

class Tracker {
public:
  explicit Tracker(Function &kernel)
      : kernel(kernel), reports(kernel), provenance(kernel, reports), cells(kernel, reports) {}

  bool run() {
    collect();
    if (segments.empty() && copies.empty())
      return false;
    const unsigned granule = chooseGranule();
    kernel.addFnAttr(granuleAttribute, std::to_string(granule));
    CellBases bases(reports, granule);
    for (auto &[end, segment] : segments)
      for (Tracked &tracked : segment) {
        tracked.at = provenance.placeOf(*tracked.access.pointer);
        tracked.cells = bases.of(*tracked.access.pointer);
        compareValues(tracked);
      }
    for (Copied &copied : copies) {
      copied.at = provenance.placeOf(*copied.pointer());
      copied.cells = bases.of(*copied.pointer());
    }
    makePlaces();
    cells.countIntervals();
    for (auto &[end, segment] : segments)
      note(end, segment, granule);
    for (const Copied &copied : copies)
      note(copied);
    cells.finish();
    return true;
  }

private:
  using Segment = SmallVector<Tracked, 0>;
  using Updates = SmallVector<AccessCells::Update, 1>;

  void collect() {
    dropUnreachableDefaults(kernel);
    const GroupUniformity uniformity(kernel);
    const ControlDependence dependence(kernel);
    narrow = narrowAtomics(kernel);
    // Which work-items an operation is atomic to depends on the groups of the host.
    if (!narrow.empty())
      kernel.removeFnAttr(globalIdsOnlyAttribute);
    findOrder();
    for (BasicBlock &block : kernel) {
      Segment segment;
      const bool isByAll = dependence.isExecutedByAll(block, uniformity);
      const auto end = [&](Instruction &before) {
        if (!segment.empty())
          segments.emplace_back(&before, std::exchange(segment, {}));
      };
      for (Instruction &instruction : block) {
        if (orderedBy(instruction) != OrderedMemory::None || isSplit(instruction) ||
            instruction.isTerminator())
          end(instruction);
        if (isCopyStep(instruction))
          for (const unsigned operand : {copy_operand::Destination, copy_operand::Source})
            if (auto copied = copiedBy(cast<CallInst>(instruction), operand);
                copied && orderOf(copied->isLocal) == Order::None)
              copies.push_back(*copied);
        if (instruction.hasMetadata(checkMetadata))
          continue;
        for (const CheckedAccess &access : accessesOf(instruction))
          if (auto tracked = trackedOf(access, uniformity, isByAll);
              tracked && orderOf(tracked->kind.isLocal) != Order::All)
            add(segment, *tracked);
      }
    }
  }

  // Which memory the program orders by other means than barriers. What orders a group alone is all
  // that orders local memory.
  void findOrder() {
    if (hasFenceMark(kernel))
      order[0] = order[1] = Order::All;
    for (Instruction &instruction : instructions(kernel)) {
      if (!acquires(instruction))
        continue;
      for (const CheckedAccess &access : accessesOf(instruction)) {
        const bool isLocal = provenance.sharedSpaceOf(*access.pointer) == localSpace;
        const bool isOfGroup = narrow.contains(&instruction) && !isLocal;
        order[isLocal] = std::max(order[isLocal], isOfGroup ? Order::InGroup : Order::All);
      }
    }
  }
  Order orderOf(bool isLocal) const { return order[isLocal]; }

  std::optional<Tracked> trackedOf(const CheckedAccess &access, const GroupUniformity &uniformity,
                                   bool isByAll) {
    const auto site = provenance.originOf(*access.pointer);
    const auto space = site ? provenance.sharedSpaceOf(*access.pointer) : std::nullopt;
    if (!space || access.length)
      return std::nullopt;
    Tracked tracked;
    tracked.access = access;
    tracked.site = *site;
    const auto *address = dyn_cast<Instruction>(access.pointer);
    const auto *load = dyn_cast<LoadInst>(access.instruction);
    tracked.kind.isLocal = *space == localSpace;
    const bool isAtomic = access.mistake == WEFT_MISTAKE_ATOMIC;
    const auto scope = narrow.find(access.instruction);
    tracked.kind.isNarrow = scope != narrow.end();
    tracked.kind.isAtomic =
        isAtomic && !(tracked.kind.isNarrow && scope->second == NarrowScope::WorkItem);
    tracked.kind.isOrderedInGroup = orderOf(tracked.kind.isLocal) == Order::InGroup;
    tracked.kind.writes = access.mistake != WEFT_MISTAKE_READ && !load;
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(access.instruction))
      tracked.kind.hasExchanged =
          IRBuilder<>(exchange->getNextNode()).CreateExtractValue(exchange, 1, "exchanged");
    const bool haveOneAddress =
        isByAll && !isAtomic && (!address || uniformity.isUniform(*address));
    tracked.kind.isByGroup =
        haveOneAddress && (!tracked.kind.writes || isUniformStore(*access.instruction, uniformity));
    if (haveOneAddress && !tracked.kind.isByGroup)
      tracked.stored = storedNumber(*access.instruction);
    tracked.site.mistake = !tracked.kind.isNarrow  ? access.mistake
                           : tracked.kind.isAtomic ? weft_mistake(WEFT_MISTAKE_GROUP_ATOMIC)
                                                   : weft_mistake(WEFT_MISTAKE_ITEM_ATOMIC);
    tracked.site.bytes = access.bytes;
    if (tracked.kind.writes)
      for (Value *root : provenance.rootsOf(*access.pointer)) {
        written.insert(root);
        writesUnknown |= !tracked.kind.isLocal && !isa<Argument>(root);
      }
    return tracked;
  }

  std::optional<Copied> copiedBy(CallInst &step, unsigned operand) {
    Copied copied{.step = &step, .operand = operand, .isLocal = false};
    const auto site = provenance.originOf(*copied.pointer());
    const auto space = site ? provenance.sharedSpaceOf(*copied.pointer()) : std::nullopt;
    if (!space)
      return std::nullopt;
    copied.isLocal = *space == localSpace;
    copied.site = *site;
    copied.site.mistake = copied.writes() ? WEFT_MISTAKE_WRITE : WEFT_MISTAKE_READ;
    if (copied.writes())
      for (Value *root : provenance.rootsOf(*copied.pointer())) {
        written.insert(root);
        writesUnknown |= !copied.isLocal && !isa<Argument>(root);
      }
    return copied;
  }

  static Value *storedNumber(Instruction &instruction) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    Value *value = store ? store->getValueOperand() : nullptr;
    const unsigned bits = value ? value->getType()->getPrimitiveSizeInBits() : 0;
    if (value && (value->getType()->isIntegerTy() || value->getType()->isFloatingPointTy()) &&
        (bits == 32 || bits == 64))
      return value;
    return nullptr;
  }

  static bool isUniformStore(const Instruction &instruction, const GroupUniformity &uniformity) {
    const auto *store = dyn_cast<StoreInst>(&instruction);
    const auto *value = store ? dyn_cast<Instruction>(store->getValueOperand()) : nullptr;
    return store && (!value || uniformity.isUniform(*value));
  }

  // Of accesses by one pointer in a segment, one that writes stands for those that read. Which of
  // two exchanges wrote is not known.
  static void add(Segment &segment, const Tracked &tracked) {
    const auto strength = [](const AccessKind &kind) {
      return kind.hasExchanged ? 1 : 2 * kind.writes;
    };
    for (Tracked &other : segment)
      if (other.access.pointer == tracked.access.pointer &&
          other.access.bytes == tracked.access.bytes &&
          other.kind.isAtomic == tracked.kind.isAtomic &&
          other.kind.isNarrow == tracked.kind.isNarrow &&
          !(other.kind.hasExchanged && tracked.kind.hasExchanged)) {
        if (strength(tracked.kind) > strength(other.kind)) {
          const bool reads = !other.kind.writes;
          other = tracked;
          other.readsBefore = reads;
        }
        return;
      }
    segment.push_back(tracked);
  }

  // Of all accesses, so that each has whole cells.
  unsigned chooseGranule() {
    std::uint64_t granule = largestGranule;
    for (const auto &[end, segment] : segments)
      for (const Tracked &tracked : segment) {
        const Align alignment = alignmentOf(*tracked.access.instruction, *tracked.access.pointer);
        const std::uint64_t size = tracked.access.bytes;
        granule = std::min({granule, size & -size, alignment.value()});
      }
    return Log2_64(granule);
  }

  // Before a store: whether it changes nothing.
  void compareValues(Tracked &tracked) {
    auto *store = dyn_cast<StoreInst>(tracked.access.instruction);
    if (!store || !store->isSimple())
      return;
    Value *value = store->getValueOperand();
    const std::uint64_t bits = 8 * tracked.access.bytes;
    if (value->getType()->isPtrOrPtrVectorTy() || value->getType()->isAggregateType() ||
        kernel.getDataLayout().getTypeSizeInBits(value->getType()) != bits)
      return;
    IRBuilder<> builder(store);
    tracked.kind.changesNothing = emitHasValue(builder, *store, "before");
  }

  // Whether memory has the value that a store writes.
  static Value *emitHasValue(IRBuilder<> &builder, StoreInst &store, const Twine &name) {
    Value *value = store.getValueOperand();
    Type *number = builder.getIntNTy(value->getType()->getPrimitiveSizeInBits());
    Value *there =
        builder.CreateAlignedLoad(number, store.getPointerOperand(), store.getAlign(), name);
    return builder.CreateICmpEQ(there, builder.CreateBitCast(value, number));
  }

  // In the order of lines, so that both tiers have the same.
  void numberPlaces() {
    using Position = std::pair<unsigned, unsigned>;
    const auto positionOf = [](const Instruction &instruction) -> Position {
      const DebugLoc &place = instruction.getDebugLoc();
      return place ? Position{place.getLine(), place.getCol()} : Position{};
    };
    std::map<Position, unsigned> numbers;
    for (const auto &[end, segment] : segments)
      for (const Tracked &tracked : segment)
        numbers.try_emplace(positionOf(*tracked.access.instruction));
    for (const Copied &copied : copies)
      numbers.try_emplace(positionOf(*copied.step));
    unsigned next = 0;
    for (auto &[position, number] : numbers)
      number = next++ % (placeNumbers - 1) + 1;
    for (auto &[end, segment] : segments)
      for (Tracked &tracked : segment)
        tracked.place = numbers[positionOf(*tracked.access.instruction)];
    for (Copied &copied : copies)
      copied.place = numbers[positionOf(*copied.step)];
  }

  void makePlaces() {
    numberPlaces();
    SmallVector<Constant *> sites, numbers;
    Type *number = Type::getInt32Ty(kernel.getContext());
    for (auto &[end, segment] : segments)
      for (Tracked &tracked : segment) {
        tracked.siteConstant =
            reports.siteConstant(tracked.site, tracked.access.instruction->getDebugLoc());
        sites.push_back(tracked.siteConstant);
        numbers.push_back(ConstantInt::get(number, tracked.place));
      }
    for (Copied &copied : copies) {
      copied.siteConstant = reports.siteConstant(copied.site, copied.step->getDebugLoc());
      sites.push_back(copied.siteConstant);
      numbers.push_back(ConstantInt::get(number, copied.place));
    }
    const auto constant = [&](Constant *value, StringRef name) {
      auto *variable =
          new GlobalVariable(*kernel.getParent(), value->getType(), /*isConstant=*/true,
                             GlobalValue::PrivateLinkage, value, name);
      variable->setAlignment(Align(8));
      return variable;
    };
    const auto array = [&](ArrayRef<Constant *> list, StringRef name) {
      return constant(ConstantArray::get(ArrayType::get(list[0]->getType(), list.size()), list),
                      name);
    };
    static_assert(sizeof(weft_access_places) == 24 && offsetof(weft_access_places, numbers) == 8);
    places = constant(ConstantStruct::getAnon(
                          {array(sites, "weft.sites"), array(numbers, "weft.numbers"),
                           ConstantInt::get(Type::getInt64Ty(kernel.getContext()), sites.size())}),
                      "weft.places");
  }

  // Notes the accesses of a segment before `end`.
  void note(Instruction *end, Segment &segment, unsigned granule) {
    MapVector<Value *, SmallVector<Tracked *>> byCondition; // null: always
    for (Tracked &tracked : segment)
      if (tracked.access.bytes >> granule <= mostCells)
        byCondition[conditionOf(tracked)].push_back(&tracked);
    for (auto &[condition, list] : byCondition)
      noteTogether(condition ? SplitBlockAndInsertIfThen(condition, end, /*Unreachable=*/false)
                             : end,
                   list, granule);
  }

  // When an access is tracked. An object may have no cells.
  Value *conditionOf(const Tracked &tracked) {
    if (tracked.kind.isLocal)
      return nullptr;
    const auto roots = provenance.rootsOf(*tracked.access.pointer);
    const bool areArguments = all_of(roots, [](const Value *root) { return isa<Argument>(root); });
    const bool isWritten = any_of(roots, [&](Value *root) { return written.contains(root); });
    return areArguments && !isWritten && !writesUnknown ? tracksReads() : hasCells(*tracked.cells);
  }

  Value *tracksReads() {
    if (!readCondition) {
      Value *number = reports.ofChecks(offsetof(weft_checks, tracks_reads), "tracks.reads");
      readCondition =
          reports.atEntry().CreateICmpNE(number, ConstantInt::get(number->getType(), 0));
    }
    return readCondition;
  }

  Value *hasCells(Value &cellBase) {
    Value *&known = cellConditions[&cellBase];
    if (!known) {
      auto *instruction = dyn_cast<Instruction>(&cellBase);
      const auto behind = instruction ? instruction->getInsertionPointAfterDef() : std::nullopt;
      IRBuilder<> builder(behind ? &**behind : &*kernel.getEntryBlock().getFirstInsertionPt());
      known = builder.CreateICmpNE(&cellBase, builder.getInt64(0));
    }
    return known;
  }

  void noteTogether(Instruction *before, ArrayRef<Tracked *> list, unsigned granule) {
    IRBuilder<> builder(before);
    SmallVector<Updates, 0> updates;
    Value *any = nullptr;
    for (const Tracked *tracked : list) {
      ++accessesTracked;
      updates.push_back(update(builder, *tracked, granule));
      for (const AccessCells::Update &one : updates.back())
        for (Value *conflict : {one.conflict, one.overwritten})
          if (conflict)
            any = any ? builder.CreateOr(any, conflict) : conflict;
    }
    Value *none = callAllLanes(builder, builder.CreateNot(any));
    Instruction *cold =
        SplitBlockAndInsertIfThen(builder.CreateNot(none), before, /*Unreachable=*/false,
                                  MDBuilder(kernel.getContext()).createUnlikelyBranchWeights());
    for (const auto &[tracked, found] : zip(list, updates))
      report(cold, *tracked, found);
  }

  // Before the step, when what comes before it is noted.
  void note(const Copied &copied) {
    CallInst &step = *copied.step;
    IRBuilder<> builder(&step);
    const auto shape = copyShapeOf(step, builder);
    if (!shape)
      return;
    const unsigned first = copied.writes() ? 5 : 3; // weft_copy_shape's distances
    Value *cells = copied.cells;
    if (copied.isLocal)
      cells = builder.CreateAdd(builder.CreatePtrToInt(reports.localMemory(), builder.getInt64Ty()),
                                cells);
    const unsigned flags = WEFT_RACE_IS_OF_COPY |
                           (copied.isLocal ? WEFT_RACE_IS_IN_LOCAL_MEMORY : 0) |
                           (copied.writes() ? WEFT_RACE_IS_WRITE : 0);
    SmallVector<Value *, 16> operands{reports.launchPointer(builder),
                                      places,
                                      copied.siteConstant,
                                      cells,
                                      this->cells.ofGroup(builder, copied.isLocal),
                                      builder.getInt64(copied.place),
                                      (*shape)[0],
                                      (*shape)[1],
                                      (*shape)[2],
                                      (*shape)[first],
                                      (*shape)[first + 1],
                                      copied.at.offset,
                                      copied.at.size,
                                      builder.getInt32(flags)};
    append_range(operands, reports.firstIds(builder));
    CallInst *noted = reports.callOnce(builder, "__weft_group_step_check_note_copy",
                                       offsetof(weft_checks, note_copy), builder.getVoidTy(),
                                       operands, {.first = 6, .count = 7});
    noted->setMetadata(checkMetadata, MDNode::get(kernel.getContext(), {}));
    ++copiesTracked;
  }

  // Of all its cells.
  Updates update(IRBuilder<> &builder, const Tracked &tracked, unsigned granule) {
    const unsigned count = std::max<std::uint64_t>(tracked.access.bytes >> granule, 1);
    const unsigned bytes = tracked.kind.isLocal ? 4 : 8; // of a cell
    Value *offset = CellBases::distance(builder, tracked.at.offset, tracked.kind.isLocal, granule);
    Value *base = tracked.kind.isLocal
                      ? reports.localMemory()
                      : builder.CreateIntToPtr(tracked.cells, builder.getPtrTy(globalSpace));
    if (tracked.kind.isLocal)
      offset = builder.CreateAdd(offset, tracked.cells);
    Updates updates;
    for (unsigned index = 0; index != count; ++index) {
      Value *distance = builder.CreateAdd(offset, builder.getInt64(index * bytes));
      Value *address = builder.CreateGEP(builder.getInt8Ty(), base, distance);
      updates.push_back(cells.emitUpdate(builder, address, tracked.kind, tracked.place));
    }
    if (tracked.stored)
      compareLanes(builder, *tracked.stored, updates);
    return updates;
  }

  // Lanes that write one address find the same cell. If the values differ, the other access is that
  // of lane 0.
  static void compareLanes(IRBuilder<> &builder, Value &stored, Updates &updates) {
    Value *number = builder.CreateBitCast(
        &stored, builder.getIntNTy(stored.getType()->getPrimitiveSizeInBits()));
    Value *differs = builder.CreateICmpNE(number, callFirstLane(builder, number));
    for (AccessCells::Update &update : updates) {
      update.cell =
          builder.CreateSelect(update.conflict, update.cell, callFirstLane(builder, update.first));
      update.conflict = builder.CreateOr(update.conflict, differs);
    }
  }

  // Of the first cell that conflicts.
  void report(Instruction *cold, const Tracked &tracked, Updates &updates) {
    IRBuilder<> builder(cold);
    if (updates[0].overwritten)
      joinLanes(builder, tracked, updates);
    Value *any = nullptr, *cell = nullptr;
    for (const AccessCells::Update &update : reverse(updates)) {
      any = any ? builder.CreateOr(any, update.conflict) : update.conflict;
      cell = cell ? builder.CreateSelect(update.conflict, update.cell, cell) : update.cell;
    }
    Instruction *own = SplitBlockAndInsertIfThen(any, cold, /*Unreachable=*/false);
    forget(own, tracked.kind, updates);
    builder.SetInsertPoint(own);
    reportOne(own, tracked, builder.CreateZExt(cell, builder.getInt64Ty()));
  }

  // Makes writes that another lane has overwritten conflicts, unless it wrote the same value, which
  // does not come from the address.
  void joinLanes(IRBuilder<> &builder, const Tracked &tracked, Updates &updates) {
    Value *isRight = builder.getFalse();
    if (auto *store = dyn_cast<StoreInst>(tracked.access.instruction);
        store && tracked.kind.changesNothing && !tracked.readsBefore)
      isRight = builder.CreateAnd(cells.toleratesEqual(), emitHasValue(builder, *store, "now"));
    Value *isWrong = builder.CreateNot(isRight);
    for (AccessCells::Update &update : updates) {
      update.cell = builder.CreateSelect(update.conflict, update.cell, update.last);
      update.conflict =
          builder.CreateOr(update.conflict, builder.CreateAnd(update.overwritten, isWrong));
    }
  }

  // Reported accesses. An atomic one that reads may be right after all (isNone() in race_text.h).
  static void forget(Instruction *before, const AccessKind &kind, const Updates &updates) {
    if (kind.isAtomic && !kind.writes)
      return;
    if (kind.hasExchanged)
      before = SplitBlockAndInsertIfThen(kind.hasExchanged, before, /*Unreachable=*/false);
    IRBuilder<> builder(before);
    for (const AccessCells::Update &update : updates)
      builder.CreateAlignedStore(update.first, update.address, Align(kind.isLocal ? 4 : 8));
  }

  void reportOne(Instruction *before, const Tracked &tracked, Value *cell) {
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(tracked.access.instruction->getDebugLoc());
    static_assert(WEFT_RACE_IS_BENIGN == 1);
    Value *flags = tracked.kind.changesNothing
                       ? builder.CreateZExt(tracked.kind.changesNothing, builder.getInt32Ty())
                       : builder.getInt32(0);
    if (tracked.kind.isLocal)
      flags = builder.CreateOr(flags, WEFT_RACE_IS_IN_LOCAL_MEMORY);
    if (Value *exchanged = tracked.kind.hasExchanged)
      flags = builder.CreateOr(flags, builder.CreateSelect(exchanged, builder.getInt32(0),
                                                           builder.getInt32(WEFT_RACE_ONLY_READS)));
    else if (tracked.kind.isAtomic && !tracked.kind.writes)
      flags = builder.CreateOr(flags, WEFT_RACE_ONLY_READS);
    if (cells.countsSubGroups())
      flags = builder.CreateOr(flags, WEFT_RACE_IN_SUB_GROUPS);
    reports.call(builder, "__weft_rare_report_race", offsetof(weft_checks, report_race),
                 {reports.launchPointer(builder), places, tracked.siteConstant, cell,
                  tracked.at.offset, tracked.at.size, flags});
  }

  Function &kernel;
  CheckReports reports;
  Provenance provenance;
  AccessCells cells;
  NarrowAtomics narrow;
  Order order[2] = {Order::None, Order::None}; ///< of global and local memory
  std::vector<Copied> copies;
  std::vector<std::pair<Instruction *, Segment>> segments; ///< and the instruction behind each
  SmallPtrSet<Value *, 8> written;
  bool writesUnknown = false; ///< through pointers that are no arguments
  DenseMap<Value *, Value *> cellConditions;
  Value *readCondition = nullptr;
  Constant *places = nullptr;
};

} // namespace

PreservedAnalyses RaceChecksPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  if (isKernel(function) && isUserCode(function))
    changed = Tracker(function).run();
  removeMarks(function);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
