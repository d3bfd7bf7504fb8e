// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/memory/scalar_promotion.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/loops/loop_evolution.h"
#include "compiler/passes/support/memory_objects.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#define DEBUG_TYPE "weft-scalar-promotion"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsPromoted, "Loops that keep a place of memory in a register");

namespace {

// Longer bodies cost more time to analyse than the accesses cost.
constexpr unsigned longestBody = 1024;
// A second version of a longer body costs more time to compile than it saves.
constexpr unsigned longestCopy = 64;
// The values of more places are in memory again, on the stack.
constexpr unsigned mostPlaces = 16;
// More conditions cost as much as some rounds.
constexpr unsigned mostConditions = 8;
// So few rounds are done before the conditions are known.
constexpr unsigned fewRounds = 4;

bool isOrderedMemory(const Instruction &step) {
  const auto *load = dyn_cast<LoadInst>(&step);
  const auto *store = dyn_cast<StoreInst>(&step);
  return step.mayReadOrWriteMemory() && !(load && load->isSimple()) &&
         !(store && store->isSimple());
}

// The widener has no vectors of a lane in phis.
bool isOneElement(const Type &type) { return !type.isVectorTy() && !type.isAggregateType(); }

// Whether the address is made of what is known before the loop, where it may be computed. Cheaper
// than scalar evolution, which most loops do not need then.
bool isFixed(const Value &value, const Loop &loop) {
  constexpr unsigned deepest = 8;
  const auto depends = [&](const auto &self, const Value &part, unsigned depth) -> bool {
    const auto *step = dyn_cast<Instruction>(&part);
    if (!step || !loop.contains(step))
      return false;
    return depth == deepest || !(isa<GetElementPtrInst, CastInst, BinaryOperator>(step)) ||
           !isSafeToSpeculativelyExecute(step) ||
           any_of(step->operand_values(),
                  [&](const Value *operand) { return self(self, *operand, depth + 1); });
  };
  return !depends(depends, value, 0);
}

bool isCandidate(const Loop &loop, UniformityInfo &uniformity) {
  const BasicBlock &body = *loop.getHeader();
  if (loop.getNumBlocks() != 1 || !loop.isLoopSimplifyForm() || body.size() > longestBody ||
      uniformity.hasDivergentTerminator(body))
    return false;
  return none_of(body,
                 [](const Instruction &step) {
                   return isOrderedMemory(step) ||
                          !isGuaranteedToTransferExecutionToSuccessor(&step);
                 }) &&
         any_of(body, [&](const Instruction &step) {
           const auto *store = dyn_cast<StoreInst>(&step);
           return store && uniformity.isDivergent(store->getPointerOperand()) &&
                  isFixed(*store->getPointerOperand(), loop);
         });
}

// A place that the loop writes in each round.
struct Place {
  const SCEV *address;
  Value *pointer; ///< the same
  Type *type;
  const Value *object;
  Align alignment;
  bool isReadFirst = false;
  bool isWritten = false;
};

// Addresses of an access from the first round to the last.
struct Span {
  const SCEV *first, *last;
  std::int64_t bytes;
  const Value *object;
};

class Promotion {
public:
  Promotion(BasicBlock &body, UniformityInfo &uniformity)
      : body(body), function(*body.getParent()), uniformity(uniformity), analyses(function),
        loop(*analyses.loops.getLoopFor(&body)), expander(evolution, "span") {}

  /// Returns whether the function changed.
  bool run() {
    const unsigned rounds = evolution.getSmallConstantTripCount(&loop);
    if ((rounds != 0 && rounds <= fewRounds) || !findPlaces() || !findSpans())
      return false;
    const unsigned conditions = countConditions();
    if (conditions > mostConditions || (conditions != 0 && body.size() > longestCopy))
      return false;
    formLCSSARecursively(loop, analyses.dominators, &analyses.loops, &evolution);
    if (conditions == 0)
      promote();
    else
      makeVersion();
    ++loopsPromoted;
    return true;
  }

private:
  const SCEV *addressOf(const Instruction &access) {
    return evolution.getSCEV(const_cast<Value *>(getLoadStorePointerOperand(&access)));
  }

  std::int64_t bytesOf(Type *type) const {
    return static_cast<std::int64_t>(function.getDataLayout().getTypeStoreSize(type));
  }

  bool isExpandable(const SCEV *value) {
    return isOfVectorElements(*value) &&
           expander.isSafeToExpandAt(value, loop.getLoopPreheader()->getTerminator());
  }

  Place *placeOf(const Instruction &access) {
    auto *found = find_if(places, [&, address = addressOf(access)](const Place &place) {
      return place.address == address && place.type == getLoadStoreType(&access);
    });
    return found == places.end() ? nullptr : found;
  }

  // What stores write at one address of each lane, and what the loop does there.
  bool findPlaces() {
    for (const Instruction &step : body)
      if (const auto *store = dyn_cast<StoreInst>(&step))
        if (isOneElement(*getLoadStoreType(&step)) &&
            uniformity.isDivergent(store->getPointerOperand()) && !placeOf(step) &&
            isFixed(*store->getPointerOperand(), loop))
          places.push_back({addressOf(step), const_cast<Value *>(store->getPointerOperand()),
                            getLoadStoreType(&step),
                            getUnderlyingObject(store->getPointerOperand()), store->getAlign()});
    for (const Instruction &step : body)
      if (getLoadStorePointerOperand(&step))
        if (Place *place = placeOf(step)) {
          place->alignment = std::max(place->alignment, getLoadStoreAlignment(&step));
          place->isReadFirst |= !place->isWritten && isa<LoadInst>(step);
          place->isWritten |= isa<StoreInst>(step);
        }
    return !places.empty() && places.size() <= mostPlaces && none_of(places, [&](const Place &one) {
      return any_of(places, [&](const Place &other) {
        return &one != &other && distance(one, other) && !areApart(one, other);
      });
    });
  }

  // In bytes, where it is the same in each lane.
  std::optional<APInt> distance(const Place &from, const Place &to) const {
    return from.address->getType() == to.address->getType()
               ? evolution.computeConstantDifference(to.address, from.address)
               : std::nullopt;
  }

  // Whether they never overlap, modulo the size of an address.
  bool areApart(const Place &one, const Place &other) const {
    const std::optional<APInt> bytes = distance(one, other);
    return bytes && bytes->uge(bytesOf(one.type)) && (-*bytes).uge(bytesOf(other.type));
  }

  // Where all other accesses go that may be to a place. False if that is not known.
  bool findSpans() {
    const SCEV *rounds = evolution.getBackedgeTakenCount(&loop);
    for (const Instruction &step : body) {
      const Value *pointer = getLoadStorePointerOperand(&step);
      if (!pointer || placeOf(step) || none_of(places, [&](const Place &place) {
            return mayMeet(*place.object, *getUnderlyingObject(pointer));
          }))
        continue;
      const SCEV *address = addressOf(step), *last = address;
      if (!evolution.isLoopInvariant(address, &loop)) {
        const auto *sequence = dyn_cast<SCEVAddRecExpr>(address);
        if (!sequence || !sequence->isAffine() || sequence->getLoop() != &loop ||
            isa<SCEVCouldNotCompute>(rounds))
          return false;
        last = sequence->evaluateAtIteration(
            evolution.getTruncateOrZeroExtend(rounds,
                                              sequence->getStepRecurrence(evolution)->getType()),
            evolution);
        address = sequence->getStart();
      }
      if (!isExpandable(address) || !isExpandable(last))
        return false;
      const Span span{address, last, bytesOf(getLoadStoreType(&step)),
                      getUnderlyingObject(pointer)};
      if (none_of(spans, [&](const Span &other) {
            return other.first == span.first && other.last == span.last &&
                   other.bytes == span.bytes;
          }))
        spans.push_back(span);
    }
    return true;
  }

  unsigned countConditions() const {
    unsigned conditions = 0;
    for (const auto &[number, place] : enumerate(places)) {
      conditions +=
          count_if(spans, [&](const Span &span) { return mayMeet(*place.object, *span.object); });
      conditions += count_if(ArrayRef(places).take_front(number),
                             [&](const Place &other) { return !areApart(place, other); });
    }
    return conditions;
  }

  Value *numberOf(const SCEV *address, IRBuilder<> &builder) {
    Value *pointer = expander.expandCodeFor(address, address->getType(), builder.GetInsertPoint());
    return builder.CreatePtrToInt(pointer, builder.getInt64Ty());
  }

  static Value *numberOf(const Place &place, IRBuilder<> &builder) {
    return builder.CreatePtrToInt(place.pointer, builder.getInt64Ty());
  }

  // Whether nothing of so many bytes at the addresses `low` to `high` lies in the place, in one
  // lane.
  Value *isApart(const Place &place, Value *low, Value *high, std::int64_t bytes,
                 IRBuilder<> &builder) const {
    Value *at = numberOf(place, builder);
    Value *behindPlace = builder.CreateAdd(at, builder.getInt64(bytesOf(place.type)));
    Value *isBefore = builder.CreateICmpULE(behindPlace, low);
    Value *behind = builder.CreateAdd(high, builder.getInt64(bytes));
    return builder.CreateOr(isBefore, builder.CreateICmpULE(behind, at));
  }

  Value *isApart(const Place &place, const Span &span, IRBuilder<> &builder) {
    Value *low = numberOf(span.first, builder), *high = low;
    if (span.last != span.first) {
      Value *last = numberOf(span.last, builder);
      high = builder.CreateBinaryIntrinsic(Intrinsic::umax, low, last);
      low = builder.CreateBinaryIntrinsic(Intrinsic::umin, low, last);
    }
    return isApart(place, low, high, span.bytes, builder);
  }

  Value *areAllApart(IRBuilder<> &builder) {
    Value *result = nullptr;
    const auto require = [&](Value *condition) {
      result = result ? builder.CreateAnd(result, condition) : condition;
    };
    for (const auto &[number, place] : enumerate(places)) {
      for (const Span &span : spans)
        if (mayMeet(*place.object, *span.object))
          require(isApart(place, span, builder));
      for (const Place &other : ArrayRef(places).take_front(number)) {
        if (areApart(place, other))
          continue;
        Value *at = numberOf(other, builder);
        require(isApart(place, at, at, bytesOf(other.type), builder));
      }
    }
    return result;
  }

  void hoist(Value &pointer) {
    bool changed = false;
    [[maybe_unused]] const bool isOutside = loop.makeLoopInvariant(&pointer, changed);
    assert(isOutside && "the address is fixed");
  }

  Value *agree(Value *condition, IRBuilder<> &builder) { return callAllLanes(builder, condition); }

  // The blocks of the loop that keeps places in registers.
  struct Version {
    BasicBlock *entry, *body, *exit;
  };

  void promote() {
    for (const Place &place : places) {
      SmallVector<Instruction *> accesses;
      for (const Instruction *access : accessesOf(place))
        accesses.push_back(const_cast<Instruction *>(access));
      hoist(*place.pointer);
      keepInRegister(place, accesses, {loop.getLoopPreheader(), &body, loop.getExitBlock()});
    }
  }

  // A copy of the loop with an entry and an exit of its own, which nothing leads to yet.
  Version copyLoop(ValueToValueMapTy &map) {
    BasicBlock *before = loop.getLoopPreheader(), *behind = loop.getExitBlock();
    const auto newBlock = [&](const Twine &name) {
      return BasicBlock::Create(function.getContext(), name, &function, &body);
    };
    Version version{newBlock(body.getName() + ".promoted.entry"), nullptr,
                    newBlock(behind->getName() + ".promoted")};
    version.body = CloneBasicBlock(&body, map, ".promoted", &function);
    version.body->moveAfter(version.entry);
    map[&body] = version.body;
    map[before] = version.entry;
    map[behind] = version.exit;
    remapInstructionsInBlocks({version.body}, map);
    IRBuilder<>(version.entry).CreateBr(version.body);
    IRBuilder<>(version.exit).CreateBr(behind);
    for (PHINode &phi : behind->phis()) {
      Value *left = phi.getIncomingValueForBlock(&body);
      const auto found = map.find(left);
      phi.addIncoming(found == map.end() ? left : static_cast<Value *>(found->second),
                      version.exit);
    }
    return version;
  }

  void makeVersion() {
    ValueToValueMapTy map;
    const Version version = copyLoop(map);
    Instruction *oldBranch = loop.getLoopPreheader()->getTerminator();
    for (const Place &place : places)
      hoist(*place.pointer);
    IRBuilder<> builder(oldBranch);
    Value *condition = agree(areAllApart(builder), builder);
    builder.CreateCondBr(condition, version.entry, &body);
    oldBranch->eraseFromParent();
    CostModel::markRare(body);
    for (const Place &place : places) {
      SmallVector<Instruction *> accesses;
      for (const Instruction *access : accessesOf(place))
        accesses.push_back(cast<Instruction>(map.lookup(access)));
      keepInRegister(place, accesses, version);
    }
  }

  // In their order.
  SmallVector<const Instruction *> accessesOf(const Place &place) {
    SmallVector<const Instruction *> accesses;
    for (const Instruction &step : body)
      if (getLoadStorePointerOperand(&step) && placeOf(step) == &place)
        accesses.push_back(&step);
    return accesses;
  }

  static void keepInRegister(const Place &place, ArrayRef<Instruction *> accesses,
                             const Version &version) {
    PHINode *phi = nullptr;
    Value *current = nullptr;
    if (place.isReadFirst) {
      IRBuilder<> atEntry(version.entry->getTerminator());
      Value *first = atEntry.CreateAlignedLoad(place.type, place.pointer, place.alignment);
      IRBuilder<> atStart(version.body, version.body->begin());
      current = phi = atStart.CreatePHI(place.type, 2, "kept");
      phi->addIncoming(first, version.entry);
    }
    for (Instruction *access : accesses) {
      if (auto *store = dyn_cast<StoreInst>(access))
        current = store->getValueOperand();
      else
        access->replaceAllUsesWith(current);
      access->eraseFromParent();
    }
    if (phi)
      phi->addIncoming(current, version.body);
    IRBuilder<>(version.exit, version.exit->getFirstInsertionPt())
        .CreateAlignedStore(current, place.pointer, place.alignment);
  }

  BasicBlock &body;
  Function &function;
  UniformityInfo &uniformity;
  LoopEvolution analyses;
  ScalarEvolution &evolution = analyses.evolution;
  Loop &loop;
  SCEVExpander expander;
  SmallVector<Place, 2> places;
  SmallVector<Span, 8> spans;
};

} // namespace

bool promoteLoopScalars(Function &function, FunctionAnalysisManager &analyses) {
  UniformityInfo &uniformity = analyses.getResult<UniformityInfoAnalysis>(function);
  SmallVector<BasicBlock *> bodies;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (isCandidate(*loop, uniformity))
      bodies.push_back(loop->getHeader());
  bool changed = false;
  for (BasicBlock *body : bodies)
    changed |= Promotion(*body, uniformity).run();
  return changed;
}

} // namespace weft::compiler
