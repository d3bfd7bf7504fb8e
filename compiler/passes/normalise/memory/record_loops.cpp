// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/record_loops.h"

#include "compiler/passes/normalise/memory/item_steps.h"
#include "compiler/passes/normalise/memory/known_loops.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-record-loops"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsUnrolled, "Unrolled loops over records");

namespace {

constexpr std::size_t mostInstructions = 3000;
/// Longer loops gain little from straight code, and longer records are not read as a whole.
constexpr unsigned mostRounds = 32;
constexpr std::int64_t longestRecord = 1024;

bool isSum(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::Or:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::GetElementPtr:
    return true;
  default:
    return false;
  }
}

// Whether each round goes on by one element.
bool isConsecutive(Instruction &access, const Loop &loop, ScalarEvolution &evolution) {
  const auto *address =
      dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(getLoadStorePointerOperand(&access)));
  const TypeSize bytes = evolution.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
  const auto *step = address && address->getLoop() == &loop
                         ? dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution))
                         : nullptr;
  return step && step->getAPInt() == bytes.getFixedValue();
}

// Whether rounds only write what they make of what they read, and read or write one element after
// the other. Then LLVM vectorises the loop of each single work-item, which takes memory in its
// order.
bool isElementwise(const Loop &loop, KnownLoops &loops) {
  constexpr unsigned fewRounds = 8;
  const auto isCounter = [&](const PHINode &phi) { return loops.values().isKnown(phi); };
  if (!loop.isInnermost() || loops.rounds(loop) < fewRounds ||
      !all_of(loop.getHeader()->phis(), isCounter))
    return false;
  bool writes = false, readsInOrder = true, writesInOrder = true;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &step : *block) {
      const Value *address = getLoadStorePointerOperand(&step);
      if (!address || loop.isLoopInvariant(address))
        continue;
      const bool isInOrder = isConsecutive(step, loop, loops.scalarEvolution());
      (isa<StoreInst>(step) ? writesInOrder : readsInOrder) &= isInOrder;
      writes |= isa<StoreInst>(step);
    }
  return writes && (readsInOrder || writesInOrder);
}

// Whether an array stays memory, as its places are not all known (private_array_loops.h).
bool indexesPrivateArray(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &step) {
      const auto *address = dyn_cast<GetElementPtrInst>(&step);
      return address && !address->hasAllConstantIndices() &&
             isa<AllocaInst>(getUnderlyingObject(address));
    });
  });
}

class RecordLoops {
public:
  explicit RecordLoops(Function &function)
      : function(function), steps{{function, 0}, {function, 1}, {function, 2}} {}

  bool areThere() const {
    return any_of(steps, [](const ItemSteps &along) { return !along.isEmpty(); });
  }

  void choose(KnownLoops &loops) const {
    for (Instruction &instruction : instructions(function)) {
      const Loop *loop = loops.loops().getLoopFor(instruction.getParent());
      LoopSet counting;
      if (loop && isOfRecord(instruction) && !isElementwise(*loop, loops) &&
          isPlace(*getLoadStorePointerOperand(&instruction), *loop, loops.values(), counting) &&
          all_of(counting, [&](const Loop *one) {
            return loops.rounds(*one) <= mostRounds && !indexesPrivateArray(*one);
          }))
        loops.choose(std::move(counting));
    }
  }

private:
  bool isOfRecord(const Instruction &access) const {
    const Value *address = getLoadStorePointerOperand(&access);
    if (!address || getLoadStoreType(&access)->isVectorTy())
      return false;
    const unsigned space = address->getType()->getPointerAddressSpace();
    const auto bytes = static_cast<std::int64_t>(
        function.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
    return (space == globalSpace || space == constantSpace) &&
           any_of(steps, [&](const ItemSteps &along) {
             const auto step = along.of(*address);
             return step && *step >= 2 * bytes && *step <= longestRecord;
           });
  }

  // Whether it is a sum of what does not change in the loop and of known values. Adds the loops
  // that these depend on.
  static bool isPlace(const Value &place, const Loop &loop, const KnownValues &values,
                      LoopSet &counting) {
    if (values.isKnown(place)) {
      values.addLoopsOf(place, counting);
      return true;
    }
    const auto *instruction = dyn_cast<Instruction>(&place);
    if (!instruction || !loop.contains(instruction))
      return true;
    return isSum(*instruction) && all_of(instruction->operands(), [&](const Use &operand) {
             return isPlace(*operand, loop, values, counting);
           });
  }

  Function &function;
  const ItemSteps steps[3];
};

} // namespace

PreservedAnalyses RecordLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!stages.of(function).run(VectorStage::RecordLoops) ||
      analyses.getResult<LoopAnalysis>(function).empty() || !RecordLoops(function).areThere())
    return PreservedAnalyses::all();
  const unsigned count =
      unrollKnownLoops(function, analyses, mostInstructions, [&](KnownLoops &loops) {
        RecordLoops(function).choose(loops); // new for the function as it is now
      });
  loopsUnrolled += count;
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
