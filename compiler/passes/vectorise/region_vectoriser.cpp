// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/region_vectoriser.h"

#include "compiler/passes/analysis/value_ranges.h"
#include "compiler/passes/support/alias_scopes.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lane_arrays.h"
#include "compiler/passes/vectorise/prepare/group_stride_loops.h"
#include "compiler/passes/vectorise/prepare/index_set_splitting.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

#define DEBUG_TYPE "weft-vectorise"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(regionsVectorised, "Regions with vector versions");
ALWAYS_ENABLED_STATISTIC(regionsWithWideGangs, "Regions with a version for wide gangs");
ALWAYS_ENABLED_STATISTIC(regionsSplit, "Regions with a split index set");
ALWAYS_ENABLED_STATISTIC(regionsLeftScalar, "Regions without vector versions");

namespace {

CallInst *findInlinableCall(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && !callee->isDeclaration() && callee != &function && !callee->isConvergent() &&
        !isRareLibraryFunction(callee->getName()) &&
        callee->getInstructionCount() <= CostModel::inlineLimit)
      return call;
  }
  return nullptr;
}

// False if calls are left because the function has grown too large.
bool inlineSmallFunctions(Function &function) {
  while (CallInst *call = findInlinableCall(function)) {
    InlineFunctionInfo info;
    if (function.getInstructionCount() >= CostModel::regionLimit)
      return false;
    if (!InlineFunction(*call, info).isSuccess())
      break;
  }
  return true;
}

// Merges blocks that always follow each other.
void mergeBlocks(Function &function) {
  for (BasicBlock &block : make_early_inc_range(function))
    MergeBlockIntoPredecessor(&block);
}

// Whether the region is short, and exchanges values through local memory.
bool isQuickExchange(const Function &region) {
  bool reads = false, writes = false;
  unsigned count = 0;
  for (const Instruction &instruction : instructions(region)) {
    const bool isFree = instruction.isTerminator() || instruction.isCast() ||
                        isa<PHINode, GetElementPtrInst>(instruction);
    count += isFree ? 0 : 1;
    if (count > CostModel::exchangeLimit || isa<CallBase>(instruction))
      return false;
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
      reads |= load->getPointerAddressSpace() == localSpace;
    else if (const auto *store = dyn_cast<StoreInst>(&instruction))
      writes |= store->getPointerAddressSpace() == localSpace;
  }
  return reads && writes;
}

Function *cloneRegion(Function &region, const Twine &suffix) {
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&region, map);
  copy->setName(region.getName() + suffix);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->removeFnAttr(regionAttribute);
  return copy;
}

} // namespace

// `lanes` for both, up to their limits.
static VectorisationFactors fixedFactors(unsigned lanes) {
  return {std::min(lanes, maxPredicatedVf), std::min(lanes, maxVf)};
}

RegionVectoriser::RegionVectoriser(Module &module, unsigned factor, VectorStages stages)
    : module(module), moduleStages(stages), isFactorAsked(factor != 0),
      factors(fixedFactors(factor)) {}

// What the kernel, the stages of a test or the options fix, in this order; else the costs decide.
std::optional<VectorisationFactors>
RegionVectoriser::requiredFactors(const Function &region) const {
  if (const unsigned vf = region.getFnAttributeAsParsedInteger(vfAttribute)) {
    assert(isPowerOf2_32(vf) && vf <= maxPredicatedVf);
    return VectorisationFactors{vf, vf};
  }
  if (stages.lanes())
    return fixedFactors(stages.lanes());
  return isFactorAsked ? std::optional(factors) : std::nullopt;
}

// The first source location of a region; unknown without line tables.
static DebugLoc firstPlace(const Function &region) {
  for (const Instruction &instruction : instructions(region))
    if (instruction.getDebugLoc() && instruction.getDebugLoc().getLine())
      return instruction.getDebugLoc();
  return {};
}

void RegionVectoriser::emitRemark(const Function &region, const Twine &text,
                                  const DebugLoc &place) const {
  std::string where;
  const DebugLoc known = place ? place : firstPlace(region);
  if (const DILocation *location = known.get())
    where = (location->getFilename() + ":" + Twine(location->getLine()) + ": ").str();
  LLVM_DEBUG(dbgs() << region.getName() << ": " << text << "\n");
  module.getContext().diagnose(
      DiagnosticInfoGeneric(where + region.getName() + ": " + text, DS_Remark));
}

void RegionVectoriser::remarkScalar(const Function &kernel, const Twine &reason) const {
  emitRemark(kernel, "scalar: " + reason);
}

// Null, with a remark, if the widener fails.
Function *RegionVectoriser::widen(Function &region, Function &source, unsigned lanes,
                                  bool takesMask, WideningStatistics &counts) {
  RegionWidener widener(source, lanes, form->analyses(), *costs);
  Function *version = widener.run(takesMask);
  if (!version) {
    emitRemark(region, "scalar: " + widener.remark().text, widener.remark().place);
    return nullptr;
  }
  if (!takesMask && version->getInstructionCount() > CostModel::versionLimit) {
    emitRemark(region, "scalar: the code for all lanes would be too large");
    version->eraseFromParent();
    return nullptr;
  }
  counts = widener.statistics();
  return version;
}

// A version for wide gangs; null if the region goes without.
Function *RegionVectoriser::widenMore(Function &source, unsigned lanes) {
  Function *version =
      RegionWidener(source, lanes, form->analyses(), *costs).run(/*takesMask=*/false);
  if (version && version->getInstructionCount() > CostModel::versionLimit) {
    version->eraseFromParent();
    return nullptr;
  }
  return version;
}

// `interior`: the copy without some conditions on ids, or null. Emits the remarks of the region.
VectorRegion RegionVectoriser::widenAll(Function &region, Function &copy, Function *interior) {
  FunctionAnalysisManager &analyses = form->normalise(copy, *costs, stages);
  if (interior)
    form->normalise(*interior, *costs, stages);
  const std::optional<VectorisationFactors> required = requiredFactors(region);
  const VectorisationFactors chosen =
      required ? *required
               : chooseVectorisationFactors(copy, *costs,
                                            analyses.getResult<UniformityInfoAnalysis>(copy),
                                            analyses.getResult<LoopAnalysis>(copy));
  const unsigned vf = chosen.vf;
  const unsigned wideVf = stages.run(VectorStage::WideGangs) ? chosen.wide : vf;
  VectorRegion result;
  result.vf = vf;
  WideningStatistics unmaskedCounts, predicatedCounts;
  result.unmasked =
      widen(region, interior ? *interior : copy, vf, /*takesMask=*/false, unmaskedCounts);
  const WideningStatistics *counts = interior ? &predicatedCounts : &unmaskedCounts;
  const auto isNotWorthwhile = [&] {
    if (required || CostModel::isWorthwhile(counts->instructions,
                                            counts->replicated + counts->scatteredAccess, vf))
      return false;
    emitRemark(region, "scalar: too much would be replicated for each lane (" +
                           Twine(100 * std::uint64_t{counts->replicated + counts->scatteredAccess} /
                                 std::max(counts->instructions, 1u)) +
                           " % of what varies, by estimate)");
    return true;
  };
  if (!result.unmasked || (!interior && isNotWorthwhile()))
    return result;
  result.predicated = widen(region, copy, vf, /*takesMask=*/true, predicatedCounts);
  if (result.predicated && interior && isNotWorthwhile()) {
    result.predicated->eraseFromParent();
    result.predicated = nullptr;
  }
  if (!result.predicated)
    return result;
  if (wideVf > vf)
    result.wide = widenMore(interior ? *interior : copy, wideVf);
  result.wideVf = result.wide ? wideVf : 0;
  ++regionsVectorised;
  regionsWithWideGangs += result.wide != nullptr;
  regionsSplit += interior != nullptr;
  emitRemark(region, "vectorised, VF " + Twine(vf) +
                         (result.wide ? ", " + Twine(wideVf) + " for wide gangs" : Twine()) +
                         (interior ? ", index set split" : ""));
  result.unmasked->setName(region.getName() + ".unmasked");
  result.predicated->setName(region.getName() + ".predicated");
  if (result.wide)
    result.wide->setName(region.getName() + ".wide");
  return result;
}

// A copy of the region with small functions inlined; null, with a remark, if it is too large.
Function *RegionVectoriser::prepareCopy(Function &region, ArrayRef<unsigned> laneParameters) {
  if (region.getInstructionCount() > CostModel::regionLimit) {
    emitRemark(region, "scalar: the region is too large");
    return nullptr;
  }
  Function *copy = cloneRegion(region, ".gang");
  for (unsigned index : laneParameters)
    copy->addParamAttr(index, Attribute::get(module.getContext(), laneParameterAttribute));
  stages.attachTo(*copy);
  if (!inlineSmallFunctions(*copy)) {
    emitRemark(region, "scalar: the region is too large with the functions that it calls");
    copy->eraseFromParent();
    return nullptr;
  }
  mergeBlocks(*copy);
  dropAliasScopes(*copy);
  if (!form)
    form = std::make_unique<CanonicalForm>();
  FunctionAnalysisManager &analyses = form->analyses();
  if (stages.run(VectorStage::GroupStrideLoops) &&
      versionGroupStrideLoops(analyses.getResult<LoopAnalysis>(*copy),
                              analyses.getResult<DominatorTreeAnalysis>(*copy)))
    analyses.invalidate(*copy, PreservedAnalyses::none());
  return copy;
}

// The canonical form for one work-item, as lane 0, for tests of the stages before the widener.
VectorRegion RegionVectoriser::stayCanonical(Function &region, Function &copy,
                                             ArrayRef<unsigned> laneParameters) {
  emitRemark(region, "scalar, in canonical form: widening is off");
  form->normalise(copy, *costs, stages);
  form->forget(copy);
  for (Instruction &instruction : make_early_inc_range(instructions(copy)))
    if (const auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction()) {
      const StringRef name = call->getCalledFunction()->getName();
      if (name != laneNumberFunction && name != vfFunction)
        continue;
      instruction.replaceAllUsesWith(ConstantInt::get(call->getType(), name == vfFunction ? 1 : 0));
      instruction.eraseFromParent();
    }
  for (unsigned index : laneParameters)
    copy.removeParamAttr(index, laneParameterAttribute);
  VectorRegion result;
  result.canonical = &copy;
  return result;
}

// Whether there is a vector version. Deletes the functions if there is none.
bool RegionVectoriser::finalise(const VectorRegion &versions, ArrayRef<unsigned> laneParameters) {
  for (Function *function : versions.functions())
    if (!versions.predicated)
      function->eraseFromParent();
    else
      for (unsigned index : laneParameters)
        function->removeParamAttr(index, laneParameterAttribute);
  return versions.predicated;
}

VectorRegion RegionVectoriser::vectorise(Function &region, ArrayRef<unsigned> laneParameters,
                                         bool runsWholeXRanges, const CostModel &kernelCosts) {
  costs = &kernelCosts;
  stages = moduleStages.of(region);
  if (!stages.run(VectorStage::Gangs)) {
    emitRemark(region, "scalar: gangs are off");
    return {};
  }
  Function *copy = prepareCopy(region, laneParameters);
  if (!copy)
    return {};
  if (!stages.run(VectorStage::Widening))
    return stayCanonical(region, *copy, laneParameters);
  const bool splits = runsWholeXRanges && stages.run(VectorStage::IndexSetSplitting);
  IndexSetSplit split = splits ? splitIndexSet(*copy) : IndexSetSplit();
  const bool hasScalarTails =
      split.interior && stages.run(VectorStage::ScalarTails) && isQuickExchange(region);
  Function *interiorScalarTail = nullptr;
  if (hasScalarTails && !split.isForGangs)
    interiorScalarTail = cloneRegion(*split.interior, "");
  VectorRegion result = widenAll(region, *copy, split.interior);
  result.isAlwaysPredicated = !stages.run(VectorStage::UnmaskedGangs);
  result.bounds = split.bounds;
  if (result.bounds)
    result.bounds->setName(region.getName() + ".bounds");
  if (hasScalarTails) {
    result.scalarTail = cloneRegion(region, ".scalar.tail");
    result.interiorScalarTail = interiorScalarTail;
    if (interiorScalarTail)
      interiorScalarTail->setName(region.getName() + ".interior.scalar.tail");
  }
  const bool isVectorised = finalise(result, laneParameters);
  for (Function *source : {copy, split.interior})
    if (source) {
      form->forget(*source);
      source->eraseFromParent();
    }
  if (!isVectorised) {
    ++regionsLeftScalar;
    return {};
  }
  return result;
}

} // namespace weft::compiler
