// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/index_set_splitting.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/regions/region_functions.h"
#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/region_parameters.h"
#include "compiler/passes/vectorise/prepare/loops/division_rows.h"
#include "compiler/passes/vectorise/prepare/loops/id_sums.h"
#include "compiler/passes/vectorise/prepare/loops/offset_ranges.h"
#include "compiler/passes/vectorise/prepare/loops/omitted_checks.h"
#include "compiler/passes/vectorise/prepare/loops/uniform_rematerialisation.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <array>
#include <memory>
#include <optional>

#define DEBUG_TYPE "weft-index-set-splitting"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(conditionsKnown, "Conditions that are constants in the interior");
using namespace llvm::PatternMatch;

namespace {

/// In [first, last) a condition always has the wanted outcome; outside [outerFirst, outerLast) it
/// never has.
struct Interval {
  Value *first, *last;
  Value *outerFirst, *outerLast;
  bool isOne = false; ///< at most one work-item
};

/// The outcome of a condition within an interval.
struct Outcome {
  Value *condition;
  bool outcome;
  Interval interval;
};

class BoundsBuilder {
public:
  BoundsBuilder(Function &region, const LoopInfo &loops, const DominatorTree &tree)
      : region(region), loops(loops), tree(tree), gangs(linearGangs(region)),
        builder(region.getContext()) {
    bounds = createFunction(builder.getVoidTy());
    builder.SetInsertPoint(BasicBlock::Create(region.getContext(), "", bounds));
    uniformValues =
        std::make_unique<UniformRematerialiser>(*bounds, builder,
                                                gangs ? UniformRematerialiser::UniformOver::Group
                                                      : UniformRematerialiser::UniformOver::XRange);
    // In linear gangs the id of the row increases.
    sums = std::make_unique<IdSums>(gangs ? 1 : 0, loops, builder, *uniformValues);
    all = {builder.getInt64(0),
           gangs ? builder.getInt64(gangs->size[1]) : argument(RegionParameters::LocalSize),
           nullptr, nullptr};
    all.outerFirst = all.first;
    all.outerLast = all.last;
    rows = std::make_unique<DivisionRows>(region, argument(RegionParameters::LocalId), all.last,
                                          builder, *sums, *uniformValues);
    rowEnd = all.last;
  }

  /// The interval of the row that a division forms; nothing if it forms no new one.
  std::optional<Interval> rowOf(BinaryOperator &division) {
    const auto row = rows->add(division);
    if (!row)
      return std::nullopt;
    Value *isReached = isReachedAt(*division.getParent());
    rowEnd = builder.CreateBinaryIntrinsic(
        Intrinsic::smin, rowEnd, isReached ? either(isReached, row->end, all.last) : row->end);
    return whereReached(isReached, {row->first, row->last, all.first, all.last});
  }
  void addGuard(SelectInst &select) { rows->addGuard(select, tree); }
  const DivisionRows &foundRows() const { return *rows; }
  /// Sets the point at which to divide the x range into two similar sides.
  void setMiddle(const Interval &interval) {
    middle = builder.CreateAShr(builder.CreateAdd(interval.first, interval.last), 1);
  }

  /// Finds an outcome of a condition on ids, preferably `preferred`, with its interval; otherwise
  /// the outcomes of the parts that `preferred` implies. Finds nothing if no interval is known, or
  /// if the condition is uniform over the x range.
  void findOutcomes(Value &condition, bool preferred, SmallVectorImpl<Outcome> &found,
                    unsigned depth = 0) {
    if (copyOf(condition) || depth > limits::valueDepth)
      return;
    const bool isWhole = depth == 0;
    for (const bool outcome : {preferred, !preferred})
      if (const auto interval = intervalOf(condition, outcome);
          interval && !interval->isOne && (isWhole || outcome == preferred)) {
        found.push_back({&condition, outcome, *interval});
        return;
      }
    Value *first = nullptr, *second = nullptr;
    if (preferred ? match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)))
                  : match(&condition, m_LogicalOr(m_Value(first), m_Value(second))))
      for (Value *part : {first, second})
        findOutcomes(*part, preferred, found, depth + 1);
  }

  /// Narrows the interior to nothing unless all checks of accesses hold in it whose outcome can be
  /// computed. These, and their parts, are constants then. Whether a whole check is one.
  bool omitChecks(std::optional<Interval> &inside, SmallMapVector<Value *, bool, 4> &outcomes) {
    if (!hasChecks(region))
      return false;
    const Interval interior = inside.value_or(all);
    std::optional<OffsetRanges> ofGroup, ofXRange;
    if (foundRows().found().empty())
      ofGroup.emplace(region, *bounds, loops, tree, builder);
    if (!gangs) {
      Value *last = builder.CreateSub(interior.last, builder.getInt64(1));
      ofXRange.emplace(
          region, *bounds, loops, tree, builder,
          OffsetRanges::XRange{uniformValues.get(), sums.get(), {interior.first, last}});
    }
    const OmittedChecks omitted =
        findOmittedChecks(region, {ofGroup ? &*ofGroup : nullptr, ofXRange ? &*ofXRange : nullptr},
                          builder, outcomes);
    if (omitted.hold) {
      inside = interior;
      inside->last = either(omitted.hold, interior.last, interior.first);
    }
    return omitted.hasWhole;
  }

  /// For a minimum or maximum, the operand with an id, and the interval in which it is the result.
  /// For a saturating difference, null and the interval in which it does not saturate. Nothing for
  /// other instructions, if both operands or none contain an id, or if no interval is known.
  std::optional<std::pair<Interval, Value *>> clampOf(Instruction &instruction) {
    if (auto *clamp = dyn_cast<MinMaxIntrinsic>(&instruction))
      return clampOf(*clamp);
    auto *difference = dyn_cast<SaturatingInst>(&instruction);
    if (!difference || difference->getIntrinsicID() != Intrinsic::usub_sat)
      return std::nullopt;
    Value &id = *difference->getLHS(), &limit = *difference->getRHS();
    const auto interval =
        copyOf(id) || !copyOf(limit) ? std::nullopt : intervalOf(CmpInst::ICMP_UGE, id, limit);
    return interval ? std::optional(std::pair(*interval, static_cast<Value *>(nullptr)))
                    : std::nullopt;
  }

  /// The interval in which the region has effects, if the branch selects a single work-item;
  /// otherwise nothing.
  std::optional<Interval> intervalOfOne(BranchInst &branch) {
    auto *comparison = dyn_cast<ICmpInst>(branch.getCondition());
    // In linear gangs and with rows, one gang may contain the work-items of a whole row.
    if (gangs || !foundRows().found().empty() || !comparison || !comparison->isEquality() ||
        copyOf(*comparison))
      return std::nullopt;
    const bool isEqual = comparison->getPredicate() == ICmpInst::ICMP_EQ;
    BasicBlock &skipped = *branch.getSuccessor(isEqual ? 1 : 0);
    if (!endsUniformly(skipped))
      return std::nullopt;
    const auto interval = intervalOf(*comparison, isEqual);
    if (!interval)
      return std::nullopt;
    const Interval reach = reachOf(*branch.getParent(), skipped, *interval);
    const bool isLimited = reach.outerFirst != all.outerFirst || reach.outerLast != all.outerLast;
    return isLimited ? std::optional(reach) : std::nullopt;
  }

  Interval intersection(const Interval &one, const Interval &other) {
    const auto greater = [&](Value *a, Value *b) {
      return a == b ? a : builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
    };
    const auto less = [&](Value *a, Value *b) {
      return a == b ? a : builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
    };
    return {greater(one.first, other.first), less(one.last, other.last),
            greater(one.outerFirst, other.outerFirst), less(one.outerLast, other.outerLast),
            one.isOne || other.isOne};
  }

  const Interval &wholeXRange() const { return all; }

  /// The interval outside of which no work-item has effects of its own, because the guard sends it
  /// to `skipped`; the whole x range if unknown. At least one work-item must run.
  Interval reachOf(BasicBlock &guard, BasicBlock &skipped, const Interval &interval) {
    if (!foundRows().found().empty() || !endsUniformly(skipped) || hasEffects(guard))
      return all;
    Value *isReached = builder.getTrue();
    BasicBlock *block = &guard;
    for (; BasicBlock *above = block->getUniquePredecessor(); block = above) {
      const auto *branch = dyn_cast<BranchInst>(above->getTerminator());
      if (!branch || hasEffects(*above))
        return all;
      if (branch->isUnconditional())
        continue;
      Value *condition = copyOf(*branch->getCondition());
      if (!condition)
        return all;
      isReached = builder.CreateAnd(
          isReached, branch->getSuccessor(0) == block ? condition : builder.CreateNot(condition));
    }
    if (block != &region.getEntryBlock())
      return all;
    Value *first = either(isReached, interval.outerFirst, all.first);
    Value *last = either(isReached, interval.outerLast, all.last);
    return {first, last, first, last};
  }

  /// The interval, or the whole x range if uniform conditions keep all work-items from the block.
  Interval whereReached(BasicBlock &guard, const Interval &interval) {
    return whereReached(isReachedAt(guard), interval);
  }

  Function *finish(const Interval &interval) {
    std::array<Value *, SplitBoundCount> fields{interval.first, interval.last, interval.outerFirst,
                                                interval.outerLast};
    if (gangs)
      for (Value *&row : fields)
        row = itemsBefore(row, gangs->size[0]);
    SmallVector<Value *> results(fields.begin(), fields.end());
    if (!foundRows().found().empty()) {
      results.push_back(rowEnd);
      append_range(results, rows->quotients());
    }
    const auto types =
        map_to_vector(results, [](const Value *result) { return result->getType(); });
    Function *result = createFunction(StructType::get(region.getContext(), types));
    result->splice(result->end(), bounds);
    builder.CreateAggregateRet(results.data(), results.size());
    for (auto [old, parameter] : zip(bounds->args(), result->args()))
      old.replaceAllUsesWith(&parameter);
    bounds->eraseFromParent();
    return result;
  }

  void abandon() { bounds->eraseFromParent(); }

private:
  Function *createFunction(Type *returned) {
    Function *function =
        Function::Create(FunctionType::get(returned, region.getFunctionType()->params(), false),
                         GlobalValue::InternalLinkage, "", region.getParent());
    function->addFnAttrs(AttrBuilder(region.getContext(), region.getAttributes().getFnAttrs()));
    return function;
  }

  // `isReached`: null means true.
  Interval whereReached(Value *isReached, const Interval &interval) {
    if (!isReached)
      return interval;
    Interval result = interval;
    result.first = either(isReached, interval.first, all.first);
    result.last = either(isReached, interval.last, all.last);
    return result;
  }

  // Whether uniform conditions let work-items of the x range reach the block; null means true.
  Value *isReachedAt(BasicBlock &guard) {
    Value *isReached = nullptr;
    BasicBlock *block = &guard;
    for (; BasicBlock *above = block->getUniquePredecessor(); block = above) {
      const auto *branch = dyn_cast<BranchInst>(above->getTerminator());
      Value *condition =
          branch && branch->isConditional() ? copyOf(*branch->getCondition()) : nullptr;
      if (!condition)
        continue;
      if (branch->getSuccessor(0) != block)
        condition = builder.CreateNot(condition);
      isReached = isReached ? builder.CreateAnd(isReached, condition) : condition;
    }
    return isReached;
  }

  std::optional<std::pair<Interval, Value *>> clampOf(MinMaxIntrinsic &clamp) {
    for (const bool isLeft : {true, false}) {
      Value &id = *(isLeft ? clamp.getLHS() : clamp.getRHS());
      Value &limit = *(isLeft ? clamp.getRHS() : clamp.getLHS());
      if (copyOf(id) || !copyOf(limit))
        continue;
      const CmpInst::Predicate predicate =
          CmpInst::getNonStrictPredicate(MinMaxIntrinsic::getPredicate(clamp.getIntrinsicID()));
      if (const auto interval = intervalOf(predicate, id, limit))
        return std::pair(*interval, &id);
    }
    return std::nullopt;
  }

  Value *either(Value *condition, Value *one, Value *other) {
    return one == other ? one : builder.CreateSelect(condition, one, other);
  }

  // The number of work-items of the group before a row, in linear order.
  Value *itemsBefore(Value *row, std::uint64_t itemsOfRow) {
    Value *inGroup = builder.CreateBinaryIntrinsic(
        Intrinsic::smax, builder.CreateBinaryIntrinsic(Intrinsic::smin, row, all.last), all.first);
    return builder.CreateNUWMul(inGroup, builder.getInt64(itemsOfRow));
  }

  // The interval where the condition is `wanted`.
  std::optional<Interval> intervalOf(Value &condition, bool wanted, unsigned depth = 0) {
    Value *first = nullptr;
    Value *second = nullptr;
    if (depth > limits::valueDepth)
      return std::nullopt;
    if (match(&condition, m_Not(m_Value(first))))
      return intervalOf(*first, !wanted, depth + 1);
    const bool joins = wanted ? match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)))
                              : match(&condition, m_LogicalOr(m_Value(first), m_Value(second)));
    if (joins) {
      const auto left = intervalOf(*first, wanted, depth + 1);
      const auto right = left ? intervalOf(*second, wanted, depth + 1) : std::nullopt;
      return right ? std::optional(intersection(*left, *right)) : std::nullopt;
    }
    if (Value *shared = copyOf(condition)) {
      if (!wanted)
        shared = builder.CreateNot(shared);
      Value *last = builder.CreateSelect(shared, all.last, all.first);
      return Interval{all.first, last, all.first, last};
    }
    auto *comparison = dyn_cast<ICmpInst>(&condition);
    if (!comparison)
      return std::nullopt;
    return intervalOf(wanted ? comparison->getPredicate() : comparison->getInversePredicate(),
                      *comparison->getOperand(0), *comparison->getOperand(1));
  }

  Value *argument(unsigned parameter) {
    return bounds->getArg(parameterOf(region, parameter)->getArgNo());
  }

  static bool hasEffects(const BasicBlock &block) {
    return any_of(block, [](const Instruction &instruction) {
      return instruction.mayHaveSideEffects() || instruction.isVolatile();
    });
  }

  // Whether all work-items take the same path from the block to the end of the region, with the
  // same effects.
  bool endsUniformly(BasicBlock &start) {
    SmallSetVector<BasicBlock *, limits::uniformPath> path;
    path.insert(&start);
    for (unsigned next = 0; next != path.size(); ++next) {
      if (next == limits::uniformPath || !endsUniformly(*path[next]->getTerminator()) ||
          !all_of(*path[next], [&](Instruction &step) { return isSameForAll(step); }))
        return false;
      path.insert_range(successors(path[next]));
    }
    return true;
  }

  bool endsUniformly(Instruction &end) {
    if (auto *branch = dyn_cast<BranchInst>(&end))
      return branch->isUnconditional() || copyOf(*branch->getCondition());
    const auto *exit = dyn_cast<ReturnInst>(&end);
    return exit && copyOf(*exit->getReturnValue());
  }

  bool isSameForAll(Instruction &step) {
    auto *store = dyn_cast<StoreInst>(&step);
    return !step.mayHaveSideEffects() ||
           (store && store->isSimple() && copyOf(*store->getValueOperand()) &&
            copyOf(*store->getPointerOperand()));
  }

  Value *copyOf(Value &value) { return uniformValues->copyOf(value); }

  std::optional<Interval> intervalOf(CmpInst::Predicate predicate, Value &one, Value &two) {
    const auto comparison = sums->compare(predicate, one, two);
    return comparison ? intervalUpTo(comparison->predicate, comparison->low, comparison->high)
                      : std::nullopt;
  }

  // The interval in which the comparison holds for all limits from `low` to `high`, and the outer
  // one in which it holds for any.
  std::optional<Interval> intervalUpTo(CmpInst::Predicate predicate, Value *low, Value *high) {
    Value *afterLow = builder.CreateAdd(low, builder.getInt64(1));
    Value *afterHigh = low == high ? afterLow : builder.CreateAdd(high, builder.getInt64(1));
    switch (predicate) {
    case CmpInst::ICMP_SLT:
      return Interval{all.first, low, all.first, high};
    case CmpInst::ICMP_SLE:
      return Interval{all.first, afterLow, all.first, afterHigh};
    case CmpInst::ICMP_SGT:
      return Interval{afterHigh, all.last, afterLow, all.last};
    case CmpInst::ICMP_SGE:
      return Interval{high, all.last, low, all.last};
    case CmpInst::ICMP_EQ:
      if (low != high)
        return std::nullopt;
      return Interval{low, afterLow, low, afterLow, /*isOne=*/true};
    case CmpInst::ICMP_NE: {
      if (low != high)
        return std::nullopt;
      // The longer of the two sides.
      Value *isEarly =
          builder.CreateICmpSLT(low, middle ? middle : builder.CreateLShr(all.last, 1));
      return Interval{builder.CreateSelect(isEarly, afterLow, all.first),
                      builder.CreateSelect(isEarly, all.last, low), all.first, all.last};
    }
    default:
      return std::nullopt;
    }
  }

  Function &region;
  const LoopInfo &loops;
  const DominatorTree &tree;
  const std::optional<LinearGangs> gangs;
  IRBuilder<> builder;
  Function *bounds = nullptr;
  Interval all{};
  std::unique_ptr<UniformRematerialiser> uniformValues;
  std::unique_ptr<IdSums> sums;
  std::unique_ptr<DivisionRows> rows;
  Value *rowEnd = nullptr; ///< of the shortest row
  Value *middle = nullptr; ///< of the row; null: of the x range
};

// Whether the value is the start or the end of a loop counter.
bool isLoopBound(const Instruction &value, const LoopInfo &loops, unsigned depth = 0) {
  return any_of(value.users(), [&](const User *user) {
    const auto *instruction = cast<Instruction>(user);
    if (const auto *comparison = dyn_cast<ICmpInst>(instruction))
      return any_of(comparison->users(), [&](const User *branch) {
        const BasicBlock *block = cast<Instruction>(branch)->getParent();
        const Loop *loop = loops.getLoopFor(block);
        return isa<BranchInst>(branch) && loop && loop->isLoopExiting(block);
      });
    if (isa<PHINode>(instruction))
      return loops.isLoopHeader(instruction->getParent());
    return isa<BinaryOperator, CastInst>(instruction) && depth < limits::loopBoundDepth &&
           isLoopBound(*instruction, loops, depth + 1);
  });
}

// A copy of the region with a parameter for the quotient of each row.
Function *cloneWithRows(Function &region, ArrayRef<DivisionRow> rows, ValueToValueMapTy &map) {
  SmallVector<Type *> parameters(region.getFunctionType()->params());
  for (const DivisionRow &row : rows)
    parameters.push_back(row.dividend->getType());
  Function *copy =
      Function::Create(FunctionType::get(region.getReturnType(), parameters, false),
                       GlobalValue::InternalLinkage, region.getName(), region.getParent());
  for (auto [original, parameter] : zip(region.args(), copy->args())) {
    parameter.setName(original.getName());
    map[&original] = &parameter;
  }
  SmallVector<ReturnInst *> exits;
  CloneFunctionInto(copy, &region, map, CloneFunctionChangeType::LocalChangesOnly, exits);
  copy->setLinkage(GlobalValue::InternalLinkage);
  return copy;
}

// `clamps`: what replaces each in the interior; null: the difference without saturation.
Function *copyInterior(Function &region, const SmallMapVector<Value *, bool, 4> &outcomes,
                       const SmallMapVector<Instruction *, Value *, 4> &clamps,
                       const DivisionRows &rows) {
  ValueToValueMapTy map;
  Function *copy = cloneWithRows(region, rows.found(), map);
  for (const auto &[condition, outcome] : outcomes)
    cast<Value>(map[condition])
        ->replaceAllUsesWith(ConstantInt::getBool(copy->getContext(), outcome));
  for (const auto &[clamp, id] : clamps) {
    auto *inCopy = cast<Instruction>(map[clamp]);
    Value *left = id ? static_cast<Value *>(map[id]) : nullptr;
    if (!left)
      left = IRBuilder<>(inCopy).CreateNUWSub(inCopy->getOperand(0), inCopy->getOperand(1));
    inCopy->replaceAllUsesWith(left);
  }
  rows.replace(*copy, map);
  for (BasicBlock &block : *copy)
    ConstantFoldTerminator(&block);
  removeUnreachableBlocks(*copy);
  dropChecks(*copy);
  return copy;
}

} // namespace

bool hasRows(const Function &bounds) {
  return cast<StructType>(bounds.getReturnType())->getNumElements() > SplitBoundCount;
}

IndexSetSplit splitIndexSet(Function &region, bool mayHaveRows) {
  const DominatorTree tree(region);
  const LoopInfo loops(tree);
  BoundsBuilder builder(region, loops, tree);
  std::optional<Interval> bounds;
  Interval outer = builder.wholeXRange();
  SmallMapVector<Value *, bool, 4> outcomes;
  IndexSetSplit result;
  const auto constrain = [&](const Interval &interval) {
    bounds = bounds ? builder.intersection(*bounds, interval) : interval;
  };
  if (mayHaveRows)
    for (Instruction &instruction : instructions(region)) {
      if (auto *guard = dyn_cast<SelectInst>(&instruction))
        builder.addGuard(*guard);
      auto *division = dyn_cast<BinaryOperator>(&instruction);
      if (const auto row = division ? builder.rowOf(*division) : std::nullopt)
        constrain(*row);
    }
  if (bounds)
    builder.setMiddle(*bounds);
  for (BasicBlock &block : region) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || outcomes.contains(branch->getCondition()))
      continue;
    const bool isUsedHere = isOnlyUsedBelow(*branch->getCondition(), block, tree);
    if (const auto one = isUsedHere ? builder.intervalOfOne(*branch) : std::nullopt) {
      // No whole gang takes this side.
      result.isForGangs = true;
      const auto *comparison = cast<ICmpInst>(branch->getCondition());
      outcomes[branch->getCondition()] = comparison->getPredicate() == ICmpInst::ICMP_NE;
      outer = builder.intersection(outer, *one);
      constrain(*one);
      continue;
    }
    BasicBlock &taken = *branch->getSuccessor(0);
    BasicBlock &other = *branch->getSuccessor(1);
    const bool isHeavier =
        CostModel::sideWeight(taken, other) >= CostModel::sideWeight(other, taken);
    SmallVector<Outcome, 2> known;
    builder.findOutcomes(*branch->getCondition(), isHeavier, known);
    for (const auto &[condition, outcome, interval] : known) {
      if (!outcomes.insert({condition, outcome}).second)
        continue;
      outer =
          builder.intersection(outer, builder.reachOf(block, outcome ? other : taken, interval));
      constrain(isOnlyUsedBelow(*condition, block, tree) ? builder.whereReached(block, interval)
                                                         : interval);
    }
  }
  SmallMapVector<Instruction *, Value *, 4> clamps;
  for (Instruction &instruction : instructions(region)) {
    if (!isa<MinMaxIntrinsic, SaturatingInst>(instruction) || !isLoopBound(instruction, loops))
      continue;
    if (const auto known = builder.clampOf(instruction)) {
      clamps[&instruction] = known->second;
      constrain(builder.whereReached(*instruction.getParent(), known->first));
    }
  }
  result.omitsChecks = builder.omitChecks(bounds, outcomes);
  if (!bounds) {
    builder.abandon();
    return {};
  }
  result.bounds = builder.finish({bounds->first, bounds->last, outer.outerFirst, outer.outerLast});
  conditionsKnown += outcomes.size() + clamps.size();
  result.interior = copyInterior(region, outcomes, clamps, builder.foundRows());
  for (const DivisionRow &row : builder.foundRows().found())
    for (BinaryOperator *division : row.divisions)
      division->setMetadata(apartMetadata, MDNode::get(region.getContext(), {}));
  return result;
}

PreservedAnalyses IndexSetSplittingPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *region : regionFunctions(module))
    if (const IndexSetSplit split = splitIndexSet(*region); split.interior) {
      split.bounds->setName(region->getName() + ".bounds");
      split.interior->setName(region->getName() + ".interior");
    }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
