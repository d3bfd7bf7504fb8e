// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/private_array_loops.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/full_unrolling.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
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

// Finds what a value is a formula of.
class KnownValues {
public:
  /// `counting` gets the loops whose counters the values depend on.
  KnownValues(const LoopInfo &loops, LoopSet &counting) : loops(loops), counting(counting) {}

  // A counter is known as long as nothing that it is made of is not.
  bool isKnown(Value *value) {
    if (isa<Constant>(value))
      return true;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction)
      return false;
    if (!visited.insert(instruction).second)
      return true;
    if (auto *phi = dyn_cast<PHINode>(instruction)) {
      const Loop *loop = loops.getLoopFor(phi->getParent());
      const bool counts = loop && loop->getHeader() == phi->getParent();
      if (counts ? !endsByKnownConditions(*loop) : phi->getNumIncomingValues() != 1)
        return false;
    } else if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(instruction) &&
               !isTableLookUp(*instruction)) {
      return false;
    }
    return all_of(instruction->operands(), [&](Use &operand) { return isKnown(operand.get()); });
  }

private:
  bool endsByKnownConditions(const Loop &loop) {
    if (!counting.insert(&loop))
      return true;
    SmallVector<BasicBlock *> exiting;
    loop.getExitingBlocks(exiting);
    return all_of(exiting, [&](BasicBlock *block) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      return branch && branch->isConditional() && isKnown(branch->getCondition());
    });
  }

  // An element of a constant table, or its address.
  static bool isTableLookUp(const Instruction &instruction) {
    if (isa<GetElementPtrInst>(instruction))
      return true;
    const auto *load = dyn_cast<LoadInst>(&instruction);
    const auto *table =
        load ? dyn_cast<GlobalVariable>(getUnderlyingObject(load->getPointerOperand())) : nullptr;
    return load && load->isSimple() && table && table->isConstant() &&
           table->hasDefinitiveInitializer();
  }

  const LoopInfo &loops;
  LoopSet &counting;
  SmallPtrSet<Instruction *, 16> visited;
};

// Whether all uses of an address are accesses at known places; `varies` tells of one whose index is
// not constant.
bool hasKnownAccesses(Instruction &address, KnownValues &values, bool &varies) {
  return all_of(address.uses(), [&](Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *next = dyn_cast<GetElementPtrInst>(user)) {
      varies |= !next->hasAllConstantIndices();
      return !next->getType()->isVectorTy() &&
             all_of(next->indices(), [&](Use &index) { return values.isKnown(index.get()); }) &&
             hasKnownAccesses(*next, values, varies);
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
  const auto endsRegion = [](const Instruction &instruction) {
    const auto primitive = findPrimitive(instruction);
    return primitive && splitsRegion(primitive->kind);
  };
  return hasUnrollTransformation(&loop) & TM_Disable ||
         any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, endsRegion); });
}

class Unrolling {
public:
  explicit Unrolling(Function &function) : unroller(function) {
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
    LoopSet counting = chosen;
    KnownValues values(unroller.loops(), counting);
    bool varies = false;
    if (hasKnownAccesses(array, values, varies) && varies && isWorthUnrolling(counting))
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

  // Whether it does not become a constant or a name when the loops of the set are unrolled.
  bool isLeft(Instruction &instruction, const LoopSet &set) {
    const Value *address = getLoadStorePointerOperand(&instruction);
    if (isa<GetElementPtrInst>(instruction))
      address = &instruction;
    if (address && isa<AllocaInst>(getUnderlyingObject(address)))
      return false;
    Value *value = &instruction;
    if (const auto *branch = dyn_cast<BranchInst>(&instruction)) {
      if (branch->isUnconditional())
        return false;
      value = branch->getCondition();
    }
    LoopSet counting = set;
    return !KnownValues(unroller.loops(), counting).isKnown(value) || counting.size() != set.size();
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
        sum += count_if(*block, [&](Instruction &instruction) { return isLeft(instruction, set); });
    for (const Loop *inner : loop)
      sum += instructionsAfter(*inner, set);
    return std::min(sum * rounds, tooMany);
  }

  FullUnroller unroller;
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
