// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/vectorisation_factor.h"

#include "compiler/passes/analysis/costs/dependence_chains.h"
#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/support/images/image_access.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/loop_marks.h"
#include "compiler/passes/vectorise/widen/memory/widen_atomics.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi_image.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <algorithm>
#include <array>

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned lineBits = 512; ///< of a cache line

// The width in bits of the instruction's data, or 0 if it does not count.
unsigned dataWidth(const Instruction &instruction) {
  const Type *type = instruction.getType();
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    type = store->getValueOperand()->getType();
  type = type->getScalarType();
  const unsigned width = type->getPrimitiveSizeInBits();
  const bool isMemory = isa<LoadInst, StoreInst>(instruction);
  // 64-bit integers are mostly addresses, unless they are loaded or stored.
  const bool counts =
      type->isFloatingPointTy() || (type->isIntegerTy() && (isMemory || width < 64));
  const bool isData = isMemory || isa<BinaryOperator, UnaryOperator, CallInst>(instruction);
  return counts && isData && width >= 8 ? width : 0;
}

// Whether each lane loads by itself.
bool isScattered(const Instruction &instruction, const StrideInfo &strides) {
  return isa<LoadInst>(instruction) &&
         classifyAccess(strides, instruction).kind == MemoryAccess::Kind::Scattered;
}

// The words of a private array.
unsigned wordsOf(const AllocaInst &array) {
  constexpr std::uint64_t wordBytes = 4, most = 1024;
  const auto bytes = array.getAllocationSize(array.getDataLayout());
  return bytes && bytes->isFixed() ? std::min(bytes->getFixedValue() / wordBytes, most) : most;
}

// The values of a gang that live through a loop, with the elements of private arrays: those may
// become registers.
unsigned valuesThrough(const Loop &loop, const UniformityInfo &uniformity) {
  SmallPtrSet<const Value *, 16> values;
  SmallPtrSet<const AllocaInst *, 4> arrays;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (isa<PHINode>(instruction)) {
        if (block == loop.getHeader() && uniformity.isDivergent(&instruction))
          values.insert(&instruction);
        continue;
      }
      if (const Value *pointer = getLoadStorePointerOperand(&instruction))
        if (const auto *array = dyn_cast<AllocaInst>(getUnderlyingObject(pointer)))
          arrays.insert(array);
      for (const Value *operand : instruction.operand_values()) {
        const auto *definition = dyn_cast<Instruction>(operand);
        if ((definition ? !loop.contains(definition) : isa<Argument>(operand)) &&
            uniformity.isDivergent(operand))
          values.insert(operand);
      }
    }
  unsigned count = std::max<unsigned>(values.size(), 1);
  for (const AllocaInst *array : arrays)
    count += wordsOf(*array);
  return count;
}

// How many gangs could run in the time of one, because so many units mostly wait for results. No
// more than the fewest units load.
unsigned gangsAtOnce(const Loop &loop, unsigned units, unsigned lanes, const LoopInfo &loops,
                     const UniformityInfo &uniformity, const StrideInfo &strides,
                     const CostModel &costs) {
  if (loop.getNumBlocks() != 1)
    return 1;
  unsigned work = 0;
  for (const Instruction &instruction : *loop.getHeader())
    if (uniformity.isDivergent(&instruction))
      work += isScattered(instruction, strides) ? lanes * units / CostModel::fewestUnits
                                                : costs.timingOf(instruction).work;
  const unsigned length = recurrenceLength(loop, loops, uniformity, costs);
  return std::clamp(units * length / std::max(work, 1u), 1u, CostModel::gangLimit);
}

// How many gangs at once suit a loop whose iterations do not wait for each other, but are longer
// than the CPU looks ahead: instructions that wait fill its queues before it comes to those of the
// next iteration. Those of several gangs take turns.
unsigned gangsOfLongChains(const Loop &loop, const UniformityInfo &uniformity,
                           const StrideInfo &strides, const CostModel &costs) {
  if (loop.getNumBlocks() != 1)
    return 1;
  const BasicBlock &body = *loop.getHeader();
  unsigned size = 0;
  for (const Instruction &instruction : body) {
    if (isScattered(instruction, strides) || instruction.mayWriteToMemory())
      return 1;
    size += uniformity.isDivergent(&instruction);
  }
  if (size > CostModel::shortLoop || chainLength(body, uniformity, costs) < CostModel::lookAhead)
    return 1;
  return CostModel::gangLimit;
}

// The most vectors of a gang that are alive at once in a block, without those that live on behind
// it.
unsigned mostAlive(const BasicBlock &block, const UniformityInfo &uniformity) {
  SmallPtrSet<const Value *, 32> alive;
  unsigned most = 0;
  for (const Instruction &instruction : reverse(block)) {
    alive.erase(&instruction);
    for (const Value *operand : instruction.operand_values())
      if (const auto *definition = dyn_cast<Instruction>(operand);
          definition && dataWidth(*definition) && uniformity.isDivergent(definition))
        alive.insert(definition);
    most = std::max<unsigned>(most, alive.size());
  }
  return most;
}

// Whether two gangs at once suit a block that is one long chain, such as the sum of a window or a
// hash: the CPU looks ahead to the next gangs' chains, but those that wait fill its queues. The
// block keeps its values in so many registers.
bool isLongChain(const BasicBlock &block, unsigned registers, const UniformityInfo &uniformity,
                 const StrideInfo &strides, const CostModel &costs) {
  unsigned work = 0;
  for (const Instruction &instruction : block) {
    const bool isCall = isa<CallInst>(instruction) &&
                        !(isa<IntrinsicInst>(instruction) && !instruction.mayReadOrWriteMemory());
    if (isCall || isScattered(instruction, strides) || instruction.isAtomic() ||
        instruction.isVolatile())
      return false;
    if (uniformity.isDivergent(&instruction))
      work += costs.timingOf(instruction).work;
  }
  const unsigned length = chainLength(block, uniformity, costs);
  if (length < CostModel::lookAhead || CostModel::mostUnits * length < 2 * work)
    return false;
  // In a chain of hundreds of operations most values wait long enough to come from the stack.
  const unsigned alive = mostAlive(block, uniformity);
  return length >= CostModel::longChain ? alive <= registers : 2 * alive <= registers;
}

// How many gangs at once suit a region that mostly waits for atomic updates of global memory: all
// lanes that update one address share an update.
unsigned gangsOfUpdates(const Function &function, const UniformityInfo &uniformity,
                        const LoopInfo &loops) {
  std::uint64_t work = 0, updates = 0;
  for (const Instruction &instruction : instructions(function)) {
    const auto *update = dyn_cast<AtomicRMWInst>(&instruction);
    const std::uint64_t weight = CostModel::loopWeight(*instruction.getParent(), loops);
    if (update && update->getPointerAddressSpace() == globalSpace && isCombinedOverLanes(*update) &&
        !uniformity.isDivergent(update->getPointerOperand()))
      updates += weight;
    else if (uniformity.isDivergent(&instruction))
      work += weight;
  }
  return updates != 0 && work <= updates * CostModel::atomicUpdateCost ? 4 : 1;
}

// Whether lanes leave a loop without memory at different times.
bool isDivergentCalculation(const Loop &loop, const UniformityInfo &uniformity) {
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return any_of(exiting,
                [&](BasicBlock *block) {
                  return const_cast<UniformityInfo &>(uniformity).hasDivergentTerminator(*block);
                }) &&
         none_of(loop.blocks(), [](const BasicBlock *block) {
           return any_of(*block, [](const Instruction &instruction) {
             return instruction.mayReadOrWriteMemory();
           });
         });
}

// Finds loads that wait for the previous iteration, such as those of searches, merges and lists:
// their address depends on a value that the previous iteration loaded, or chose by a condition.
class DependentLoads {
public:
  DependentLoads(const Loop &loop, const UniformityInfo &uniformity)
      : loop(loop), uniformity(uniformity) {}

  bool any() {
    SmallVector<const Instruction *> waiting;
    if (loop.getLoopLatch())
      for (const PHINode &phi : loop.getHeader()->phis())
        if (isUnforeseen(phi))
          waiting.push_back(&phi);
    SmallPtrSet<const Instruction *, 16> dependent;
    while (!waiting.empty())
      for (const User *user : waiting.pop_back_val()->users()) {
        const auto *instruction = cast<Instruction>(user);
        if (!loop.contains(instruction) || isOfHeader(*instruction))
          continue;
        const auto *load = dyn_cast<LoadInst>(instruction);
        if (load && uniformity.isDivergent(load->getPointerOperand()))
          return true;
        if (dependent.insert(instruction).second)
          waiting.push_back(instruction);
      }
    return false;
  }

private:
  bool isOfHeader(const Instruction &instruction) const {
    return instruction.getParent() == loop.getHeader() && isa<PHINode>(instruction);
  }

  // Whether the next value needs a load or a choice of this iteration.
  bool isUnforeseen(const PHINode &phi) const {
    if (!uniformity.isDivergent(&phi))
      return false;
    SmallVector<const Value *> waiting{phi.getIncomingValueForBlock(loop.getLoopLatch())};
    SmallPtrSet<const Instruction *, 16> seen;
    while (!waiting.empty()) {
      const auto *step = dyn_cast<Instruction>(waiting.pop_back_val());
      if (!step || !loop.contains(step) || isOfHeader(*step) || !seen.insert(step).second)
        continue;
      if (isa<LoadInst, SelectInst, PHINode>(step))
        return true;
      append_range(waiting, step->operand_values());
    }
    return false;
  }

  const Loop &loop;
  const UniformityInfo &uniformity;
};

bool isLatencyBound(const Loop &loop, const UniformityInfo &uniformity) {
  return isDivergentCalculation(loop, uniformity) || DependentLoads(loop, uniformity).any();
}

// Whether neighbouring lanes read neighbouring elements of global memory in a group-stride loop.
bool readsByGroupStride(const Loop &loop, const StrideInfo &strides) {
  return getBooleanLoopAttribute(&loop, groupStrideLoopMark) &&
         any_of(loop.blocks(), [&](const BasicBlock *block) {
           return any_of(*block, [&](const Instruction &instruction) {
             const auto *load = dyn_cast<LoadInst>(&instruction);
             return load && load->getPointerAddressSpace() == globalSpace &&
                    classifyAccess(strides, *load).kind == MemoryAccess::Kind::Contiguous;
           });
         });
}

// How many gangs at once suit a region that only reads and writes global memory. All loads of these
// gangs come before their stores. No later pass can reorder them, as it does not know that the
// buffers do not overlap.
unsigned gangsOfStream(const Function &function, const CostModel &costs,
                       const UniformityInfo &uniformity, const LoopInfo &loops) {
  unsigned work = 0, components = 1;
  bool reads = false, writes = false;
  for (const Instruction &instruction : instructions(function)) {
    const bool isStore = isa<StoreInst>(instruction);
    if (const Value *pointer = getLoadStorePointerOperand(&instruction)) {
      if (!uniformity.isDivergent(&instruction) && !isStore)
        continue;
      if (pointer->getType()->getPointerAddressSpace() != globalSpace)
        return 1;
      (isStore ? writes : reads) = true;
      if (const auto *record = dyn_cast<FixedVectorType>(getLoadStoreType(&instruction)))
        components = std::max(components, record->getNumElements());
    } else if (instruction.mayReadOrWriteMemory()) {
      return 1;
    }
    if (!dataWidth(instruction) || !(uniformity.isDivergent(&instruction) || isStore))
      continue;
    // Other operations than these are split into those of components.
    const auto *vector = dyn_cast<FixedVectorType>(instruction.getType());
    work += vector && !isa<LoadInst>(instruction) ? vector->getNumElements() : 1;
  }
  if (!loops.empty() || !reads || !writes || work > CostModel::streamLimit)
    return 1;
  // Components fill the registers: those of two records of each gang are alive at once.
  return components == 1 ? 4 : 2 * 2 * components <= costs.registerCount() ? 2 : 1;
}

// Whether lanes access texels of their own.
bool accessesTexels(const Function &function, const UniformityInfo &uniformity) {
  return any_of(instructions(function), [&](const Instruction &instruction) {
    const auto kind = imageAccessKind(calleeName(instruction));
    return kind && (*kind == ImageAccessKind::Write || uniformity.isDivergent(&instruction));
  });
}

} // namespace

unsigned wordLanes(const CostModel &costs) {
  return std::clamp<unsigned>(bit_floor(costs.registerBits() / 32), 4, maxPredicatedVf);
}

VectorisationFactors chooseVectorisationFactors(const Function &function, const CostModel &costs,
                                                const UniformityInfo &uniformity,
                                                const StrideInfo &strides, const LoopInfo &loops) {
  std::array<std::uint64_t, 4> weights{}; // of 8, 16, 32 and 64 bits
  for (const Instruction &instruction : instructions(function)) {
    const unsigned width = std::min(dataWidth(instruction), 64u);
    const bool varies = uniformity.isDivergent(&instruction) || isa<StoreInst>(instruction);
    if (width && varies)
      weights[Log2_32(width) - 3] += CostModel::loopWeight(*instruction.getParent(), loops);
  }
  // The wider of two widths with the same weight.
  const auto heaviest = std::max_element(weights.rbegin(), weights.rend());
  const bool isEmpty = *heaviest == 0;
  const unsigned width = isEmpty ? 32 : 64u >> (heaviest - weights.rbegin());
  unsigned lanes = wordLanes(costs) * 32 / width;
  const bool waits = any_of(loops.getLoopsInPreorder(),
                            [&](const Loop *loop) { return isLatencyBound(*loop, uniformity); });
  if (waits)
    lanes *= 2;
  // Rounds of such loops are far apart, so gangs of half a line would read each line twice.
  if (any_of(loops.getLoopsInPreorder(),
             [&](const Loop *loop) { return readsByGroupStride(*loop, strides); }))
    lanes = std::max(lanes, lineBits / width);
  lanes = std::clamp<unsigned>(lanes, 4, maxPredicatedVf);
  // A routine takes its time for all lanes that it has room for.
  if (accessesTexels(function, uniformity))
    lanes = std::max<unsigned>(lanes, WEFT_IMAGE_LANES);
  unsigned gangs = std::max(gangsOfStream(function, costs, uniformity, loops),
                            gangsOfUpdates(function, uniformity, loops));
  // For values of the width that the lanes have, of one gang after another.
  const unsigned ofValue = std::max(1u, lanes * width / costs.registerBits());
  const unsigned registers = costs.registerCount() * 3 / 4 / ofValue;
  const bool isChain = any_of(function, [&](const BasicBlock &block) {
    const bool isWhatTakesTime =
        loops.empty() || (loops.getLoopFor(&block) && block.size() > CostModel::shortLoop);
    return isWhatTakesTime && isLongChain(block, registers, uniformity, strides, costs);
  });
  if (isChain)
    gangs = std::max(gangs, 2u);
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    const auto atOnce = [&](unsigned units) {
      return gangsAtOnce(*loop, units, lanes, loops, uniformity, strides, costs);
    };
    const unsigned wanted =
        std::max({isDivergentCalculation(*loop, uniformity) ? 2u : 1u, atOnce(CostModel::mostUnits),
                  gangsOfLongChains(*loop, uniformity, strides, costs)});
    gangs = std::max({gangs, atOnce(CostModel::fewestUnits),
                      std::min(wanted, registers / valuesThrough(*loop, uniformity))});
  }
  const unsigned wide = std::min(lanes * bit_floor(gangs), maxVf);
  return {lanes, wide, isChain ? std::min(2 * lanes, maxSoleVf) : lanes, waits};
}

} // namespace weft::compiler
