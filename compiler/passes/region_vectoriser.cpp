#include "compiler/passes/region_vectoriser.h"

#include "compiler/passes/alias_scopes.h"
#include "compiler/passes/builtin_traits.h"
#include "compiler/passes/module_flags.h"
#include "compiler/passes/private_arrays.h"
#include "compiler/passes/row_bounds.h"
#include "compiler/passes/stride_loops.h"
#include "compiler/passes/value_ranges.h"
#include "device/kernel_abi.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// What a library function, and all that is inlined into a region, may measure in instructions.
constexpr unsigned inlineLimit = 400;
constexpr unsigned regionLimit = 6000;
// What the vector version may measure: code for each lane multiplies, and LLVM's passes take the
// square of what they are given.
constexpr unsigned vectorLimit = 5 * regionLimit;

CallInst *findInlinableCall(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && !callee->isDeclaration() && callee != &function && !callee->isConvergent() &&
        !isRareLibraryFunction(callee->getName()) && callee->getInstructionCount() <= inlineLimit)
      return call;
  }
  return nullptr;
}

// False where calls are left because the function has grown too large.
bool inlineSmallFunctions(Function &function) {
  while (CallInst *call = findInlinableCall(function)) {
    InlineFunctionInfo info;
    if (function.getInstructionCount() >= regionLimit)
      return false;
    if (!InlineFunction(*call, info).isSuccess())
      break;
  }
  return true;
}

// Blocks that always follow each other become one.
void mergeBlocks(Function &function) {
  for (BasicBlock &block : make_early_inc_range(function))
    MergeBlockIntoPredecessor(&block);
}

// Whether the region is short, and passes values on in local memory.
bool isQuickExchange(const Function &region) {
  constexpr unsigned limit = 16;
  constexpr unsigned localSpace = 3;
  bool reads = false, writes = false;
  unsigned count = 0;
  for (const Instruction &instruction : instructions(region)) {
    const bool isFree = instruction.isTerminator() || instruction.isCast() ||
                        isa<PHINode, GetElementPtrInst>(instruction);
    count += isFree ? 0 : 1;
    if (count > limit || isa<CallBase>(instruction))
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

// `lanes` of a bundle, or as many as one with a mask may have.
static LaneCounts fixedCounts(unsigned lanes) {
  return {std::min(lanes, mostMaskedLanes), std::min(lanes, mostLanes)};
}

RegionVectoriser::RegionVectoriser(Module &module, unsigned targetLanes)
    : module(module), alwaysWiden(moduleFlag(module, alwaysWidenFlag, 0) != 0) {
  const unsigned asked = moduleFlag(module, lanesFlag, 1);
  areCountsAsked = asked != 0;
  laneCounts = fixedCounts(asked ? asked : targetLanes);
}

// Where a region's code begins in the source; unknown without line tables.
static DebugLoc firstPlace(const Function &region) {
  for (const Instruction &instruction : instructions(region))
    if (instruction.getDebugLoc() && instruction.getDebugLoc().getLine())
      return instruction.getDebugLoc();
  return {};
}

void RegionVectoriser::tell(const Function &region, const Twine &text,
                            const DebugLoc &place) const {
  std::string where;
  const DebugLoc known = place ? place : firstPlace(region);
  if (const DILocation *location = known.get())
    where = (location->getFilename() + ":" + Twine(location->getLine()) + ": ").str();
  module.getContext().diagnose(
      DiagnosticInfoGeneric(where + region.getName() + ": " + text, DS_Remark));
}

void RegionVectoriser::tellScalar(const Function &kernel, const Twine &reason) const {
  tell(kernel, "scalar: " + reason);
}

bool RegionVectoriser::isWorthwhile(const WideningStatistics &counts, unsigned used) const {
  // What a lane costs in a gather, a scatter or a loop over the lanes, in cheap instructions.
  constexpr std::uint64_t laneCost = 3;
  const std::uint64_t all = counts.instructions;
  const std::uint64_t slow =
      std::min<std::uint64_t>(all, counts.laneLoops + counts.scatteredAccess);
  const std::uint64_t vectorCost = all - slow + slow * used * laneCost;
  return vectorCost * 5 < all * used * 4;
}

// Null, having told why, if it cannot be done.
Function *RegionVectoriser::widen(Function &region, Function &source, unsigned lanes,
                                  bool takesMask, WideningStatistics &counts) {
  RegionWidener widener(source, lanes, form->analyses(), stages);
  Function *version = widener.run(takesMask);
  if (!version) {
    tell(region, "scalar: " + widener.remark().text, widener.remark().place);
    return nullptr;
  }
  if (!takesMask && version->getInstructionCount() > vectorLimit) {
    tell(region, "scalar: the code for all lanes would be too large");
    version->eraseFromParent();
    return nullptr;
  }
  counts = widener.statistics();
  return version;
}

// A version for wide bundles, or null: the region does without.
Function *RegionVectoriser::widenMore(Function &source, unsigned lanes) {
  Function *version =
      RegionWidener(source, lanes, form->analyses(), stages).run(/*takesMask=*/false);
  if (version && version->getInstructionCount() > vectorLimit) {
    version->eraseFromParent();
    return nullptr;
  }
  return version;
}

// `decided`: where some conditions on ids are known, or null. Tells of the region.
VectorRegion RegionVectoriser::widenAll(Function &region, Function &copy, Function *decided) {
  FunctionAnalysisManager &analyses = form->normalise(copy, stages);
  if (decided)
    form->normalise(*decided, stages);
  const LaneCounts chosen = stages.lanes() ? fixedCounts(stages.lanes())
                            : areCountsAsked
                                ? laneCounts
                                : chooseLaneCounts(copy, laneCounts.lanes,
                                                   analyses.getResult<UniformityInfoAnalysis>(copy),
                                                   analyses.getResult<LoopAnalysis>(copy));
  const unsigned lanes = chosen.lanes;
  const unsigned wideLanes = stages.run(VectorStage::WideBundles) ? chosen.wide : lanes;
  VectorRegion result;
  result.lanes = lanes;
  WideningStatistics fullCounts, maskedCounts;
  result.full = widen(region, decided ? *decided : copy, lanes, /*takesMask=*/false, fullCounts);
  const WideningStatistics *counts = decided ? &maskedCounts : &fullCounts;
  const auto isDismissed = [&] {
    if (alwaysWiden || stages.lanes() || isWorthwhile(*counts, lanes))
      return false;
    tell(region, "scalar: too much would run lane by lane (" +
                     Twine(100 * std::uint64_t{counts->laneLoops + counts->scatteredAccess} /
                           std::max(counts->instructions, 1u)) +
                     " % of what varies, by estimate)");
    return true;
  };
  if (!result.full || (!decided && isDismissed()))
    return result;
  result.masked = widen(region, copy, lanes, /*takesMask=*/true, maskedCounts);
  if (result.masked && decided && isDismissed()) {
    result.masked->eraseFromParent();
    result.masked = nullptr;
  }
  if (!result.masked)
    return result;
  if (wideLanes > lanes)
    result.wide = widenMore(decided ? *decided : copy, wideLanes);
  result.wideLanes = result.wide ? wideLanes : 0;
  tell(region, "vectorised, " + Twine(lanes) + (result.wide ? " or " + Twine(wideLanes) : Twine()) +
                   " work-items at a time" +
                   (decided ? "; inside of bounds, conditions on ids are decided" : ""));
  result.full->setName(region.getName() + ".lanes");
  result.masked->setName(region.getName() + ".some.lanes");
  if (result.wide)
    result.wide->setName(region.getName() + ".more.lanes");
  return result;
}

// A copy of the region with the small functions that it calls in it; null, having told why, if it
// is too large.
Function *RegionVectoriser::prepareCopy(Function &region, ArrayRef<unsigned> laneParameters) {
  if (region.getInstructionCount() > regionLimit) {
    tell(region, "scalar: the region is too large");
    return nullptr;
  }
  Function *copy = cloneRegion(region, ".bundle");
  for (unsigned index : laneParameters)
    copy->addParamAttr(index, Attribute::get(module.getContext(), laneParameterAttribute));
  if (!inlineSmallFunctions(*copy)) {
    tell(region, "scalar: the region is too large with the functions that it calls");
    copy->eraseFromParent();
    return nullptr;
  }
  mergeBlocks(*copy);
  dropAliasScopes(*copy);
  if (!form)
    form = std::make_unique<BundleForm>();
  FunctionAnalysisManager &analyses = form->analyses();
  if (stages.run(VectorStage::StrideLoops) &&
      copyStrideLoops(analyses.getResult<LoopAnalysis>(*copy),
                      analyses.getResult<DominatorTreeAnalysis>(*copy)))
    analyses.invalidate(*copy, PreservedAnalyses::none());
  return copy;
}

// What the stages before the widener leave, for the one lane 0.
VectorRegion RegionVectoriser::stayInForm(Function &region, Function &copy,
                                          ArrayRef<unsigned> laneParameters) {
  tell(region, "scalar, in bundle form: widening is left out");
  form->normalise(copy, stages);
  form->forget(copy);
  for (Instruction &instruction : make_early_inc_range(instructions(copy)))
    if (const auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction()) {
      const StringRef name = call->getCalledFunction()->getName();
      if (name != laneNumberFunction && name != laneCountFunction)
        continue;
      instruction.replaceAllUsesWith(
          ConstantInt::get(call->getType(), name == laneCountFunction ? 1 : 0));
      instruction.eraseFromParent();
    }
  for (unsigned index : laneParameters)
    copy.removeParamAttr(index, laneParameterAttribute);
  VectorRegion result;
  result.form = &copy;
  return result;
}

// Whether there is a vector version; what was made for it is deleted if there is none.
bool RegionVectoriser::settle(const VectorRegion &versions, ArrayRef<unsigned> laneParameters) {
  for (Function *function : versions.functions())
    if (!versions.masked)
      function->eraseFromParent();
    else
      for (unsigned index : laneParameters)
        function->removeParamAttr(index, laneParameterAttribute);
  return versions.masked;
}

VectorRegion RegionVectoriser::vectorise(Function &region, ArrayRef<unsigned> laneParameters,
                                         bool runsWholeRows) {
  stages = VectorStages(module).of(region);
  if (!stages.run(VectorStage::Bundles)) {
    tell(region, "scalar: bundles are left out");
    return {};
  }
  Function *copy = prepareCopy(region, laneParameters);
  if (!copy)
    return {};
  if (!stages.run(VectorStage::Widening))
    return stayInForm(region, *copy, laneParameters);
  const bool decides = runsWholeRows && stages.run(VectorStage::Bounds);
  RowDecision rows = decides ? decideRows(*copy) : RowDecision();
  const bool hasSingles =
      rows.decided && stages.run(VectorStage::Singles) && isQuickExchange(region);
  Function *decidedSingle = nullptr;
  if (hasSingles && !rows.isForBundles)
    decidedSingle = cloneRegion(*rows.decided, "");
  VectorRegion result = widenAll(region, *copy, rows.decided);
  result.isAlwaysMasked = !stages.run(VectorStage::WholeBundles);
  result.bounds = rows.bounds;
  if (result.bounds)
    result.bounds->setName(region.getName() + ".bounds");
  if (hasSingles) {
    result.single = cloneRegion(region, ".single");
    result.decidedSingle = decidedSingle;
    if (decidedSingle)
      decidedSingle->setName(region.getName() + ".decided.single");
  }
  const bool isDone = settle(result, laneParameters);
  for (Function *source : {copy, rows.decided})
    if (source) {
      form->forget(*source);
      source->eraseFromParent();
    }
  return isDone ? result : VectorRegion();
}

} // namespace weft::compiler
