// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/vector_type_costs.h"

#include "compiler/passes/analysis/costs/dependence_chains.h"
#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/support/builtin_traits.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace weft::compiler {

using namespace llvm;

namespace {

// Instructions of a work-item, or operations of a gang.
constexpr unsigned ofPermutation = 2, ofExtraction = 2, ofReductionStep = 2;
constexpr unsigned ofSlowOperation = 6, ofDotProduct = 3, ofItemDivision = 10, ofGangDivision = 40;
// A divergent branch, which the CPU cannot predict.
constexpr unsigned ofDivergentBranch = 8;
// The loop over the work-items or gangs, and addresses.
constexpr unsigned ofItemLoop = 2, ofGangLoop = 8;
// The address of a lane whose data are not contiguous with others'; and shuffles: for a word of a
// gather or scatter, or to extract a record's address and insert each of its parts.
constexpr unsigned ofScatteredLane = 2, ofWord = 2, ofPlace = 3, ofPiece = 2, pieceBits = 128;
// Instructions and operations in twelfths of a cycle: six scalar instructions, and four vector
// instructions, execute at a time, but fewer than two shuffles.
constexpr unsigned ofItemInstruction = 2, ofGangOperation = 3, ofShuffle = 7, ofCycle = 12;

// The type of an instruction's data.
const Type &dataType(const Instruction &instruction) {
  if (isa<StoreInst, CmpInst>(instruction))
    return *instruction.getOperand(0)->getType();
  return *instruction.getType();
}

unsigned componentsOf(const Type &type) {
  const auto *vector = dyn_cast<FixedVectorType>(&type);
  return vector ? vector->getNumElements() : 1;
}

// Single 64-bit integers are mostly addresses, computed from that of the first lane.
bool isAddress(const Instruction &instruction) {
  return instruction.getType()->isIntegerTy(64) && !isa<LoadInst, StoreInst>(instruction);
}

bool isFree(const Instruction &instruction) {
  return instruction.isTerminator() || isAddress(instruction) ||
         isa<PHINode, GetElementPtrInst, AllocaInst>(instruction) ||
         (isa<CastInst>(instruction) &&
          cast<CastInst>(instruction).isNoopCast(instruction.getDataLayout())) ||
         instruction.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(instruction);
}

// A splat vector; null for other values.
const Value *splatValue(const Instruction &instruction) {
  if (const auto *put = dyn_cast<InsertElementInst>(&instruction))
    return put->hasOneUse() && isa<ShuffleVectorInst>(put->user_back())
               ? splatValue(*put->user_back())
               : nullptr;
  return isa<ShuffleVectorInst>(instruction) ? getSplatValue(&instruction) : nullptr;
}

// Whether a component is moved between a vector and memory, as by vload3. One instruction does
// both.
bool isMovedAlone(const Value &value) {
  return value.hasOneUse() && (isa<LoadInst>(value) || (isa<ExtractElementInst>(value) &&
                                                        isa<StoreInst>(value.user_back())));
}

// Whether records stay in memory order: nothing combines their components. Values shared by all
// components are spread over them.
bool staysInSequence(const Instruction &instruction) {
  if (!isa<VectorType>(dataType(instruction)))
    return !isa<ExtractElementInst>(instruction);
  return !isa<ShuffleVectorInst, InsertElementInst>(instruction) || splatValue(instruction);
}

class Estimate {
public:
  Estimate(unsigned vf, bool areInSequence, const CostModel &costs, const StrideInfo &strides)
      : vf(vf), areInSequence(areInSequence), costs(costs), strides(strides),
        registerBits(costs.registerBits()) {}

  void add(const Instruction &instruction, const Loop *loop, std::uint64_t times) {
    const Type &type = dataType(instruction);
    const unsigned components = componentsOf(type), bits = type.getScalarSizeInBits();
    if (bits < 8)
      return;
    of = {components, vf * bits, registersFor(components * bits),
          components * registersFor(vf * bits)};
    hasVectors |= components > 1;
    const Taken taken = count(instruction);
    Sum &sum = sums[loop];
    sum.item += times * taken.item * ofItemInstruction;
    sum.gang += times * (taken.gang + taken.shuffles) * ofGangOperation;
    sum.shuffles += times * taken.shuffles * ofShuffle;
  }

  void addDivergentBranch(const Loop *loop, std::uint64_t times) {
    sums[loop].item += times * ofDivergentBranch * ofItemInstruction;
  }

  /// A loop takes at least as long as its recurrence, for a work-item as for a gang.
  void addRecurrence(const Loop &loop, std::uint64_t cycles) {
    Sum &sum = sums[&loop];
    sum.item = std::max(sum.item, ofCycle * cycles);
    sum.gang = std::max(sum.gang, ofCycle * cycles);
  }

  VectorTypeCosts result() const {
    std::uint64_t item = ofItemLoop * ofItemInstruction, gang = ofGangLoop * ofGangOperation;
    for (const auto &[loop, sum] : sums) {
      item += sum.item;
      gang += std::max(sum.gang, sum.shuffles);
    }
    return {hasVectors, gang, vf * item};
  }

private:
  struct Size {
    unsigned components;
    unsigned gangBits; ///< of a component
    unsigned itemRegisters, gangRegisters;
  };
  struct Taken {
    unsigned item, gang, shuffles = 0;
  };
  struct Sum {
    std::uint64_t item = 0, gang = 0, shuffles = 0;
  };

  unsigned registersFor(unsigned bits) const { return divideCeil(bits, registerBits); }

  // The cost of a work-item, and of a gang.
  Taken count(const Instruction &instruction) const {
    if (const Value *pointer = getLoadStorePointerOperand(&instruction))
      return countAccess(instruction, *pointer);
    switch (instruction.getOpcode()) {
    case Instruction::ShuffleVector:
      return {ofPermutation * of.itemRegisters, 0, areInSequence ? of.gangRegisters : 0};
    case Instruction::ExtractElement:
      return {isMovedAlone(instruction) ? 1 : ofExtraction, 0};
    case Instruction::InsertElement:
      return {isMovedAlone(*instruction.getOperand(1)) ? 0u : 1u, 0};
    case Instruction::FDiv:
      return countOperations(ofSlowOperation, of.itemRegisters);
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return {ofItemDivision * of.components, ofGangDivision * of.gangRegisters};
    case Instruction::Call:
      return countCall(cast<CallInst>(instruction));
    default:
      return countOperations(1, of.itemRegisters);
    }
  }

  Taken countOperations(unsigned weight, unsigned ofItem) const {
    return {weight * ofItem, weight * of.gangRegisters};
  }

  // Private memory holds a gang's components separately. Bytes of two registers are permuted by one
  // instruction, if there is one.
  Taken countAccess(const Instruction &access, const Value &pointer) const {
    const bool isPrivate = isa<AllocaInst>(getUnderlyingObject(&pointer));
    const bool isSorted = !isPrivate && !areInSequence && of.components > 1;
    const bool areBytes = of.gangBits == vf * 8;
    const unsigned stages = !isSorted                           ? 0
                            : areBytes && costs.permutesBytes() ? 1
                                                                : Log2_32_Ceil(of.components);
    const bool isScattered = !isPrivate && isScatteredAccess(access, pointer);
    const unsigned pieces = divideCeil(of.components * of.gangBits, vf * pieceBits);
    const unsigned ofLane = of.components == 1 ? ofWord : ofPlace + ofPiece * pieces;
    return {of.itemRegisters + !isPowerOf2_32(of.components),
            of.gangRegisters + (isScattered ? ofScatteredLane * vf : 0),
            stages * of.gangRegisters + (isScattered ? ofLane * vf : 0)};
  }

  // Vectors that fill a word are as close to each other as words in a record.
  bool isScatteredAccess(const Instruction &access, const Value &pointer) const {
    Type *type = getLoadStoreType(&access);
    const auto isScattered = [&](Type &type) {
      return classifyAccess(strides, access.getDataLayout(), pointer, type).kind ==
             MemoryAccess::Kind::Scattered;
    };
    return isScattered(*type) &&
           !(isWordOfComponents(*type) && !isScattered(*Type::getInt32Ty(type->getContext())));
  }

  Taken countCall(const CallInst &call) const {
    const Function *callee = call.getCalledFunction();
    const bool isIntrinsic = isa<IntrinsicInst>(call);
    if (!isIntrinsic && !(callee && isElementwise(callee->getName()))) {
      return {0, 0};
    }
    const bool isDotProduct = !isIntrinsic && dotProductSigns(callee->getName());
    const bool isSlow = isIntrinsic ? call.getIntrinsicID() == Intrinsic::sqrt : !isDotProduct;
    const Type &operand = *call.getArgOperand(call.arg_size() - 1)->getType();
    if (!isa<VectorType>(operand) || isa<VectorType>(call.getType()))
      return countOperations(isSlow         ? ofSlowOperation
                             : isDotProduct ? ofDotProduct
                                            : 1,
                             of.itemRegisters);
    const unsigned components = componentsOf(operand);
    return {ofReductionStep * Log2_32_Ceil(components), (components - 1) * of.gangRegisters};
  }

  const unsigned vf;
  const bool areInSequence;
  const CostModel &costs;
  const StrideInfo &strides;
  const unsigned registerBits;
  Size of{};                         ///< of the instruction's data
  MapVector<const Loop *, Sum> sums; ///< outside inner loops of each
  bool hasVectors = false;
};

} // namespace

VectorTypeCosts estimateVectorTypes(const Function &function, unsigned vf, const CostModel &costs,
                                    const UniformityInfo &uniformity, const StrideInfo &strides,
                                    const LoopInfo &loops) {
  SmallVector<const Instruction *> counted;
  for (const Instruction &instruction : instructions(function))
    if (!isFree(instruction) &&
        (uniformity.isDivergent(&instruction) || isa<StoreInst>(instruction)))
      counted.push_back(&instruction);
  const bool areInSequence =
      all_of(counted, [](const Instruction *instruction) { return staysInSequence(*instruction); });
  Estimate estimate(vf, areInSequence, costs, strides);
  for (const Instruction *instruction : counted) {
    const BasicBlock *block = instruction->getParent();
    estimate.add(*instruction, loops.getLoopFor(block), CostModel::loopWeight(*block, loops));
  }
  for (const BasicBlock &block : function)
    if (const_cast<UniformityInfo &>(uniformity).hasDivergentTerminator(block))
      estimate.addDivergentBranch(loops.getLoopFor(&block), CostModel::loopWeight(block, loops));
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      estimate.addRecurrence(*loop,
                             CostModel::loopWeight(*loop->getHeader(), loops) *
                                 std::uint64_t{recurrenceLength(*loop, loops, uniformity, costs)});
  return estimate.result();
}

} // namespace weft::compiler
