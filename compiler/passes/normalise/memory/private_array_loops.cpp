// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/private_array_loops.h"

#include "compiler/passes/normalise/control_flow/step_barriers.h"
#include "compiler/passes/support/loop_unrolling.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <algorithm>

#define DEBUG_TYPE "weft-private-array-loops"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsUnrolled, "Unrolled loops that index private arrays");

namespace {

using LoopSet = SmallSetVector<const Loop *, 8>;

using Conditions = SmallSetVector<const Value *, 4>;

// What chooses the way from the block that dominates a block to it; nothing if a loop lies between.
std::optional<Conditions> conditionsOfWay(const BasicBlock &block, const LoopInfo &loops,
                                          const DominatorTree &tree) {
  constexpr unsigned mostBlocks = 32;
  const DomTreeNode *node = tree.getNode(&block);
  if (!node || !node->getIDom() || loops.isLoopHeader(&block))
    return std::nullopt;
  const BasicBlock *start = node->getIDom()->getBlock();
  Conditions conditions;
  SmallSetVector<const BasicBlock *, 8> between;
  between.insert_range(predecessors(&block));
  for (unsigned index = 0; index != between.size(); ++index) {
    const BasicBlock *way = between[index];
    const Instruction *end = way->getTerminator();
    if (index == mostBlocks || !isa<BranchInst, SwitchInst>(end) ||
        loops.getLoopFor(way) != loops.getLoopFor(&block))
      return std::nullopt;
    if (end->getNumSuccessors() > 1)
      conditions.insert(end->getOperand(0));
    if (way != start)
      between.insert_range(predecessors(way));
  }
  return conditions;
}

// Whether it could be a formula of its operands: arithmetic, an element of a constant table or its
// address, a counter of a loop, or another name of a value.
bool isFormula(const Instruction &instruction, const LoopInfo &loops) {
  if (const auto *phi = dyn_cast<PHINode>(&instruction))
    return loops.isLoopHeader(phi->getParent()) || phi->getNumIncomingValues() == 1;
  if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
    const auto *table = dyn_cast<GlobalVariable>(getUnderlyingObject(load->getPointerOperand()));
    return load->isSimple() && table && table->isConstant() && table->hasDefinitiveInitializer();
  }
  return isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, GetElementPtrInst>(
      instruction);
}

// The values that are constants in every round of their loops. At first all formulas are, and what
// depends on the way that formulas choose. Then those go that depend on something else, with what
// depends on them: other formulas, and the counters of loops that end by them.
class KnownValues {
public:
  KnownValues(Function &function, const LoopInfo &loops) : loops(loops), tree(function) {
    for (Instruction &instruction : instructions(function))
      if (isFormula(instruction, loops) || isChosen(instruction))
        known.insert(&instruction);
    for (Instruction &instruction : instructions(function))
      if (any_of(instruction.operands(), [&](const Use &operand) { return !isKnown(*operand); }))
        forget(instruction);
    while (!work.empty())
      for (User *user : work.pop_back_val()->users())
        forget(*cast<Instruction>(user));
  }

  bool isKnown(const Value &value) const {
    return isa<Constant, BasicBlock>(value) || known.contains(&value);
  }

  /// Adds the loops whose counters a known value depends on, also by the ends of such loops.
  void addLoopsOf(const Value &value, LoopSet &counting) const {
    SmallVector<const Value *> left{&value};
    SmallPtrSet<const Value *, 16> seen;
    while (!left.empty()) {
      const auto *instruction = dyn_cast<Instruction>(left.pop_back_val());
      if (!instruction || !seen.insert(instruction).second)
        continue;
      append_range(left, instruction->operand_values());
      const Loop *loop = loops.getLoopFor(instruction->getParent());
      if (isa<PHINode>(instruction))
        if (const auto conditions = conditionsOfWay(*instruction->getParent(), loops, tree))
          append_range(left, *conditions);
      if (isa<PHINode>(instruction) && loop && loop->getHeader() == instruction->getParent() &&
          counting.insert(loop)) {
        SmallVector<BasicBlock *> exiting;
        loop->getExitingBlocks(exiting);
        for (const BasicBlock *block : exiting)
          append_range(left, block->getTerminator()->operand_values());
      }
    }
  }

private:
  // Whether it is a phi whose value depends on a way that values choose. Remembers it for them.
  bool isChosen(Instruction &instruction) {
    auto *phi = dyn_cast<PHINode>(&instruction);
    const auto conditions = phi ? conditionsOfWay(*phi->getParent(), loops, tree) : std::nullopt;
    if (!conditions)
      return false;
    for (const Value *condition : *conditions)
      chosenBy[condition].push_back(phi);
    return true;
  }

  // The value of a phi also depends on the way: that of a loop header on the number of rounds.
  void forget(Instruction &instruction) {
    if (known.erase(&instruction))
      work.push_back(&instruction);
    if (!instruction.isTerminator())
      return;
    for (PHINode *phi : chosenBy.lookup(instruction.getOperand(0)))
      if (known.erase(phi))
        work.push_back(phi);
    for (const Loop *loop = loops.getLoopFor(instruction.getParent());
         loop && loop->isLoopExiting(instruction.getParent()); loop = loop->getParentLoop())
      for (PHINode &counter : loop->getHeader()->phis())
        if (known.erase(&counter))
          work.push_back(&counter);
  }

  const LoopInfo &loops;
  const DominatorTree tree;
  SmallPtrSet<const Value *, 32> known;
  DenseMap<const Value *, SmallVector<PHINode *, 2>> chosenBy; ///< the condition of a branch
  SmallVector<Instruction *> work;
};

// Whether all uses of an address are accesses at known places. Adds the loops that these depend on.
bool hasKnownAccesses(Instruction &address, const KnownValues &values, LoopSet &counting) {
  return all_of(address.uses(), [&](Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *next = dyn_cast<GetElementPtrInst>(user)) {
      if (next->getType()->isVectorTy() ||
          !all_of(next->indices(), [&](Use &index) { return values.isKnown(*index); }))
        return false;
      for (Use &index : next->indices())
        values.addLoopsOf(*index, counting);
      return hasKnownAccesses(*next, values, counting);
    }
    if (const auto *load = dyn_cast<LoadInst>(user))
      return load->isSimple();
    if (const auto *store = dyn_cast<StoreInst>(user))
      return store->isSimple() && use.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (const auto *fill = dyn_cast<MemIntrinsic>(user))
      return !fill->isVolatile() && isa<Constant>(fill->getLength());
    return user->isLifetimeStartOrEnd();
  });
}

std::uint64_t scalarsIn(Type *type) {
  if (const auto *array = dyn_cast<ArrayType>(type))
    return SaturatingMultiply(array->getNumElements(), scalarsIn(array->getElementType()));
  if (const auto *vector = dyn_cast<FixedVectorType>(type))
    return vector->getNumElements();
  std::uint64_t sum = 0;
  if (const auto *structure = dyn_cast<StructType>(type))
    for (Type *element : structure->elements())
      sum = SaturatingAdd(sum, scalarsIn(element));
  return std::max<std::uint64_t>(sum, 1);
}

bool staysLoop(const Loop &loop) {
  return hasUnrollTransformation(&loop) & TM_Disable ||
         any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isSplit); });
}

class Unrolling {
public:
  explicit Unrolling(Function &function) : unroller(function), values(function, unroller.loops()) {
    for (Instruction &instruction : function.getEntryBlock())
      if (auto *array = dyn_cast<AllocaInst>(&instruction);
          array && array->isStaticAlloca() && scalarsIn(array->getAllocatedType()) <= mostScalars)
        chooseLoopsOf(*array);
  }

  // Unrolls the innermost of the loops with a constant number of rounds. Returns whether there were
  // any, and so may be more.
  bool run() {
    SmallVector<Loop *> countable;
    for (Loop *loop : unroller.loops().getLoopsInPreorder())
      if (chosen.contains(loop) && unroller.rounds(*loop))
        countable.push_back(loop);
    bool changed = false;
    const auto isInnermost = [&](Loop *loop) {
      return none_of(countable,
                     [&](Loop *other) { return other != loop && loop->contains(other); });
    };
    const SmallVector<Loop *> innermost(make_filter_range(countable, isInnermost));
    for (Loop *loop : innermost)
      if (unroller.unroll(*loop)) {
        ++loopsUnrolled;
        changed = true;
      }
    return changed;
  }

private:
  // More vectors than registers stay in memory anyway.
  static constexpr std::uint64_t mostScalars = 32;

  // Takes in the loops of an array if the function stays small.
  void chooseLoopsOf(AllocaInst &array) {
    LoopSet counting;
    if (!hasKnownAccesses(array, values, counting) || counting.empty())
      return;
    counting.insert_range(chosen);
    if (isWorthUnrolling(counting))
      chosen = std::move(counting);
  }

  bool isWorthUnrolling(const LoopSet &set) {
    constexpr std::size_t mostInstructions = 3000;
    std::size_t sum = 0;
    for (const Loop *loop : unroller.loops())
      sum += instructionsAfter(*loop, set);
    return sum <= mostInstructions &&
           none_of(set, [](const Loop *loop) { return staysLoop(*loop); });
  }

  // Whether unrolling makes no constant or name of it.
  bool isLeft(const Instruction &instruction) const {
    const Value *address = getLoadStorePointerOperand(&instruction);
    if (isa<GetElementPtrInst>(instruction))
      address = &instruction;
    if (address && isa<AllocaInst>(getUnderlyingObject(address)))
      return false;
    const auto *branch = dyn_cast<BranchInst>(&instruction);
    return branch ? branch->isConditional() && !values.isKnown(*branch->getCondition())
                  : !values.isKnown(instruction);
  }

  // An estimate, for when the loops of the set are unrolled.
  std::size_t instructionsAfter(const Loop &loop, const LoopSet &set) {
    constexpr std::size_t fewRounds = 8, tooMany = 1 << 20;
    std::size_t rounds = set.contains(&loop) ? unroller.rounds(loop) : 1;
    // Rounds that depend on those of the loop around it are counted when that is unrolled.
    if (!rounds)
      rounds = loop.getParentLoop() ? fewRounds : tooMany;
    std::size_t sum = 0;
    for (BasicBlock *block : loop.blocks())
      if (unroller.loops().getLoopFor(block) == &loop)
        sum +=
            count_if(*block, [&](const Instruction &instruction) { return isLeft(instruction); });
    for (const Loop *inner : loop)
      sum += instructionsAfter(*inner, set);
    return std::min(sum * rounds, tooMany);
  }

  LoopUnroller unroller;
  KnownValues values;
  LoopSet chosen;
};

bool indexesPrivateArray(const Instruction &instruction) {
  const auto *address = dyn_cast<GetElementPtrInst>(&instruction);
  return address && !address->hasAllConstantIndices() &&
         isa<AllocaInst>(getUnderlyingObject(address->getPointerOperand()));
}

} // namespace

PreservedAnalyses PrivateArrayLoopsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  if (!stages.of(function).run(VectorStage::PrivateArrayLoops) ||
      none_of(instructions(function), indexesPrivateArray))
    return PreservedAnalyses::all();
  const auto simplify = [&](auto pass) {
    analyses.invalidate(function, pass.run(function, analyses));
  };
  simplify(LoopSimplifyPass());
  while (Unrolling(function).run()) {
    analyses.invalidate(function, PreservedAnalyses::none());
    // Without ways that are never taken, further loops have a constant number of rounds.
    simplify(SimplifyCFGPass());
    simplify(LoopSimplifyPass());
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
