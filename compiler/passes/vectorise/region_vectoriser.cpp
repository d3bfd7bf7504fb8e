// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/region_vectoriser.h"

#include "compiler/passes/analysis/costs/indirect_loads.h"
#include "compiler/passes/analysis/costs/vector_type_costs.h"
#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/support/alias_scopes.h"
#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/passes/replaced_instructions.h"
#include "compiler/passes/support/region_parameters.h"
#include "compiler/passes/support/remarks.h"
#include "compiler/passes/vectorise/prepare/loops/row_blocks.h"
#include "compiler/passes/vectorise/region_inlining.h"
#include "compiler/passes/vectorise/region_remarks.h"
#include "compiler/passes/vectorise/widen/region_widener.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#define DEBUG_TYPE "weft-vectorise"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(regionsVectorised, "Regions with vector versions");
ALWAYS_ENABLED_STATISTIC(regionsWithWideGangs, "Regions with a version for wide gangs");
ALWAYS_ENABLED_STATISTIC(regionsSplit, "Regions with a split index set");
ALWAYS_ENABLED_STATISTIC(regionsLeftScalar, "Regions without vector versions");

namespace {

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

// Gangs of several dimensions are those of whole groups, whose size is known.
void fixLocalSize(Function &region, const LinearGangs &gangs) {
  for (Argument &parameter : region.args())
    if (const auto index = regionParameter(parameter);
        index && *index >= RegionParameters::LocalSize && *index < RegionParameters::LocalSize + 3)
      parameter.replaceAllUsesWith(
          ConstantInt::get(parameter.getType(), gangs.size[*index - RegionParameters::LocalSize]));
}

} // namespace

static void replaceCallsOf(Function &function, StringRef name, std::uint64_t number) {
  replaceInstructions(function, [&](Instruction &instruction) {
    return calleeName(instruction) == name ? ConstantInt::get(instruction.getType(), number)
                                           : nullptr;
  });
}

// Of what is wanted whatever it costs.
constexpr std::uint64_t noLimit = std::uint64_t{1} << 62;

// `lanes` for both, up to their limits.
static VectorisationFactors fixedFactors(unsigned lanes) {
  const unsigned vf = std::min(lanes, maxPredicatedVf);
  return {vf, std::min(lanes, maxVf), vf};
}

RegionVectoriser::RegionVectoriser(Module &module, unsigned factor, VectorStages stages)
    : module(module), moduleStages(stages), isFactorAsked(factor != 0),
      factors(fixedFactors(factor)) {}

// What the kernel, the stages of a test or the options fix, in this order; else the costs decide.
std::optional<VectorisationFactors>
RegionVectoriser::requiredFactors(const Function &region) const {
  if (const unsigned vf = region.getFnAttributeAsParsedInteger(vfAttribute)) {
    assert(isPowerOf2_32(vf) && vf <= maxVf);
    return VectorisationFactors{vf, vf, vf};
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

// The lanes of wide gangs; 0 if there are none.
static unsigned wideVf(const GangPlan &plan) {
  for (const Segment &segment : plan.segments)
    if (segment.kind == SegmentKind::Interior && segment.lanes != plan.vf())
      return segment.lanes;
  return 0;
}

// What the remark of a region says.
static std::string describe(const GangPlan &plan, bool hasInterior) {
  std::string text;
  raw_string_ostream stream(text);
  stream << "vectorised, VF " << plan.vf();
  if (const unsigned wide = wideVf(plan))
    stream << ", " << wide << " for wide gangs";
  stream << (plan.has(SegmentKind::RowBlock) ? ", row blocks" : "")
         << (!plan.has(SegmentKind::Interior) ? ", all gangs predicated"
             : hasInterior                    ? ", index set split"
                                              : "");
  return text;
}

void RegionVectoriser::emitRemark(const Function &region, const Twine &text, const DebugLoc &place,
                                  const GangPlan &plan) {
  LLVM_DEBUG(dbgs() << region.getName() << ": " << text << "\n");
  lastText = text.str();
  module.getContext().diagnose(Remark(region, plan.isVectorised() ? "vectorised" : "scalar", text,
                                      place ? place : firstPlace(region),
                                      {{"vf", plan.vf()}, {"wide", wideVf(plan)}}));
}

void RegionVectoriser::remarkScalar(const Function &kernel, const Twine &reason) {
  emitRemark(kernel, "scalar: " + reason);
}

LinearStrides RegionVectoriser::linearStrides(Function &source) {
  if (!linearGangs(source))
    return {};
  if (!pieceAnalyses) {
    pieceAnalyses = std::make_unique<GangAnalyses>(std::nullopt, LaneScope::Piece);
    columnAnalyses = std::make_unique<GangAnalyses>(std::nullopt, LaneScope::Column);
  }
  return {&pieceAnalyses->manager().getResult<StrideAnalysis>(source),
          &columnAnalyses->manager().getResult<StrideAnalysis>(source)};
}

// How many lanes of each row the version for gangs of several rows has: 0 if the region does not
// suit that, or the values of all rows do not stay in registers.
static unsigned rowBlockLanes(const WideningSource &source, unsigned vf, unsigned mostOfRow) {
  const auto values =
      findRowBlock(source.function, source.uniformity, source.strides, source.loops);
  if (!values)
    return 0;
  constexpr unsigned forOperands = 2;
  const auto fits = [&](unsigned vectors) {
    return vectors * (rowsOfBlock * values->carried + values->shared) + forOperands <=
           source.costs.registerCount();
  };
  return 2 * vf <= mostOfRow && fits(2) ? 2 * vf : fits(1) ? vf : 0;
}

// Adds a version for gangs of several rows if that suits the source of unmasked versions, and if no
// more than `limit` instructions are needed.
void RegionVectoriser::addRowBlock(GangPlan &plan, const WideningSource &inside, unsigned mostOfRow,
                                   std::uint64_t limit) {
  const unsigned lanes = hasRowBlocks ? rowBlockLanes(inside, plan.vf(), mostOfRow) : 0;
  if (lanes == 0)
    return;
  Function *rows = cloneRegion(inside.function, ".rows");
  makeRowBlock(*rows);
  const WideningSource source(*rows, form->analyses(), {}, *costs);
  const VersionPrice price = priceVersion(source, lanes, /*takesMask=*/false);
  if (price.isPossible() && price.size <= std::min<std::uint64_t>(limit, CostModel::versionLimit))
    if (Function *block = RegionWidener(source, lanes).run(/*takesMask=*/false))
      plan.segments.insert(plan.segments.begin(),
                           {SegmentKind::RowBlock, lanes, price.cost(lanes), block});
  form->forget(*rows);
  rows->eraseFromParent();
}

// Writes the versions of a plan. False, with the remark why, if the widener fails, as it does where
// masks depend on the path.
bool RegionVectoriser::write(GangPlan &plan, const WideningSource &whole,
                             const WideningSource &inside, WideningRemark &problem) {
  Function *predicated = nullptr;
  const auto written = [&](const WideningSource &source, unsigned lanes, bool takesMask) {
    RegionWidener widener(source, lanes);
    Function *version = widener.run(takesMask);
    if (!version)
      problem = widener.remark();
    return version;
  };
  for (Segment &segment : plan.segments) {
    const bool takesMask = segment.kind != SegmentKind::Interior;
    segment.version = takesMask && predicated
                          ? predicated
                          : written(takesMask ? whole : inside, segment.lanes, takesMask);
    if (takesMask)
      predicated = segment.version;
    if (!segment.version)
      break;
  }
  if (problem.text.empty())
    return true;
  for (Function *version : plan.functions())
    version->eraseFromParent();
  return false;
}

// Without an interior, the lanes of a gang may lie in one row. Whether that changes something.
bool RegionVectoriser::forgetRows(Function &copy) {
  bool changed = false;
  for (Instruction &instruction : instructions(copy)) {
    changed |= instruction.hasMetadata(apartMetadata);
    instruction.setMetadata(apartMetadata, nullptr);
  }
  if (changed)
    form->analyses().invalidate(copy, PreservedAnalyses::none());
  return changed;
}

PlanChooser::Conditions RegionVectoriser::conditionsOf(const Function &region,
                                                       const WideningSource &usual,
                                                       bool isMostlyInside,
                                                       std::uint64_t scalarSize) const {
  const auto required = requiredFactors(region);
  VectorisationFactors factors =
      required ? *required
               : chooseVectorisationFactors(usual.function, *costs, usual.uniformity, usual.strides,
                                            usual.loops);
  if (mostLanes != 0 && !required)
    for (unsigned *lanes : {&factors.vf, &factors.wide, &factors.sole})
      *lanes = std::min(*lanes, mostLanes);
  const std::uint64_t limit = needsLanes(region) ? noLimit
                              : required         ? 2 * CostModel::versionLimit
                                                 : budget.limitOf(scalarSize);
  return {.factors = factors,
          .isRequired = required.has_value(),
          .mayTry = mayTry,
          .mayHaveWide = stages.run(VectorStage::WideGangs),
          .isMostlyInside = isMostlyInside,
          .limit = limit,
          .limitOfOne =
              required ? limit + limit / 4 : budget.limitOfOne(scalarSize, factors.isLatencyBound),
          .limitOfFew =
              required
                  ? 0
                  : std::min(limit, CostModel::fewerThanSingle(scalarSize, limits::fewestLanes))};
}

// `scalarSize`: the instructions of the copy before its preparation. Emits the remarks of the
// region.
GangPlan RegionVectoriser::planAndWrite(Function &region, Function &copy,
                                        const IndexSetSplit &split, std::uint64_t scalarSize) {
  Function *interior = split.interior;
  for (Function *source : {&copy, interior})
    if (source)
      form->normalise(*source, *costs, stages);
  std::optional<WideningSource> whole, ofInterior;
  whole.emplace(copy, form->analyses(), linearStrides(copy), *costs);
  if (interior)
    ofInterior.emplace(*interior, form->analyses(), linearStrides(*interior), *costs);
  const WideningSource &inside = ofInterior ? *ofInterior : *whole;
  // Few gangs lie in several rows, and few work-items fail a check.
  const bool isMostlyInside =
      interior && ((split.omitsChecks && !split.isForGangs) || hasRows(*split.bounds));
  const WideningSource &usual = isMostlyInside ? inside : *whole;
  remarkDivergence(region, usual);
  const PlanChooser chooser(conditionsOf(region, usual, isMostlyInside, scalarSize));
  // Large functions pay off in one version already, and take long to compile in three.
  std::optional<PlanChoice> choice;
  if (!hasLargeFunctions || needsLanes(region))
    choice = chooser.allVersions(*whole, interior ? &inside : nullptr);
  if (!choice) {
    if (interior && forgetRows(copy))
      whole.emplace(copy, form->analyses(), linearStrides(copy), *costs);
    choice = chooser.oneVersion(*whole);
  }
  GangPlan &plan = choice->plan;
  if (!stages.run(VectorStage::UnmaskedGangs))
    plan = plan.predicated();
  WideningRemark problem{choice->whyScalar, choice->place};
  if (!plan.isVectorised() || !write(plan, *whole, inside, problem)) {
    emitRemark(region, "scalar: " + problem.text, problem.place);
    return {};
  }
  if (plan.has(SegmentKind::Interior))
    addRowBlock(plan, inside, chooser.most(), choice->left);
  emitRemark(region, describe(plan, interior != nullptr), {}, plan);
  remarkCosts(region, choice->price, plan.vf());
  return std::move(plan);
}

// A copy of the region with functions inlined; null, with a remark, if it is too large.
Function *RegionVectoriser::prepareCopy(Function &region, ArrayRef<unsigned> laneParameters) {
  const bool hasLimits = !needsLanes(region);
  if (hasLimits && region.getInstructionCount() > CostModel::regionLimit) {
    emitRemark(region, "scalar: the region is too large");
    return nullptr;
  }
  Function *copy = cloneRegion(region, ".gang");
  for (unsigned index : laneParameters)
    copy->addParamAttr(index, Attribute::get(module.getContext(), laneParameterAttribute));
  // Gangs run in whole groups only, the canonical form for one work-item in others, too.
  if (const auto gangs = linearGangs(*copy); gangs && stages.run(VectorStage::Widening))
    fixLocalSize(*copy, *gangs);
  stages.attachTo(*copy);
  const Inlining inlining = inlineFunctions(*copy);
  hasLargeFunctions = inlining != Inlining::Small;
  if (inlining == Inlining::Unfinished && hasLimits) {
    emitRemark(region, "scalar: the region is too large with the functions that it calls");
    copy->eraseFromParent();
    return nullptr;
  }
  mergeBlocks(*copy);
  dropAliasScopes(*copy);
  if (!form)
    form = std::make_unique<CanonicalForm>();
  form->addVersions(*copy, stages);
  return copy;
}

// True, with a remark, if single work-items take less time than gangs because of their vector
// types.
bool RegionVectoriser::favoursVectorTypes(const Function &region, Function &copy) {
  const bool hasVectors = any_of(instructions(copy), [](const Instruction &instruction) {
    return instruction.getType()->isVectorTy();
  });
  if (!hasVectors || requiredFactors(region) || needsLanes(region))
    return false;
  FunctionAnalysisManager &analyses = form->analyses();
  const UniformityInfo &uniformity = analyses.getResult<UniformityInfoAnalysis>(copy);
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(copy);
  const StrideInfo strides(copy, uniformity, /*laneDimension=*/std::nullopt, LaneScope::Gang,
                           InductionStrides::OfTheStart);
  const VectorisationFactors factors =
      chooseVectorisationFactors(copy, *costs, uniformity, strides, loops);
  const unsigned lanes = std::max(factors.vf, factors.wide);
  const unsigned vf = mostLanes != 0 ? std::min(lanes, mostLanes) : lanes;
  const VectorTypeCosts estimate =
      estimateVectorTypes(copy, vf, *costs, uniformity, strides, loops);
  analyses.invalidate(copy, PreservedAnalyses::none()); // changes follow
  // The executor finds out how quick gathers are.
  if (estimate.favourGang() ||
      (mayTry && hasIndirectLoads(copy) && estimate.gang < 2 * estimate.items))
    return false;
  emitRemark(region, "scalar: work-items fill registers with their vector types (a gang of " +
                         Twine(vf) + " costs " + Twine(estimate.gang) +
                         ", as many single work-items " + Twine(estimate.items) + ", by estimate)");
  return true;
}

// Erases a source of versions.
void RegionVectoriser::release(Function &source) {
  form->forget(source);
  for (GangAnalyses *analyses : {pieceAnalyses.get(), columnAnalyses.get()})
    if (analyses)
      analyses->manager().clear(source, source.getName());
  source.eraseFromParent();
}

// The canonical form for one work-item, as lane 0, for tests of the stages before the widener.
GangPlan RegionVectoriser::stayCanonical(Function &region, Function &copy,
                                         ArrayRef<unsigned> laneParameters) {
  emitRemark(region, "scalar, in canonical form: widening is off");
  form->normalise(copy, *costs, stages);
  form->forget(copy);
  replaceCallsOf(copy, laneNumberFunction, 0);
  replaceCallsOf(copy, vfFunction, 1);
  replaceInstructions(copy, [](Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    return call && isUniformLaneFunction(*call) ? call->getArgOperand(0) : nullptr;
  });
  for (unsigned index : laneParameters)
    copy.removeParamAttr(index, laneParameterAttribute);
  GangPlan result;
  result.canonical = &copy;
  return result;
}

// Unrolling may give the elements of such arrays places that are known.
static bool accessesPrivateArrays(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      return pointer && isa<AllocaInst>(getUnderlyingObject(pointer));
    });
  });
}

// Keeps LLVM from unrolling loops with numbers of rounds that a launch decides: each would become
// three.
static void keepLoopsRolled(Function &version, bool exceptOverPrivateArrays) {
  const DominatorTree dominators(version);
  const LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && !(exceptOverPrivateArrays && accessesPrivateArrays(*loop)))
      addStringMetadataToLoop(loop, "llvm.loop.unroll.runtime.disable", 1);
}

// Builds less of the versions that run at most one gang of an x range: what is left over of whole
// gangs, and, where x ranges are long since groups run as one, of wide ones. Wide gangs fill the
// units of the CPU as rounds of a loop would.
static void limitUnrolling(const GangPlan &plan, bool joinsRows) {
  const bool hasWide = wideVf(plan) != 0;
  for (const Segment &segment : plan.segments) {
    const bool isWide = segment.lanes != plan.vf();
    // Outside of bounds there may be many.
    const bool isOne =
        segment.kind == SegmentKind::Remainder
            ? !plan.bounds
            : segment.kind == SegmentKind::Interior &&
                  (isWide || (hasWide && joinsRows && !plan.has(SegmentKind::RowBlock)));
    if (isOne)
      keepLoopsRolled(*segment.version, /*exceptOverPrivateArrays=*/isWide);
  }
}

// Of a segment's version, behind the name of the region.
static StringRef suffixOf(const Segment &segment, unsigned vf) {
  switch (segment.kind) {
  case SegmentKind::RowBlock:
    return ".row.block";
  case SegmentKind::Interior:
    return segment.lanes == vf ? ".unmasked" : ".wide";
  case SegmentKind::InteriorTail:
    return ".interior.scalar.tail";
  case SegmentKind::Tail:
    return ".scalar.tail";
  case SegmentKind::Outside:
  case SegmentKind::Remainder:
    return ".predicated";
  }
  llvm_unreachable("all segments have names");
}

// Names the versions and removes what only the vectoriser reads.
void RegionVectoriser::finalise(const Function &region, GangPlan &plan,
                                ArrayRef<unsigned> laneParameters) {
  ++regionsVectorised;
  regionsWithWideGangs += wideVf(plan) != 0;
  regionsSplit += plan.bounds != nullptr;
  for (const Segment &segment : plan.segments)
    segment.version->setName(region.getName() + suffixOf(segment, plan.vf()));
  if (plan.bounds) {
    plan.bounds->setName(region.getName() + ".bounds");
    replaceCallsOf(*plan.bounds, vfFunction, plan.vf());
  }
  for (Function *function : plan.functions())
    for (unsigned index : laneParameters)
      function->removeParamAttr(index, laneParameterAttribute);
}

void RegionVectoriser::startKernel(const CostModel &kernelCosts, unsigned most, bool tries) {
  assert((most == 0 || isPowerOf2_32(most)) && "lanes are a power of two");
  costs = &kernelCosts;
  mostLanes = most;
  mayTry = tries;
  budget = {};
}

GangPlan RegionVectoriser::vectorise(Function &region, ArrayRef<unsigned> laneParameters,
                                     bool runsWholeXRanges, bool joinsRows) {
  stages = moduleStages.of(region);
  hasRowBlocks = joinsRows && !needsLanes(region) && !linearGangs(region) &&
                 stages.run(VectorStage::RowBlocks);
  const bool isRequired = needsLanes(region);
  if (!isRequired && !stages.run(VectorStage::Gangs)) {
    emitRemark(region, "scalar: gangs are off");
    return {};
  }
  Function *copy = prepareCopy(region, laneParameters);
  if (!copy)
    return {};
  if (!isRequired && !stages.run(VectorStage::Widening))
    return stayCanonical(region, *copy, laneParameters);
  if (favoursVectorTypes(region, *copy)) {
    ++regionsLeftScalar;
    release(*copy);
    return {};
  }
  const std::uint64_t scalarSize = copy->getInstructionCount();
  const auto gangs = linearGangs(region);
  const bool splits = runsWholeXRanges && (!gangs || gangs->size[2] == 1) &&
                      !hasLinearSubGroups(region) && stages.run(VectorStage::IndexSetSplitting);
  const bool mayHaveRows = !gangs && !isRequired && stages.run(VectorStage::DivisionRows) &&
                           stages.run(VectorStage::UnmaskedGangs);
  IndexSetSplit split = splits ? splitIndexSet(*copy, mayHaveRows) : IndexSetSplit();
  if (split.bounds && hasRows(*split.bounds))
    hasRowBlocks = false;
  const bool hasScalarTails = split.interior && !hasRows(*split.bounds) &&
                              stages.run(VectorStage::ScalarTails) &&
                              isQuickExchange(split.omitsChecks ? *split.interior : region);
  Function *interiorScalarTail = nullptr;
  if (hasScalarTails && !split.isForGangs)
    interiorScalarTail = cloneRegion(*split.interior, "");
  GangPlan result = planAndWrite(region, *copy, split, scalarSize);
  if (split.bounds && result.has(SegmentKind::Interior)) {
    result.bounds = split.bounds;
    if (hasScalarTails) {
      Segment *rest = &result.segments.back();
      if (interiorScalarTail)
        rest =
            result.segments.insert(rest, {SegmentKind::InteriorTail, 1, 0, interiorScalarTail}) + 1;
      result.segments.insert(rest, {SegmentKind::Tail, 1, 0, cloneRegion(region, "")});
    }
  } else {
    for (Function *unused : {split.bounds, interiorScalarTail})
      if (unused)
        unused->eraseFromParent();
  }
  if (result.isVectorised())
    finalise(region, result, laneParameters);
  else
    ++regionsLeftScalar;
  if (result.has(SegmentKind::Interior) && runsWholeXRanges)
    limitUnrolling(result, joinsRows);
  for (Function *source : {copy, split.interior})
    if (source)
      release(*source);
  std::uint64_t size = 0;
  for (const Function *version : result.functions())
    size += version->getInstructionCount();
  budget.take(scalarSize, size);
  remarkPlan(region, result);
  return result;
}

} // namespace weft::compiler
