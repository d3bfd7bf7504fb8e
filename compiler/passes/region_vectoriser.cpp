#include "compiler/passes/region_vectoriser.h"

#include "compiler/passes/alias_scopes.h"
#include "compiler/passes/builtin_traits.h"
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

unsigned flagValue(const Module &module, StringRef name, unsigned absent) {
  const auto *value = mdconst::extract_or_null<ConstantInt>(module.getModuleFlag(name));
  return value ? value->getZExtValue() : absent;
}

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

RegionVectoriser::RegionVectoriser(Module &module, unsigned targetLanes)
    : module(module), alwaysWiden(flagValue(module, alwaysWidenFlag, 0) != 0) {
  const unsigned asked = flagValue(module, lanesFlag, 1);
  areCountsAsked = asked != 0;
  const unsigned wide = std::min(asked ? asked : targetLanes, mostLanes);
  laneCounts = {std::min(wide, mostMaskedLanes), wide};
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
  RegionWidener widener(source, lanes, form->analyses());
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
  Function *version = RegionWidener(source, lanes, form->analyses()).run(/*takesMask=*/false);
  if (version && version->getInstructionCount() > vectorLimit) {
    version->eraseFromParent();
    return nullptr;
  }
  return version;
}

// `decided`: where some conditions on ids are known, or null. Tells of the region.
VectorRegion RegionVectoriser::widenAll(Function &region, Function &copy, Function *decided) {
  FunctionAnalysisManager &analyses = form->normalise(copy);
  if (decided)
    form->normalise(*decided);
  const LaneCounts chosen = areCountsAsked
                                ? laneCounts
                                : chooseLaneCounts(copy, laneCounts.lanes,
                                                   analyses.getResult<UniformityInfoAnalysis>(copy),
                                                   analyses.getResult<LoopAnalysis>(copy));
  const unsigned lanes = chosen.lanes;
  const unsigned wideLanes = chosen.wide;
  VectorRegion result;
  result.lanes = lanes;
  WideningStatistics fullCounts, maskedCounts;
  result.full = widen(region, decided ? *decided : copy, lanes, /*takesMask=*/false, fullCounts);
  const WideningStatistics *counts = decided ? &maskedCounts : &fullCounts;
  const auto isDismissed = [&] {
    if (alwaysWiden || isWorthwhile(*counts, lanes))
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

VectorRegion RegionVectoriser::vectorise(Function &region, ArrayRef<unsigned> laneParameters,
                                         bool runsWholeRows) {
  if (region.getInstructionCount() > regionLimit) {
    tell(region, "scalar: the region is too large");
    return {};
  }
  Function *copy = cloneRegion(region, ".bundle");
  for (unsigned index : laneParameters)
    copy->addParamAttr(index, Attribute::get(module.getContext(), laneParameterAttribute));
  if (!inlineSmallFunctions(*copy)) {
    tell(region, "scalar: the region is too large with the functions that it calls");
    copy->eraseFromParent();
    return {};
  }
  mergeBlocks(*copy);
  dropAliasScopes(*copy);
  if (!form)
    form = std::make_unique<BundleForm>();
  FunctionAnalysisManager &analyses = form->analyses();
  if (copyStrideLoops(analyses.getResult<LoopAnalysis>(*copy),
                      analyses.getResult<DominatorTreeAnalysis>(*copy)))
    analyses.invalidate(*copy, PreservedAnalyses::none());
  RowDecision rows = runsWholeRows ? decideRows(*copy) : RowDecision();
  Function *decidedSingle =
      rows.decided && isQuickExchange(region) ? cloneRegion(*rows.decided, ".single") : nullptr;
  VectorRegion result = widenAll(region, *copy, rows.decided);
  result.bounds = rows.bounds;
  if (result.bounds)
    result.bounds->setName(region.getName() + ".bounds");
  const bool isDone = result.masked != nullptr;
  if (decidedSingle) {
    result.single = cloneRegion(region, ".single");
    result.decidedSingle = decidedSingle;
    decidedSingle->setName(region.getName() + ".decided.single");
  }
  for (Function *function : result.functions()) {
    if (!isDone)
      function->eraseFromParent();
    else
      for (unsigned index : laneParameters)
        function->removeParamAttr(index, laneParameterAttribute);
  }
  for (Function *source : {copy, rows.decided})
    if (source) {
      form->forget(*source);
      source->eraseFromParent();
    }
  return isDone ? result : VectorRegion();
}

} // namespace weft::compiler
