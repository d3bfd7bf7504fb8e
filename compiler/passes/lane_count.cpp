#include "compiler/passes/lane_count.h"

#include "device/kernel_abi.h"

#include "llvm/ADT/bit.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <array>

namespace weft::compiler {

using namespace llvm;

namespace {

// What an instruction in a loop counts more than one before it.
constexpr std::uint64_t iterations = 8;

std::uint64_t weightOf(const BasicBlock &block, const LoopInfo &loops) {
  std::uint64_t weight = 1;
  for (unsigned depth = std::min(loops.getLoopDepth(&block), 4u); depth != 0; --depth)
    weight *= iterations;
  return weight;
}

// The bits of what the instruction works on, or 0 where it does not count.
unsigned dataWidth(const Instruction &instruction) {
  const Type *type = instruction.getType();
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    type = store->getValueOperand()->getType();
  type = type->getScalarType();
  const unsigned width = type->getPrimitiveSizeInBits();
  const bool isMemory = isa<LoadInst, StoreInst>(instruction);
  // 64-bit integers are addresses more often than not, unless memory holds them.
  const bool counts =
      type->isFloatingPointTy() || (type->isIntegerTy() && (isMemory || width < 64));
  const bool isData = isMemory || isa<BinaryOperator, UnaryOperator, CallInst>(instruction);
  return counts && isData && width >= 8 ? width : 0;
}

bool isLatencyBound(const Loop &loop, const UniformityInfo &uniformity) {
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

} // namespace

unsigned chooseLaneCount(const Function &function, unsigned wordLanes,
                         const UniformityInfo &uniformity, const LoopInfo &loops) {
  std::array<std::uint64_t, 4> weights{}; // of 8, 16, 32 and 64 bits
  for (const Instruction &instruction : instructions(function)) {
    const unsigned width = std::min(dataWidth(instruction), 64u);
    const bool varies = uniformity.isDivergent(&instruction) || isa<StoreInst>(instruction);
    if (width && varies)
      weights[Log2_32(width) - 3] += weightOf(*instruction.getParent(), loops);
  }
  // The wider one where two weigh the same.
  const auto heaviest = std::max_element(weights.rbegin(), weights.rend());
  const bool isEmpty = *heaviest == 0;
  const unsigned width = isEmpty ? 32 : 64u >> (heaviest - weights.rbegin());
  unsigned lanes = wordLanes * 32 / width;
  if (any_of(loops.getLoopsInPreorder(),
             [&](const Loop *loop) { return isLatencyBound(*loop, uniformity); }))
    lanes *= 2;
  return std::clamp<unsigned>(lanes, 4, WEFT_FRAME_LANES);
}

} // namespace weft::compiler
