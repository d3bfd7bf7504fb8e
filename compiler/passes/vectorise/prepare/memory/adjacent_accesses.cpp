// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/memory/adjacent_accesses.h"

#include "compiler/passes/analysis/affine/affine_form.h"
#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/support/limits.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Operator.h"

#include <map>
#include <tuple>

#define DEBUG_TYPE "weft-adjacent-accesses"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loadsMerged, "Merged loads");
ALWAYS_ENABLED_STATISTIC(storesMerged, "Merged stores");

namespace {

/// An address without its constant, as terms in one order, and the bits of the member.
using Term = std::tuple<const Value *, bool, std::int64_t>;
using Key = std::pair<SmallVector<Term, 4>, unsigned>;

template <class Instruction> struct Member {
  std::int64_t offset;
  Instruction *instruction;
};

Value *reinterpreted(Value *value, Type *type, IRBuilder<> &builder) {
  return value->getType() == type ? value : builder.CreateBitCast(value, type);
}

// The element type of a vector of members, which may have several types of one size.
template <class Instruction> Type *elementOf(ArrayRef<Member<Instruction>> run) {
  Type *type = getLoadStoreType(run.front().instruction);
  const bool areAlike =
      all_of(run, [&](const auto &member) { return getLoadStoreType(member.instruction) == type; });
  return areAlike && !type->isVectorTy()
             ? type
             : IntegerType::get(type->getContext(), type->getPrimitiveSizeInBits());
}

bool isPrivate(const Value &address) { return isa<AllocaInst>(getUnderlyingObject(&address)); }

// The memory whose accesses are merged. Nothing in a named address space is private, so accesses of
// private arrays are no obstacle there.
enum class Memory { Named, Other };

class Merger {
public:
  Merger(BasicBlock &block, Memory memory, const UniformityInfo &uniformity)
      : block(block), memory(memory), layout(block.getDataLayout()), uniformity(uniformity) {}

  bool run() {
    for (Instruction &instruction : make_early_inc_range(block)) {
      if (isApart(instruction))
        continue;
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
        flushStores();
        if (const auto member = keyOf(*load))
          loads[member->first].push_back({member->second, load});
      } else if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple()) {
        flushLoads();
        addStore(*store);
      } else if (instruction.mayReadOrWriteMemory() ||
                 !isGuaranteedToTransferExecutionToSuccessor(&instruction)) {
        flushStores();
        flushLoads();
      }
    }
    flushStores();
    flushLoads();
    return changed;
  }

private:
  // Whether it accesses other memory than the accesses that are merged.
  bool isApart(const Instruction &instruction) const {
    const Value *address = getLoadStorePointerOperand(&instruction);
    return memory == Memory::Named && address && !instruction.isVolatile() &&
           !instruction.isAtomic() && isPrivate(*address);
  }

  bool isMerged(const Value &address) const {
    const unsigned space = address.getType()->getPointerAddressSpace();
    const bool isNamed = space == globalSpace || space == constantSpace || space == localSpace;
    return isNamed == (memory == Memory::Named);
  }

  template <class Access> std::optional<std::pair<Key, std::int64_t>> keyOf(Access &access) {
    if (!isMerged(*access.getPointerOperand()))
      return std::nullopt;
    Type *type = getLoadStoreType(&access);
    const bool isScalar = (type->isIntegerTy() && type->getIntegerBitWidth() % 8 == 0) ||
                          type->isHalfTy() || type->isFloatTy() || type->isDoubleTy();
    if (!(isScalar || isWordOfComponents(*type)) ||
        !uniformity.isDivergent(access.getPointerOperand()))
      return std::nullopt;
    // New ones for each access, as merging changes the function.
    AffineForms forms(WrapPolicy::Exact, layout, [](const Value &) { return false; });
    const AffineForm form = forms.of(*access.getPointerOperand());
    // Adjacent whole vectors may stay in memory order (interleaved_records.h).
    constexpr std::int64_t wordBytes = 4;
    if (type->isVectorTy() && all_of(form.terms, [](const AffineForm::Term &term) {
          return std::abs(term.factor) <= wordBytes;
        }))
      return std::nullopt;
    // Stores to elements that neighbouring lanes share go lane by lane. Lanes differ by one in ids.
    const auto bytes = static_cast<std::int64_t>(type->getPrimitiveSizeInBits() / 8);
    if (isa<StoreInst>(access) && all_of(form.terms, [&](const AffineForm::Term &term) {
          return !uniformity.isDivergent(term.value) ||
                 (isa<Argument>(term.value) && std::abs(term.factor) <= bytes);
        }))
      return std::nullopt;
    Key key({}, type->getPrimitiveSizeInBits());
    for (const auto &[value, isSigned, factor] : form.terms)
      key.first.emplace_back(value, isSigned, factor);
    sort(key.first);
    return std::pair{std::move(key), form.constant};
  }

  void addStore(StoreInst &store) {
    const auto member = keyOf(store);
    // Members must not overlap, so that their order does not matter.
    const bool fits =
        member && member->first == storeKey && none_of(stores, [&](const auto &one) {
          const std::int64_t bytes = storeKey.second / 8;
          return one.offset == member->second || (one.offset - member->second) % bytes != 0;
        });
    if (!fits)
      flushStores();
    if (!member)
      return;
    storeKey = member->first;
    stores.push_back({member->second, &store});
  }

  // Calls `merge` for each run of members without gaps.
  template <class Access, class Merge>
  void forEachRun(SmallVector<Member<Access>> &members, const Key &key, Merge merge) {
    const std::int64_t bytes = key.second / 8;
    stable_sort(members,
                [](const auto &one, const auto &other) { return one.offset < other.offset; });
    for (std::size_t first = 0; first < members.size();) {
      std::size_t last = first + 1;
      while (last < members.size() && last - first < limits::adjacentRun &&
             members[last].offset - members[last - 1].offset == bytes)
        ++last;
      if (last - first > 1) {
        merge(ArrayRef(members).slice(first, last - first));
        changed = true;
      }
      first = last;
    }
  }

  template <class Access> static Align alignmentOf(ArrayRef<Member<Access>> run) {
    assert(run.size() > 1 && run.front().offset < run.back().offset &&
           "offsets are from the first member");
    Align best;
    for (const auto &member : run)
      best = std::max(best, commonAlignment(member.instruction->getAlign(),
                                            member.offset - run.front().offset));
    return best;
  }

  // The address of the run's first element, computed from another member's.
  template <class Access>
  static Value *startOf(ArrayRef<Member<Access>> run, const Member<Access> &from,
                        IRBuilder<> &builder) {
    return builder.CreateGEP(builder.getInt8Ty(), from.instruction->getPointerOperand(),
                             builder.getInt64(run.front().offset - from.offset));
  }

  void flushLoads() {
    for (auto &[key, members] : loads)
      forEachRun(members, key, [&](ArrayRef<Member<LoadInst>> run) { mergeLoads(run); });
    loads.clear();
  }

  void mergeLoads(ArrayRef<Member<LoadInst>> run) {
    loadsMerged += run.size();
    const auto &earliest = *min_element(run, [](const auto &one, const auto &other) {
      return one.instruction->comesBefore(other.instruction);
    });
    IRBuilder<> builder(earliest.instruction);
    Value *wide = builder.CreateAlignedLoad(FixedVectorType::get(elementOf(run), run.size()),
                                            startOf(run, earliest, builder), alignmentOf(run));
    SmallVector<Value *> elements;
    for (auto [number, member] : enumerate(run))
      elements.push_back(reinterpreted(builder.CreateExtractElement(wide, number),
                                       member.instruction->getType(), builder));
    for (auto [member, element] : zip(run, elements)) {
      member.instruction->replaceAllUsesWith(element);
      member.instruction->eraseFromParent();
    }
  }

  void flushStores() {
    if (stores.size() > 1)
      forEachRun(stores, storeKey, [&](ArrayRef<Member<StoreInst>> run) { mergeStores(run); });
    stores.clear();
    storeKey = {};
  }

  void mergeStores(ArrayRef<Member<StoreInst>> run) {
    storesMerged += run.size();
    const auto &latest = *max_element(run, [](const auto &one, const auto &other) {
      return one.instruction->comesBefore(other.instruction);
    });
    IRBuilder<> builder(latest.instruction);
    Type *element = elementOf(run);
    Value *combined = PoisonValue::get(FixedVectorType::get(element, run.size()));
    for (auto [number, member] : enumerate(run))
      combined = builder.CreateInsertElement(
          combined, reinterpreted(member.instruction->getValueOperand(), element, builder), number);
    builder.CreateAlignedStore(combined, startOf(run, latest, builder), alignmentOf(run));
    for (const auto &member : run)
      member.instruction->eraseFromParent();
  }

  BasicBlock &block;
  const Memory memory;
  const DataLayout &layout;
  const UniformityInfo &uniformity;
  MapVector<Key, SmallVector<Member<LoadInst>>, std::map<Key, unsigned>> loads;
  Key storeKey;
  SmallVector<Member<StoreInst>> stores;
  bool changed = false;
};

// A vector that is loaded only to be stored is moved as one word.
bool moveAsWord(LoadInst &load) {
  Type *type = load.getType();
  const auto isMove = [&](const User *user) {
    const auto *store = dyn_cast<StoreInst>(user);
    return store && store->isSimple() && store->getValueOperand() == &load &&
           !isPrivate(*store->getPointerOperand());
  };
  if (!isWordOfComponents(*type) || !load.isSimple() || isPrivate(*load.getPointerOperand()) ||
      !all_of(load.users(), isMove))
    return false;
  IRBuilder<> builder(&load);
  LoadInst *word = builder.CreateAlignedLoad(builder.getIntNTy(type->getPrimitiveSizeInBits()),
                                             load.getPointerOperand(), load.getAlign());
  word->copyMetadata(load);
  for (User *user : make_early_inc_range(load.users()))
    user->replaceUsesOfWith(&load, word);
  load.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses AdjacentAccessesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const UniformityInfo &uniformity = analyses.getResult<UniformityInfoAnalysis>(function);
  bool changed = false;
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block))
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load && uniformity.isDivergent(load->getPointerOperand()))
        changed |= moveAsWord(*load);
  for (BasicBlock &block : function)
    for (const Memory memory : {Memory::Named, Memory::Other})
      changed |= Merger(block, memory, uniformity).run();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
