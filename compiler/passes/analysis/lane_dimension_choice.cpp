// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/lane_dimension_choice.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/limits.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

#include <algorithm>

namespace weft::compiler {

using namespace llvm;

namespace {

// The gang for which costs are computed; its size hardly affects the comparison.
constexpr std::uint64_t lanes = 8;

// Work-items rarely store to one address: there is only one of them along the dimension, or one is
// selected.
std::uint64_t costOf(const MemoryAccess &access, bool isStore) {
  using Kind = MemoryAccess::Kind;
  switch (access.kind) {
  case Kind::Uniform:
    return isStore ? lanes : 1;
  case Kind::Contiguous:
  case Kind::Overlapping:
    return access.count;
  case Kind::Reversed:
    return 2;
  case Kind::Interleaved:
    return access.pitch;
  case Kind::Scattered:
  case Kind::Unsupported:
    return lanes;
  }
  llvm_unreachable("all kinds have a cost");
}

struct AccessCosts {
  std::uint64_t sum = 0;
  std::uint64_t neighbours = 0; ///< accesses to contiguous memory, or nearly so
  bool areCheapest = true;      ///< no dimension costs less
};

// Private memory is laid out for the lanes, and they share the contents of the launch.
bool isAccessOfLanes(const Value &address) {
  const Value *object = getUnderlyingObject(&address);
  const auto *instruction = dyn_cast<Instruction>(object);
  return !instruction || !(isa<AllocaInst>(instruction) || findPrimitive(*instruction));
}

AccessCosts accessCosts(Function &kernel, unsigned dimension) {
  GangAnalyses gang(dimension);
  const StrideInfo strides(kernel, gang.manager().getResult<UniformityInfoAnalysis>(kernel),
                           dimension, LaneScope::Gang, InductionStrides::OfTheStart);
  const LoopInfo &loops = gang.manager().getResult<LoopAnalysis>(kernel);
  AccessCosts costs;
  for (const BasicBlock &block : kernel) {
    const std::uint64_t weight = CostModel::loopWeight(block, loops);
    for (const Instruction &instruction : block) {
      const Value *address = getLoadStorePointerOperand(&instruction);
      if (!address || !isAccessOfLanes(*address))
        continue;
      const MemoryAccess access = classifyAccess(strides, instruction);
      const bool isStore = isa<StoreInst>(instruction);
      const std::uint64_t cost = costOf(access, isStore);
      costs.areCheapest &= cost == access.count;
      costs.sum += cost * weight;
      if (access.pitch != 0)
        costs.neighbours += weight;
    }
  }
  return costs;
}

// The fraction of a gang filled by a required work-group size.
std::uint64_t requiredLanes(const Function &kernel, unsigned dimension) {
  const auto required = requiredGroupSize(kernel);
  return required ? std::min<std::uint64_t>(lanes, (*required)[dimension]) : lanes;
}

// Whether a required size leaves no neighbours along the dimension, but some along another one.
bool isSingle(const Function &kernel, unsigned dimension, const std::array<bool, 3> &asked) {
  const auto isLong = [&](unsigned other) {
    return asked[other] && requiredLanes(kernel, other) >= lanes / 2;
  };
  return requiredLanes(kernel, dimension) == 1 && (isLong(0) || isLong(1) || isLong(2));
}

// Whether private memory that is live across barriers may be large: the context array holds it for
// at least WEFT_CONTEXT_LANES work-items along the lanes, however small a group is there.
bool hasLargePrivateMemory(const Function &kernel) {
  std::uint64_t bytes = 0;
  for (const Instruction &instruction : instructions(kernel))
    if (const auto *array = dyn_cast<AllocaInst>(&instruction))
      if (const auto size = array->getAllocationSize(kernel.getDataLayout()))
        bytes += size->getFixedValue();
  return bytes > limits::privateMemory;
}

std::array<bool, 3> dimensionsOfLocalIds(const Function &kernel) {
  std::array<bool, 3> result{};
  for (const Instruction &instruction : instructions(kernel))
    if (const auto primitive = findPrimitive(instruction);
        primitive && primitive->kind == PrimitiveKind::LocalId)
      result[primitive->dimension] = true;
  return result;
}

} // namespace

LaneDimensionChoice chooseLaneDimension(Function &kernel) {
  LaneDimensionChoice choice;
  const std::array<bool, 3> asked = dimensionsOfLocalIds(kernel);
  if ((!asked[1] && !asked[2]) || hasLargePrivateMemory(kernel))
    return choice;
  std::optional<AccessCosts> best;
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    const std::uint64_t filled = requiredLanes(kernel, dimension);
    if (!asked[dimension] || filled == 0 || isSingle(kernel, dimension, asked))
      continue;
    AccessCosts costs = accessCosts(kernel, dimension);
    costs.sum = costs.sum * lanes / filled;
    choice.costs[dimension] = costs.sum;
    if (!best || (4 * costs.sum <= 3 * best->sum && costs.neighbours > best->neighbours)) {
      best = costs;
      choice.dimension = dimension;
    }
    if (costs.areCheapest && filled == lanes)
      break;
  }
  return choice;
}

void LaneDimensionChoice::print(raw_ostream &stream) const {
  for (unsigned number = 0; number != 3; ++number) {
    stream << "  dimension " << number << ": ";
    if (const auto cost = costs[number])
      stream << *cost << '\n';
    else
      stream << "not queried\n";
  }
  stream << "  lanes along dimension " << dimension << '\n';
}

PreservedAnalyses LaneDimensionPrinterPass::run(Function &function, FunctionAnalysisManager &) {
  stream << "Printing analysis 'weft-lane-dimension' for function '" << function.getName()
         << "':\n";
  chooseLaneDimension(function).print(stream);
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
