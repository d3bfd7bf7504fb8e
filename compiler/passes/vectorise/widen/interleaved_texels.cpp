// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/interleaved_texels.h"

#include "compiler/passes/support/image_access.h"
#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <array>

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(texelsInterleaved, "Accesses to texels that stay interleaved");

namespace {

constexpr unsigned quadSize = 4;
using Quad = std::array<Value *, quadSize>;

// What one write writes: the accesses and instructions that its texels flow through.
class Flow {
public:
  Flow(CallInst &write, const StrideInfo &strides) : strides(&strides) {
    const auto access = ImageAccess::of(write);
    isWhole = access && followAccess(write, ImageAccessKind::Write) && followTexel(*access->texel);
  }

  bool isInterleavable() const { return isWhole; }
  const SmallSetVector<Instruction *, 32> &all() const { return members; }

private:
  bool followTexel(Value &texel) {
    if (auto *read = dyn_cast<CallInst>(&texel))
      return followAccess(*read, ImageAccessKind::Read);
    // Components are put in one after the other.
    Quad quad;
    for (unsigned number = 0; number != quadSize; ++number) {
      quad[number] = findScalarElement(&texel, number);
      if (!quad[number])
        return false;
    }
    for (auto *put = dyn_cast<InsertElementInst>(&texel); put;
         put = dyn_cast<InsertElementInst>(put->getOperand(0)))
      members.insert(put);
    return follow(quad);
  }

  bool followAccess(CallInst &call, ImageAccessKind kind) {
    const auto access = ImageAccess::of(call);
    if (!access || access->kind != kind || !hasRowRoutine(*access->routine) ||
        strides->isUniform(call) || !strides->isUniform(*access->image) ||
        !strides->isUniform(*access->sampler) || !strides->isUniform(*access->routine))
      return false;
    members.insert(&call);
    return true;
  }

  bool follow(const Quad &quad) {
    if (all_equal(quad))
      return strides->isUniform(*quad[0]);
    const auto *first = dyn_cast<Instruction>(quad[0]);
    if (!first)
      return false;
    if (const auto known = quads.find(first); known != quads.end())
      return known->second == quad;
    constexpr unsigned limit = 1000;
    if (quads.size() == limit)
      return false;
    quads[first] = quad;
    for (Value *value : quad) {
      auto *member = dyn_cast<Instruction>(value);
      if (!member || strides->isUniform(*member) || !members.insert(member))
        return false;
    }
    return isa<ExtractElementInst>(first) ? followComponents(quad) : followOperation(quad);
  }

  // The components of what was read.
  bool followComponents(const Quad &quad) {
    Value *texel = cast<ExtractElementInst>(quad[0])->getVectorOperand();
    for (auto [number, value] : enumerate(quad)) {
      const auto *component = dyn_cast<ExtractElementInst>(value);
      const auto *index = component ? dyn_cast<ConstantInt>(component->getIndexOperand()) : nullptr;
      if (!index || component->getVectorOperand() != texel || index->getValue() != number)
        return false;
    }
    auto *read = dyn_cast<CallInst>(texel);
    return read && followAccess(*read, ImageAccessKind::Read);
  }

  bool followOperation(const Quad &quad) {
    const auto &first = *cast<Instruction>(quad[0]);
    if (!isElementwise(first))
      return false;
    for (const Value *value : quad) {
      const auto &other = *cast<Instruction>(value);
      if (!first.isSameOperationAs(&other) || !first.hasSameSubclassOptionalData(&other) ||
          strides->strideOf(other))
        return false;
    }
    const auto *call = dyn_cast<CallInst>(&first);
    for (unsigned index = 0, count = call ? call->arg_size() : first.getNumOperands();
         index != count; ++index) {
      Quad operands;
      for (auto [number, value] : enumerate(quad))
        operands[number] = cast<Instruction>(value)->getOperand(index);
      if (!follow(operands))
        return false;
    }
    return true;
  }

  // Whether widening makes one vector operation of it, which looks at no lane's number.
  static bool isElementwise(const Instruction &instruction) {
    if (const auto *call = dyn_cast<CallInst>(&instruction))
      return isTriviallyVectorizable(call->getIntrinsicID());
    if (const auto *select = dyn_cast<SelectInst>(&instruction))
      return select->getType()->isFloatingPointTy();
    return (isa<BinaryOperator, UnaryOperator, CmpInst, FreezeInst>(instruction) &&
            !instruction.isIntDivRem()) ||
           (isa<CastInst>(instruction) && !isa<AddrSpaceCastInst>(instruction));
  }

  const StrideInfo *strides;
  DenseMap<const Instruction *, Quad> quads;
  SmallSetVector<Instruction *, 32> members;
  bool isWhole = false;
};

SmallVector<Flow, 2> flowsOf(Function &function, const StrideInfo &strides) {
  SmallVector<Flow, 2> flows;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const auto access = call ? ImageAccess::of(*call) : std::nullopt;
    if (!access || access->kind != ImageAccessKind::Write)
      continue;
    if (Flow flow(*call, strides); flow.isInterleavable())
      flows.push_back(std::move(flow));
  }
  return flows;
}

// Whether what uses the value takes it for a component of a texel, or for one.
bool isFlowing(const Use &use, const DenseSet<const User *> &members) {
  if (!members.contains(use.getUser()))
    return false;
  auto *call = dyn_cast<CallInst>(use.getUser());
  const auto access = call ? ImageAccess::of(*call) : std::nullopt;
  return !access || (access->texel == use.get() && access->coordinates != use.get());
}

// Leaves those whose members are used by members of one of them only.
void removeOpenFlows(SmallVectorImpl<Flow> &flows) {
  for (bool changed = true; changed;) {
    DenseSet<const User *> members;
    for (const Flow &flow : flows)
      members.insert_range(flow.all());
    const auto isOpen = [&](const Flow &flow) {
      return any_of(flow.all(), [&](const Instruction *member) {
        return any_of(member->uses(), [&](const Use &use) { return !isFlowing(use, members); });
      });
    };
    const std::size_t count = flows.size();
    erase_if(flows, isOpen);
    changed = flows.size() != count;
  }
}

} // namespace

InterleavedTexels::InterleavedTexels(Function &function, const StrideInfo &strides) {
  if (!VectorStages::attachedTo(function).run(VectorStage::InterleavedTexels))
    return;
  SmallVector<Flow, 2> flows = flowsOf(function, strides);
  removeOpenFlows(flows);
  for (const Flow &flow : flows)
    for (const Instruction *member : flow.all())
      if (const auto *access = dyn_cast<CallInst>(member); access && !isa<IntrinsicInst>(access))
        accesses.insert(access);
  texelsInterleaved += accesses.size();
}

} // namespace weft::compiler
