// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/version_price.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/images/image_words.h"
#include "compiler/passes/support/lanes/lane_arrays.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/vectorise/access_price.h"
#include "compiler/passes/vectorise/widen/memory/neighbour_atomics.h"
#include "compiler/passes/vectorise/widen/memory/widen_atomics.h"
#include "compiler/passes/vectorise/widen/widen_division.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi_image.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned splatSize = 2, branchesOfChoice = 3, laneLoopSize = 10;

class VersionPricer {
public:
  VersionPricer(const WideningSource &source, unsigned lanes, bool takesMask)
      : source(source), strides(source.strides), costs(source.costs), lanes(lanes),
        takesMask(takesMask), layout(source.function.getDataLayout()) {}

  VersionPrice run();

private:
  void fail(const Twine &text, const Instruction &place);
  bool isMasked(const BlockPlan &block) const;
  void priceControl(const BlockPlan &block);
  void priceEdge(const BlockPlan &from, const BasicBlock &to, bool hasMask);
  void price(const Instruction &instruction, unsigned times);
  void priceVarying(const Instruction &instruction);
  void priceByKind(const Instruction &instruction);
  void priceStore(const StoreInst &store);
  void priceCall(const CallInst &call);
  bool priceImage(const CallInst &call);
  void priceUpdate(const AtomicRMWInst &update);
  void priceCast(const Type &from, const Type &to);
  bool isInverted(const BinaryOperator &division) const;
  void priceDivision(const BinaryOperator &division);
  void priceOrder(const Instruction &instruction);
  void replicate(const Instruction &instruction, bool onlyActive);

  void takeAccess(const AccessPrice &price, const Instruction &instruction);
  unsigned sizeOfStride(const Value &value) const;
  unsigned splats(const Instruction &instruction) const;
  bool isRow(const Value &coordinates) const;
  bool countsNarrowNumbers(const AtomicRMWInst &update) const;
  bool dependsOnLoad(const Value &address) const;
  unsigned weightOf(const BasicBlock &block);

  const WideningSource &source;
  const StrideInfo &strides;
  const CostModel &costs;
  const unsigned lanes;
  const bool takesMask;
  const DataLayout &layout;
  SmallPtrSet<const BasicBlock *, 16> masked, rare;
  bool hasMask = false;                                       ///< the current block
  unsigned copies = 0;                                        ///< of replicated instructions
  unsigned varying = 0, slow = 0, scattered = 0, lookUps = 0; ///< of the current instruction
  VersionPrice result;
};

void VersionPricer::fail(const Twine &text, const Instruction &place) {
  if (result.isPossible())
    result.problem = {text.str(), place.getDebugLoc()};
}

VersionPrice VersionPricer::run() {
  constexpr unsigned rareShare = 4;
  const MaskPlan &plan = source.masks;
  if (!plan.problem().empty()) {
    result.problem.text = plan.problem();
    if (plan.problemLocation())
      result.problem.place = plan.problemLocation()->getDebugLoc();
    return std::move(result);
  }
  ++result.size; // the branch to the first block
  for (const BlockPlan &block : plan.blocks()) {
    hasMask = isMasked(block);
    if (hasMask)
      masked.insert(block.block);
    const unsigned weight = weightOf(*block.block);
    const auto sizeBefore = result.size;
    for (const Instruction &instruction : *block.block) {
      if (!isa<PHINode>(instruction) && !instruction.isTerminator())
        price(instruction, weight);
      priceOrder(instruction);
    }
    priceControl(block);
    // Code that hardly ever runs is built, but takes no space in caches.
    if (weight == 0)
      result.size = sizeBefore + (result.size - sizeBefore) / rareShare;
  }
  return std::move(result);
}

// Blocks that are reached only if lanes disagree about what nearly always holds are rarely run.
unsigned VersionPricer::weightOf(const BasicBlock &block) {
  const auto isRareEdge = [&](const BasicBlock *from) {
    const auto *branch = dyn_cast<BranchInst>(from->getTerminator());
    const auto *call =
        branch && branch->isConditional() ? dyn_cast<CallInst>(branch->getCondition()) : nullptr;
    return rare.contains(from) || (call && isAllLanes(*call) && branch->getSuccessor(0) != &block);
  };
  if (!pred_empty(&block) && all_of(predecessors(&block), isRareEdge)) {
    rare.insert(&block);
    return 0;
  }
  return CostModel::loopWeight(block, source.loops);
}

bool VersionPricer::isMasked(const BlockPlan &block) const {
  switch (block.mask) {
  case BlockPlan::Mask::Entry:
    return takesMask;
  case BlockPlan::Mask::Follows:
  case BlockPlan::Mask::Together:
    return masked.contains(block.maskOf);
  case BlockPlan::Mask::Variable:
    return true;
  }
  llvm_unreachable("all masks are known");
}

// The mask, its test, phis and branches of a block.
void VersionPricer::priceControl(const BlockPlan &block) {
  constexpr unsigned testOfMask = 3, latch = 9;
  result.size += block.mask == BlockPlan::Mask::Variable;
  if (block.execution == BlockPlan::Execution::Guarded)
    result.size += testOfMask;
  for (const PHINode &phi : block.block->phis()) {
    if (!strides.isUniform(phi) && !isVectorElement(*phi.getType()))
      fail("values of vector or aggregate types vary", phi);
    ++result.size;
  }
  switch (block.exit) {
  case BlockPlan::Exit::Return:
    result.size += 1 + hasMask;
    break;
  case BlockPlan::Exit::Jump:
    ++result.size;
    break;
  case BlockPlan::Exit::UniformBranch:
    result.size += branchesOfChoice;
    break;
  case BlockPlan::Exit::DivergentBranch:
    result.size += 2 + 2 * hasMask;
    break;
  case BlockPlan::Exit::Latch:
    result.size += latch;
    break;
  }
  for (const BlockPlan::Edge &edge : block.edges)
    priceEdge(block, *edge.to, hasMask || block.exit == BlockPlan::Exit::DivergentBranch);
}

// Masks that come together, and selects of values.
void VersionPricer::priceEdge(const BlockPlan &from, const BasicBlock &to, bool hasLanes) {
  const bool isFirst = from.edgeTo(to).isFirst;
  result.size += !isFirst && source.masks[to].mask == BlockPlan::Mask::Variable;
  for (const PHINode &phi : to.phis()) {
    const Value *value = phi.getIncomingValueForBlock(from.block);
    if (!strides.isUniform(phi) && strides.isUniform(*value) && !isa<Constant>(value))
      result.size += splatSize;
    result.size += !isFirst && hasLanes;
  }
}

// Operands that come into the order of records, and records that are sorted where their flow ends.
void VersionPricer::priceOrder(const Instruction &instruction) {
  for (const Use &operand : instruction.operands())
    result.size += source.records.outsideOf(operand) != nullptr;
  if (const RecordGroup *end = source.records.endAt(instruction)) {
    result.size += 1 + end->size();
    result.shuffling += costs.splitGrowth(*end->front()->getType(), end->size(), lanes);
  }
}

// The base of a stride in lane 0, and its conditions.
unsigned VersionPricer::sizeOfStride(const Value &value) const {
  constexpr unsigned comparison = 3;
  const Stride *stride = strides.strideOf(value);
  return !stride || stride->isRoot() ? 0 : 1 + comparison * stride->conditions.size();
}

// What uniform operands take to become vectors.
unsigned VersionPricer::splats(const Instruction &instruction) const {
  unsigned size = 0;
  for (const Value *operand : instruction.operand_values())
    if (!isa<Constant>(operand) && !isa<BasicBlock>(operand) && strides.isUniform(*operand))
      size += splatSize;
  return size;
}

void VersionPricer::price(const Instruction &instruction, unsigned times) {
  if (isa<DbgInfoIntrinsic, NoAliasScopeDeclInst, AssumeInst>(instruction) ||
      instruction.isLifetimeStartOrEnd())
    return;
  varying = slow = scattered = lookUps = 0;
  const auto *call = dyn_cast<CallInst>(&instruction);
  const auto subGroups = findSubGroupFunction(instruction);
  if (subGroups && subGroups->action == SubGroupAction::Clustered &&
      !strides.isUniform(*call->getArgOperand(1)))
    fail("the size of clusters varies", instruction);
  if (const auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
    priceStore(*store);
  else if (const auto *array = dyn_cast<AllocaInst>(&instruction); array && isLaneArray(*array))
    ++result.size;
  else if (call && isUniformLaneFunction(*call))
    result.size += 4;
  else if (is_contained({StringRef(laneNumberFunction), StringRef(vfFunction)},
                        calleeName(instruction)))
    return;
  else if (subGroups)
    result.size += 4 * Log2_32(lanes);
  else if (strides.isUniform(instruction))
    ++result.size;
  else
    priceVarying(instruction);
  result.varying += std::uint64_t{varying} * times;
  result.slow += std::uint64_t{slow} * times;
  result.scattered += std::uint64_t{scattered} * times;
  result.lookUps += std::uint64_t{lookUps} * times;
}

void VersionPricer::priceVarying(const Instruction &instruction) {
  varying = 1;
  result.size += sizeOfStride(instruction);
  if (instruction.getType()->isIntegerTy() && isExact(strides, instruction))
    result.size += 1 + splatSize;
  else
    priceByKind(instruction);
  // Scalar code folds address arithmetic into its loads and stores.
  if (isa<GetElementPtrInst, TruncInst, SExtInst, ZExtInst, AddrSpaceCastInst>(instruction))
    varying = 0;
  // Slow in scalar code, and slightly less so in vectors; very slow if done lane by lane.
  if (const auto *division = dyn_cast<BinaryOperator>(&instruction);
      division && division->isIntDivRem() && !isa<Constant>(division->getOperand(1))) {
    varying = CostModel::divisionWeight;
    slow += dividesInFloatingPoint(*division) || isInverted(*division) ? 1 : 4;
  }
}

void VersionPricer::priceByKind(const Instruction &instruction) {
  if (const auto *array = dyn_cast<AllocaInst>(&instruction)) {
    if (!array->getAllocationSize(layout) || !array->isStaticAlloca())
      fail("a private array of variable size", instruction);
    result.size += 2;
  } else if (const auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
    takeAccess(priceLoad(source, *load, lanes, hasMask), *load);
  } else if (const auto *call = dyn_cast<CallInst>(&instruction)) {
    priceCall(*call);
  } else if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    priceUpdate(*update);
  } else if (isa<LoadInst, StoreInst, AtomicCmpXchgInst, FenceInst>(instruction)) {
    if (isa<AtomicCmpXchgInst>(instruction) && !needsLanes(source.function))
      fail("a work-item may wait for others of its gang", instruction);
    replicate(instruction, /*onlyActive=*/true);
  } else if (isa<ExtractElementInst, InsertElementInst, ShuffleVectorInst, ExtractValueInst>(
                 instruction)) {
    result.size += splats(instruction);
  } else if (instruction.isIntDivRem()) {
    priceDivision(cast<BinaryOperator>(instruction));
  } else if (isa<BitCastInst>(instruction)) {
    priceCast(*instruction.getOperand(0)->getType(), *instruction.getType());
  } else {
    if (!isVectorElement(*instruction.getType()))
      fail("values of vector or aggregate types vary", instruction);
    result.size += 1 + splats(instruction);
  }
}

// Bits of records: their components come together, and part again.
void VersionPricer::priceCast(const Type &from, const Type &to) {
  result.size += 1;
  if (const auto *vector = dyn_cast<FixedVectorType>(&from)) {
    result.size += vector->getNumElements();
    result.shuffling +=
        costs.joinGrowth(*vector->getElementType(), vector->getNumElements(), lanes);
  }
  if (const auto *vector = dyn_cast<FixedVectorType>(&to)) {
    result.size += vector->getNumElements();
    result.shuffling +=
        costs.splitGrowth(*vector->getElementType(), vector->getNumElements(), lanes);
  }
}

// Whether LLVM can move it out of the loops over work-items.
bool isSameInAllGangs(const Value &value, unsigned depth = 0) {
  constexpr unsigned depthLimit = 6;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return true;
  if (const auto *load = dyn_cast<LoadInst>(instruction))
    return load->hasMetadata(LLVMContext::MD_invariant_load);
  return depth < depthLimit && !isa<PHINode>(instruction) && !instruction->mayReadFromMemory() &&
         all_of(
             instruction->operand_values(),
             [&](const Value *operand) { return isSameInAllGangs(*operand, depth + 1); });
}

// Whether lanes multiply by an inverse that is worth its computation.
bool VersionPricer::isInverted(const BinaryOperator &division) const {
  const Value *divisor = division.getOperand(1);
  if (!isByInvariantLong(division, strides.isUniform(*divisor)))
    return false;
  const Loop *loop = source.loops.getLoopFor(division.getParent());
  const auto *definition = dyn_cast<Instruction>(divisor);
  return lanes >= CostModel::lanesOfInverse || isSameInAllGangs(*divisor) ||
         (loop && !(definition && loop->contains(definition)));
}

// A sequence of floating-point operations (widen_division.h), and a choice of divisors under a
// mask; or products with an inverse.
void VersionPricer::priceDivision(const BinaryOperator &division) {
  constexpr unsigned byUniform = 12, inDouble = 10, inFloat = 24, inverse = 60;
  result.size += 1 + splats(division);
  const Value *divisor = division.getOperand(1);
  if (isInverted(division))
    result.size += inverse;
  if (isa<Constant>(divisor) || !dividesInFloatingPoint(division))
    return;
  result.size += hasMask + (strides.isUniform(*divisor) ? byUniform
                            : costs.dividesInDouble()   ? inDouble
                                                        : inFloat);
}

// Whether an address is computed from what varying loads return, also in other iterations.
bool VersionPricer::dependsOnLoad(const Value &address) const {
  SmallVector<const Value *> pending{&address};
  SmallPtrSet<const Value *, 16> seen;
  while (!pending.empty() && seen.size() < limits::indexSteps) {
    const auto *instruction = dyn_cast<Instruction>(pending.pop_back_val());
    if (!instruction || !seen.insert(instruction).second || strides.isUniform(*instruction))
      continue;
    if (isa<LoadInst>(instruction))
      return true;
    append_range(pending, instruction->operand_values());
  }
  return false;
}

void VersionPricer::takeAccess(const AccessPrice &price, const Instruction &instruction) {
  result.size += price.size;
  result.shuffling += price.shuffling;
  slow += price.isSlow;
  scattered += price.isSlow;
  const auto *load = dyn_cast<LoadInst>(&instruction);
  lookUps += price.isSlow && load && dependsOnLoad(*load->getPointerOperand());
  if (price.isReplicated)
    replicate(instruction, /*onlyActive=*/true);
}

void VersionPricer::priceStore(const StoreInst &store) {
  varying = 1;
  const Value *value = store.getValueOperand();
  const bool varies = !strides.isUniform(*value);
  if (strides.isUniform(*store.getPointerOperand())) {
    // The value of the last active lane.
    result.size += 1 + varies * (hasMask ? 6 : 1);
    return;
  }
  result.size += varies || isa<Constant>(value) ? 0 : splatSize;
  takeAccess(weft::compiler::priceStore(source, store, lanes, hasMask), store);
}

// Once for each lane: in a row of copies, or in a loop over lanes.
void VersionPricer::replicate(const Instruction &instruction, bool onlyActive) {
  const Function *callee = calleeOf(instruction);
  if (const auto *structure = dyn_cast<StructType>(instruction.getType());
      structure &&
      !all_of(structure->elements(), [](const Type *part) { return isVectorElement(*part); }))
    fail("values of aggregate types vary", instruction);
  result.replicated.push_back(&instruction);
  if (!callee || !isRarelyCalled(callee->getName())) {
    const unsigned instructions = callee ? callee->getInstructionCount() : 0;
    varying += instructions;
    slow += 1 + instructions / CostModel::laneCost;
  }
  unsigned varyingOperands = 0;
  for (const Value *operand : instruction.operand_values())
    varyingOperands +=
        !isa<Constant>(operand) && !isa<MetadataAsValue>(operand) && !strides.isUniform(*operand);
  const bool hasResult = !instruction.getType()->isVoidTy();
  if ((isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction)) ||
      copies >= limits::replicated) {
    result.size += laneLoopSize + 4 * varyingOperands + 4 * hasResult;
    return;
  }
  const bool mayHaveBoth = onlyActive && hasMask && isa<AtomicRMWInst>(instruction);
  const unsigned ofLane = varyingOperands + 1 + hasResult;
  const unsigned ofActiveLane = ofLane + 3 + hasResult;
  copies += mayHaveBoth ? 2 * lanes : lanes;
  if (!onlyActive || !hasMask)
    result.size += lanes * ofLane;
  else
    result.size += lanes * (ofActiveLane + (mayHaveBoth ? ofLane : 0));
}

// Whether the coordinates of lanes are neighbours in a row of texels.
bool VersionPricer::isRow(const Value &coordinates) const {
  const auto hasStep = [&](const Value *value, std::int64_t step) {
    const Stride *stride = strides.strideOf(*value);
    return strides.isUniform(*value) ? step == 0 : stride && stride->step == step;
  };
  if (!coordinates.getType()->isVectorTy())
    return hasStep(&coordinates, 1);
  const Value *rest = &coordinates;
  while (const auto *put = dyn_cast<InsertElementInst>(rest)) {
    const auto *index = dyn_cast<ConstantInt>(put->getOperand(2));
    if (!index || !hasStep(put->getOperand(1), index->isZero() ? 1 : 0))
      return false;
    rest = put->getOperand(0);
  }
  return strides.isUniform(*rest);
}

bool VersionPricer::priceImage(const CallInst &call) {
  auto &changeable = const_cast<CallInst &>(call);
  const auto access = ImageAccess::of(changeable);
  if (!access || !strides.isUniform(*access->image) || !strides.isUniform(*access->sampler) ||
      !strides.isUniform(*access->routine))
    return false;
  constexpr unsigned callSize = 12, wordsSize = 30;
  const unsigned chunks = std::max(lanes / WEFT_IMAGE_LANES, 1u);
  result.size += chunks * callSize;
  const auto components = componentsOfDirectRead(call, *access);
  const bool inRow = hasRowRoutine(*access->routine) && isRow(*access->coordinates);
  if (inRow || source.records.contains(call) || !components ||
      components->count() > limits::directWords)
    return true;
  // Neighbouring components are one gather.
  const bool arePair =
      components->count() == 2 &&
      components->find_next(components->find_first()) == components->find_first() + 1;
  slow += arePair ? 1 : components->count();
  result.size += wordsSize;
  return true;
}

void VersionPricer::priceCall(const CallInst &call) {
  if (call.isInlineAsm() || call.isConvergent())
    return fail("a call that cannot be widened", call);
  const Intrinsic::ID id = call.getIntrinsicID();
  constexpr std::int64_t cacheLine = 64;
  if (id == Intrinsic::prefetch) {
    const Value *address = call.getArgOperand(0);
    const Stride *stride = strides.strideOf(*address);
    if (strides.isUniform(*address) || (stride && std::abs(stride->step) <= cacheLine)) {
      result.size += 2;
      return;
    }
  }
  const bool hasScalars =
      isVectorElement(*call.getType()) &&
      all_of(call.args(), [](const Use &use) { return isVectorElement(*use->getType()); });
  const Function *callee = call.getCalledFunction();
  if (hasScalars && ((id != Intrinsic::not_intrinsic && isTriviallyVectorizable(id)) ||
                     (callee && isElementwise(callee->getName()))))
    result.size += 1 + splats(call);
  else if (!priceImage(call))
    replicate(call, /*onlyActive=*/!call.hasFnAttr(Attribute::Speculatable));
}

// Whether it counts with neighbouring 8- or 16-bit indices in local memory: lanes extract the
// addresses of counters from words of such indices (lane_addresses.h), and cost no more than single
// work-items.
bool VersionPricer::countsNarrowNumbers(const AtomicRMWInst &update) const {
  const auto *counter = dyn_cast<GetElementPtrInst>(update.getPointerOperand());
  if (!counter || !update.use_empty() || update.getPointerAddressSpace() != localSpace ||
      counter->getNumIndices() != 1 || !strides.isUniform(*counter->getPointerOperand()))
    return false;
  const auto *extended = dyn_cast<CastInst>(counter->getOperand(1));
  const auto *load = extended && isa<SExtInst, ZExtInst>(extended)
                         ? dyn_cast<LoadInst>(extended->getOperand(0))
                         : nullptr;
  if (!load || !(load->getType()->isIntegerTy(8) || load->getType()->isIntegerTy(16)))
    return false;
  const Stride *stride = strides.strideOf(*load->getPointerOperand());
  return stride && isExact(strides, *load->getPointerOperand()) &&
         stride->step == load->getType()->getIntegerBitWidth() / 8;
}

void VersionPricer::priceUpdate(const AtomicRMWInst &update) {
  constexpr unsigned ofBlocks = 30, ofWord = 12, ofStep = 4;
  const Value *address = update.getPointerOperand();
  const bool isCombined = isCombinedOverLanes(update) && isVectorElement(*update.getType());
  if (const Stride *stride = strides.strideOf(*address);
      stride && isCombinedOverLanes(update) && costs.exchangesSixteenBytes() &&
      canShareBlocks(update, lanes) && isExact(strides, *address) &&
      stride->step == update.getType()->getIntegerBitWidth() / 8) {
    result.size += ofBlocks;
  } else if (isCombined && strides.isUniform(*address)) {
    result.size += ofWord + (update.use_empty() ? 0 : ofStep * Log2_32(lanes));
  } else {
    replicate(update, /*onlyActive=*/true);
    if (countsNarrowNumbers(update))
      slow = 0;
  }
}

} // namespace

VersionPrice priceVersion(const WideningSource &source, unsigned lanes, bool takesMask) {
  return VersionPricer(source, lanes, takesMask).run();
}

} // namespace weft::compiler
