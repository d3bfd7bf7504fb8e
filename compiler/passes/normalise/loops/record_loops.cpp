// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in which each work-item accesses its own record.
//
//   for (i = 0; i < 3; ++i) for (k = 0; k < 3; ++k) sum[i] += a[get_global_id(0) * 9 + i * 3 + k];
//
// The lanes of such a load lie apart, so that each would be gathered separately. In straight-line
// code the offsets within a record are constants: equal loads are merged, adjacent ones are read
// together for all lanes (adjacent_accesses.h), and values computed from the counters are constant.
//
// An access is one to a record if its address is the sum of a loop invariant and of a value that is
// known in each iteration (known_values.h), and if it advances from one work-item to the next by
// the constant size of a short record. The loops on which the offset depends are chosen, if they
// are short. A loop stays if it only stores what it computes of each element: LLVM vectorises that
// for single work-items (contiguous_loops.h). The innermost loop of a copy between a record and a
// private array that stays in memory is chosen too, as the elements of gangs' arrays lie apart; but
// no loop that indexes a private array at places that are not known.
#include "compiler/passes/analysis/affine/value_steps.h"
#include "compiler/passes/normalise/loops/unroll_reasons.h"
#include "compiler/passes/support/limits.h"
#include "device/base/address_spaces.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

namespace {

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

template <class Predicate> bool contains(const Loop &loop, Predicate isWanted) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, isWanted); });
}

// The header's values that advance by one in each iteration.
SmallVector<const Instruction *> countersOf(const Loop &loop, ScalarEvolution &evolution) {
  SmallVector<const Instruction *> counters;
  for (PHINode &phi : loop.getHeader()->phis())
    if (const auto *count = evolution.isSCEVable(phi.getType())
                                ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi))
                                : nullptr;
        count && count->getStepRecurrence(evolution)->isOne())
      counters.push_back(&phi);
  return counters;
}

std::int64_t bytesOf(const Instruction &access) {
  return static_cast<std::int64_t>(
      access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
}

// Whether iterations access consecutive elements, and others of a private array.
bool copiesElements(const Instruction &access, const Loop &loop, UnrollCandidates &loops) {
  const ValueSteps steps(countersOf(loop, loops.scalarEvolution()),
                         loop.getHeader()->getDataLayout());
  const auto isOfArray = [&](const Instruction &instruction) {
    return indexesPrivateArray(instruction) && steps.of(instruction).value_or(0) != 0;
  };
  return steps.of(*getLoadStorePointerOperand(&access)) == bytesOf(access) &&
         contains(loop, isOfArray);
}

// Whether iterations compute elements from other elements, reading or writing consecutive ones.
// LLVM vectorises such a loop for single work-items, which access memory in order.
bool isElementwise(const Loop &loop, UnrollCandidates &loops) {
  const auto isCounter = [&](const PHINode &phi) { return loops.values().isKnown(phi); };
  if (!loop.isInnermost() || loops.rounds(loop) < limits::elementwiseRounds ||
      !all_of(loop.getHeader()->phis(), isCounter) || contains(loop, indexesPrivateArray))
    return false;
  const ValueSteps steps(countersOf(loop, loops.scalarEvolution()),
                         loop.getHeader()->getDataLayout());
  bool reads = false, writes = false, readsInOrder = true, writesInOrder = true;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &step : *block) {
      const Value *address = getLoadStorePointerOperand(&step);
      const auto advance = address ? steps.of(*address) : 0;
      if (advance == 0)
        continue;
      const bool isInOrder = advance == bytesOf(step);
      (isa<StoreInst>(step) ? writesInOrder : readsInOrder) &= isInOrder;
      (isa<StoreInst>(step) ? writes : reads) = true;
    }
  return reads && writes && (readsInOrder || writesInOrder);
}

// Whether places in private arrays remain unknown in straight-line code.
bool indexesByUnknown(const Loop &loop, const KnownValues &values) {
  return contains(loop, [&](const Instruction &instruction) {
    return indexesPrivateArray(instruction) &&
           !all_of(cast<GetElementPtrInst>(instruction).indices(),
                   [&](const Use &index) { return values.isKnown(*index); });
  });
}

class RecordLoops {
public:
  explicit RecordLoops(const Function &function)
      : function(function),
        steps{along("__weft_local_id_x"), along("__weft_local_id_y"), along("__weft_local_id_z")} {}

  bool advance() const {
    return any_of(steps, [](const ValueSteps &along) { return !along.isEmpty(); });
  }

  void choose(UnrollCandidates &loops) const {
    for (const Instruction &instruction : instructions(function)) {
      const Loop *loop = loops.loops().getLoopFor(instruction.getParent());
      LoopSet counting;
      if (!loop || !isOfRecord(instruction) || isElementwise(*loop, loops) ||
          !isKnownOffset(*getLoadStorePointerOperand(&instruction), *loop, loops.values(),
                         counting))
        continue;
      if (contains(*loop, indexesPrivateArray)) {
        if (!copiesElements(instruction, *loop, loops))
          continue;
        counting.clear();
        counting.insert(loop);
      }
      if (all_of(counting, [&](const Loop *one) {
            return loops.rounds(*one) <= limits::recordRounds &&
                   !indexesByUnknown(*one, loops.values());
          }))
        loops.choose(std::move(counting));
    }
  }

private:
  ValueSteps along(StringRef question) const {
    SmallVector<const Instruction *> ids;
    if (const Function *asked = function.getParent()->getFunction(question))
      for (const Instruction &instruction : instructions(function))
        if (const auto *call = dyn_cast<CallInst>(&instruction);
            call && call->getCalledFunction() == asked)
          ids.push_back(call);
    return {ids, function.getDataLayout()};
  }

  bool isOfRecord(const Instruction &access) const {
    const Value *address = getLoadStorePointerOperand(&access);
    if (!address || getLoadStoreType(&access)->isVectorTy())
      return false;
    const unsigned space = address->getType()->getPointerAddressSpace();
    return (space == globalSpace || space == constantSpace) &&
           any_of(steps, [&](const ValueSteps &along) {
             const auto step = along.of(*address);
             return step && *step >= 2 * bytesOf(access) && *step <= limits::recordBytes;
           });
  }

  // Whether it is a sum of loop invariants and known values. Adds the loops on which these depend.
  static bool isKnownOffset(const Value &address, const Loop &loop, const KnownValues &values,
                            LoopSet &counting) {
    SmallSetVector<const Value *, 16> terms;
    terms.insert(&address);
    for (unsigned index = 0; index != terms.size(); ++index) {
      const Value &term = *terms[index];
      const auto *instruction = dyn_cast<Instruction>(&term);
      if (values.isKnown(term))
        values.addLoopsOf(term, counting);
      else if (instruction && loop.contains(instruction) && isSum(*instruction))
        terms.insert_range(instruction->operand_values());
      else if (instruction && loop.contains(instruction))
        return false;
    }
    return true;
  }

  const Function &function;
  const ValueSteps steps[3]; ///< along each dimension
};

} // namespace

bool hasRecordLoops(const Function &function) { return RecordLoops(function).advance(); }

void chooseRecordLoops(Function &function, UnrollCandidates &loops) {
  RecordLoops(function).choose(loops);
}

} // namespace weft::compiler
