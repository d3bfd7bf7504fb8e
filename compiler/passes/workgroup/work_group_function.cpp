// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/work_group_function.h"

#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/costs/indirect_loads.h"
#include "compiler/passes/analysis/group_uniformity.h"
#include "compiler/passes/normalise/inline_work_item_code.h"
#include "compiler/passes/normalise/kernel_arguments.h"
#include "compiler/passes/normalise/memory/local_memory.h"
#include "compiler/passes/normalise/printf_lowering.h"
#include "compiler/passes/regions/uniform_regions.h"
#include "compiler/passes/regions/work_item_stacks.h"
#include "compiler/passes/support/alias_scopes.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/support/defined_phis.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/user_code.h"
#include "compiler/passes/vectorise/prepare/loops/uniform_unswitching.h"
#include "compiler/passes/vectorise/region_vectoriser.h"
#include "compiler/passes/workgroup/group_driver.h"
#include "compiler/passes/workgroup/versions/any_order.h"
#include "compiler/passes/workgroup/versions/sub_group_versions.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi_debug.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/Cloning.h"

#define DEBUG_TYPE "weft-work-group"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(kernelsConverted, "Kernels that became work-group functions");
ALWAYS_ENABLED_STATISTIC(kernelsInLinearOrder, "Kernels with gangs of several dimensions");
ALWAYS_ENABLED_STATISTIC(kernelsToTry, "Kernels whose lanes may be slower than single work-items");
ALWAYS_ENABLED_STATISTIC(regionsOfGroup, "Regions that run once for the group");

namespace {

void inlineCalls(Function &callee) {
  for (User *user : make_early_inc_range(callee.users()))
    if (auto *call = dyn_cast<CallBase>(user)) {
      InlineFunctionInfo info;
      InlineFunction(*call, info);
    }
  if (callee.use_empty())
    callee.eraseFromParent();
}

// Gives loads of local sizes from the launch their range, or their value if the kernel requires
// one.
void describeLocalSizes(Function &kernel) {
  const auto required = requiredGroupSize(kernel);
  const DataLayout &layout = kernel.getDataLayout();
  for (Instruction &instruction : instructions(kernel)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->getType()->isIntegerTy(64))
      continue;
    APInt offset(64, 0);
    const auto *base = dyn_cast<Instruction>(
        load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true));
    const auto primitive = base ? findPrimitive(*base) : std::nullopt;
    if (!primitive || primitive->kind != PrimitiveKind::Launch)
      continue;
    const std::uint64_t dimension =
        (offset.getZExtValue() - offsetof(weft_launch, local_size)) / sizeof(std::uint64_t);
    if (dimension >= 3)
      continue;
    describeLocalSize(*load);
    if (required)
      load->replaceAllUsesWith(ConstantInt::get(load->getType(), (*required)[dimension]));
  }
}

bool usesLocalArguments(const Function &kernel) {
  return any_of(kernel.args(), [](const Argument &argument) {
    return argument.getType()->isPointerTy() &&
           argument.getType()->getPointerAddressSpace() == localSpace;
  });
}

// In the kernel's order of dimensions; nothing if it requires none.
std::optional<std::array<std::uint64_t, 3>> requiredSize(const Function &kernel) {
  const auto required = requiredGroupSize(kernel);
  if (!required)
    return std::nullopt;
  std::array<std::uint64_t, 3> size{};
  for (unsigned ofRange = 0; ofRange != 3; ++ofRange)
    size[inLaneOrder(ofRange, laneDimension(kernel))] = (*required)[ofRange];
  return size;
}

class KernelConversion {
public:
  /// `vectoriser`: null if all regions stay scalar.
  KernelConversion(Function &kernel, const WorkGroupFunctionPass::Parameters &parameters,
                   const CostModel &costs, RegionVectoriser *vectoriser)
      : kernel(kernel), parameters(parameters), costs(costs), vectoriser(vectoriser) {}

  /// Returns the work-group function; the kernel is gone.
  Function &run() {
    if (parameters.wideLaunches)
      kernel.addFnAttr(wideLaunchesAttribute);
    describeLocalSizes(kernel);
    assert(attachedArguments(kernel).list.size() == kernel.arg_size() &&
           "weft-kernel-arguments laid out the arguments");
    if (isDebugged(kernel) && haveMeetings(kernel))
      addMeetingStart(kernel);
    const RegionGraph graph(kernel);
    if (!graph.splits().empty()) {
      dropAliasScopes(kernel);
      defineUndefinedPhis(kernel);
    }
    if (vectoriser)
      chooseGangs(graph);
    const GroupUniformity uniformity(kernel);
    // For a debugger work-items belong to the groups that the host asked for.
    const bool isForDebugger = isDebugged(kernel);
    RegionLiveness liveness(kernel, graph, uniformity, /*hasOwnStacks=*/isForDebugger);
    RegionPlan plan(kernel, graph, liveness, uniformity);
    SmallVector<RegionCode> regions = isForDebugger ? createStackCode(plan) : createCode(plan);
    const bool joinsGroups =
        !isForDebugger && hasGlobalIdsOnly(graph) && liveness.contextLayout().itemBytes() == 0;
    vectorise(regions, plan, joinsGroups);
    for (const RegionCode &region : regions)
      regionsOfGroup +=
          count_if(region.bodies, [](const RegionBody &body) { return body.runsOnce; });
    const bool outlinesRegions = isLarge(regions);
    LLVM_DEBUG(dbgs() << kernel.getName() << ": " << regions.size() << " regions, "
                      << plan.liveness.contextLayout().itemBytes()
                      << " bytes of context for each work-item"
                      << (joinsGroups ? ", neighbouring groups run as one" : "")
                      << (outlinesRegions ? ", regions are functions\n" : "\n"));
    GroupDriver driver(
        plan, regions,
        {joinsGroups, outlinesRegions, parameters.runsBackwards && isUserCode(kernel)});
    Function *function = driver.build();
    describe(*function, plan);
    if (isForDebugger) {
      function->removeFnAttr(debuggedAttribute);
      function->addFnAttr(workItemStacksAttribute);
    }
    if (joinsGroups)
      function->addFnAttr(anyGroupsAttribute);
    if (kernel.hasFnAttribute(straightBarriersAttribute))
      function->addFnAttr(straightBarriersAttribute);
    if (any_of(regions, hasLanes))
      function->addFnAttr(hasLanesAttribute);
    if (any_of(regions, hasRowBlock))
      function->addFnAttr(sharesRowsAttribute);
    if (all_of(regions, hasLanesOnly))
      function->addFnAttr(allLanesAttribute);
    if (any_of(regions, hasLanes) && mayRunEitherWay()) {
      function->addFnAttr(anyOrderAttribute);
      if (any_of(regions, isDoubtful)) {
        ++kernelsToTry;
        function->addFnAttr(lanesMayLoseAttribute);
      }
    }
    assert(isWorkGroupFunction(*function));
    kernel.eraseFromParent();
    finish(regions);
    return *function;
  }

private:
  void finish(Function &function) const {
    if (!parameters.keepsRegions)
      inlineCalls(function);
  }

  void finish(ArrayRef<RegionCode> regions) const {
    for (const RegionCode &region : regions) {
      if (region.condition)
        finish(*region.condition);
      for (const RegionBody &body : region.bodies)
        finish(body);
    }
  }

  void finish(const RegionBody &body) const {
    if (!body.gangs.isVectorised() || body.scalar->use_empty())
      finish(*body.scalar);
    else
      markRarelyRun(*body.scalar);
    for (Function *version : body.gangs.functions())
      finish(*version);
  }

  static bool hasLanes(const RegionCode &region) {
    return any_of(region.bodies, [](const RegionBody &body) { return body.gangs.isVectorised(); });
  }

  static bool hasRowBlock(const RegionCode &region) {
    return any_of(region.bodies,
                  [](const RegionBody &body) { return body.gangs.has(SegmentKind::RowBlock); });
  }

  // Whether LLVM's SLP vectoriser has nothing to do in the region, or nothing good.
  static bool hasLanesOnly(const RegionCode &region) {
    return all_of(region.bodies, [](const RegionBody &body) {
      return body.runsOnce || body.gangs.has(SegmentKind::Interior) ||
             (!body.gangs.isVectorised() && hasIndirectLoads(*body.scalar));
    });
  }

  static bool isDoubtful(const RegionCode &region) {
    return any_of(region.bodies, [](const RegionBody &body) { return body.gangs.isDoubtful; });
  }

  // Whether the kernel's code may be replaced by code without lanes, group by group.
  bool mayRunEitherWay() const {
    return !usesSubGroups(kernel) && stagesOf(kernel).run(VectorStage::ScalarVersions) &&
           hasAnyOrder(kernel);
  }

  // Whether regions become functions of their own.
  static bool isLarge(ArrayRef<RegionCode> regions) {
    return regions.size() > 1 && inlinedInstructions(regions) > CostModel::functionLimit;
  }

  // What all regions add to the work-group function, with their loops.
  static std::uint64_t inlinedInstructions(ArrayRef<RegionCode> regions) {
    std::uint64_t sum = 0;
    for (const RegionCode &region : regions)
      for (const RegionBody &body : region.bodies) {
        sum += body.runsOnce ? 0 : CostModel::regionLoopsSize;
        SmallVector<Function *> versions = body.gangs.functions();
        if (!body.gangs.isVectorised())
          versions.push_back(body.scalar);
        for (const Function *version : versions)
          sum += version->getInstructionCount();
      }
    return sum;
  }

  // Only launches of more than 2^31 work-items, and groups with few along the lanes, run the scalar
  // function of a region with vector versions.
  static void markRarelyRun(Function &region) {
    for (const Attribute::AttrKind kind :
         {Attribute::Cold, Attribute::MinSize, Attribute::OptimizeForSize, Attribute::NoInline})
      region.addFnAttr(kind);
    region.removeFnAttr(Attribute::AlwaysInline);
    region.removeFnAttr(Attribute::InlineHint);
    region.addFnAttr(allLanesAttribute);
  }

  // The reason why all regions of the kernel stay scalar, or an empty string.
  StringRef whyScalar(ArrayRef<RegionCode> regions, const RegionPlan &plan) const {
    const auto mustHaveLanes = [](const RegionCode &region) {
      return any_of(region.bodies, [](const RegionBody &body) { return needsLanes(*body.scalar); });
    };
    if (regions.size() >= limits::vectorisedRegions && parameters.vectorFactor == 0 &&
        none_of(regions, mustHaveLanes))
      return "vector code for all regions would take too long to compile";
    if (any_of(plan.liveness.arrays(),
               [](const PrivateArray &array) { return array.place == ArrayPlace::ContextFixed; }))
      return "large private arrays are shared by the work-items in turn";
    return {};
  }

  VectorStages stagesOf(const Function &region) const { return parameters.stages.of(region); }

  static SmallVector<RegionCode> createStackCode(RegionPlan &plan) {
    SmallVector<RegionCode> regions(plan.graph.regions().size());
    const bool prints = plan.kernel.hasFnAttribute(usesPrintfAttribute);
    WorkItemStacks stacks(plan, prints ? WEFT_PRINTF_STACK_BYTES : 0);
    for (auto [index, region] : enumerate(regions))
      region.bodies.push_back({stacks.build(index)});
    return regions;
  }

  SmallVector<RegionCode> createCode(RegionPlan &plan) {
    const auto variables = demoteLiveValues(plan);
    SmallVector<RegionCode> regions;
    RegionFunctionBuilder builder(plan, variables);
    for (unsigned index = 0; index != plan.graph.regions().size(); ++index)
      regions.push_back(createCode(builder, index, plan));
    return regions;
  }

  RegionCode createCode(RegionFunctionBuilder &builder, unsigned index, const RegionPlan &plan) {
    RegionCode code;
    code.bodies.push_back({builder.build(index)});
    if (!parameters.optimises)
      return code;
    if (!plan.graph.splits().empty() &&
        stagesOf(*code.bodies[0].scalar).run(VectorStage::Unswitching)) {
      const UniformUnswitch choice = unswitchUniformCondition(*code.bodies[0].scalar);
      code.condition = choice.condition;
      if (choice.condition)
        code.bodies.push_back({choice.otherwise});
    }
    // Bodies that set flags of finished work-items run for each work-item.
    const bool setsFinishedFlags =
        plan.needsFinishedFlags && (index == 0 || plan.finishesSome.test(index));
    for (RegionBody &body : code.bodies)
      body.runsOnce = !setsFinishedFlags &&
                      stagesOf(*body.scalar).run(VectorStage::UniformRegions) &&
                      isSameForAllItems(*body.scalar, kernel.arg_size());
    return code;
  }

  static void replace(Function *&scalar, Function *form) {
    form->takeName(scalar);
    scalar->eraseFromParent();
    scalar = form;
  }

  void vectorise(MutableArrayRef<RegionCode> regions, const RegionPlan &plan, bool joinsGroups) {
    if (!vectoriser)
      return;
    if (const StringRef reason = whyScalar(regions, plan); !reason.empty()) {
      vectoriser->remarkScalar(kernel, reason);
      return;
    }
    const auto large = count_if(regions, [](const RegionCode &region) {
      return region.bodies[0].scalar->getInstructionCount() > CostModel::exchangeLimit;
    });
    vectoriser->startKernel(costs, mostLanes, large <= 1 && mayRunEitherWay());
    const unsigned first = kernel.arg_size();
    SmallVector<unsigned> laneParameters{first + RegionParameters::LocalId,
                                         first + RegionParameters::ContextLane};
    if (const auto linear = linearGangs(kernel))
      for (unsigned dimension = 1; dimension != 3; ++dimension)
        if (linear->size[dimension] != 1)
          laneParameters.push_back(first + RegionParameters::LocalId + dimension);
    for (auto [index, region] : enumerate(regions))
      for (RegionBody &body : region.bodies)
        if (!body.runsOnce) {
          body.gangs = vectoriser->vectorise(*body.scalar, laneParameters,
                                             index == 0 || !plan.needsFinishedFlags,
                                             joinsGroups && !plan.needsFinishedFlags);
          if (parameters.plans) {
            *parameters.plans << "plan of '" << body.scalar->getName() << "':\n";
            body.gangs.print(*parameters.plans);
          }
          if (body.gangs.canonical)
            replace(body.scalar, body.gangs.canonical);
          if (!body.gangs.isVectorised() && needsLanes(*body.scalar))
            reportScalar();
        }
  }

  // No scalar code does what a sub-group does. The error ends the compile.
  void reportScalar() const {
    kernel.getContext().diagnose(DiagnosticInfoGeneric(
        "kernel '" + kernel.getFnAttribute(kernelAttribute).getValueAsString() +
            "' uses sub-groups, and cannot be vectorised: " + vectoriser->lastRemark(),
        DS_Error));
  }

  // Whether the division into groups has no meaning for the kernel.
  bool isGroupFree(const RegionGraph &graph) const {
    return graph.splits().empty() && !kernel.hasFnAttribute(localBytesAttribute) &&
           !usesLocalArguments(kernel) && !usesSubGroups(kernel);
  }

  // Whether it cannot even see the division.
  bool hasGlobalIdsOnly(const RegionGraph &graph) const {
    return isGroupFree(graph) && kernel.hasFnAttribute(globalIdsOnlyAttribute);
  }

  // Fits gangs into work-groups of a known size. Those with fewer work-items along the lanes than a
  // vector has elements get gangs of several dimensions, if these have pieces of some lanes.
  void chooseGangs(const RegionGraph &graph) {
    const auto size = requiredSize(kernel);
    if (!size || hasGlobalIdsOnly(graph) || usesSubGroups(kernel))
      return;
    const LinearGangs gangs{*size};
    const std::uint64_t row = (*size)[0];
    if (row >= wordLanes(costs) && row % wordLanes(costs) == 0 && row <= maxVf) {
      mostLanes = static_cast<unsigned>(row & -row);
    } else if (row > 1 && row < wordLanes(costs) && isPowerOf2_64(row) &&
               gangs.items() >= 2 * row &&
               parameters.stages.of(kernel).run(VectorStage::LinearGangs)) {
      setLinearGangs(kernel, gangs);
      ++kernelsInLinearOrder;
      mostLanes = static_cast<unsigned>(std::min<std::uint64_t>(bit_floor(gangs.items()), maxVf));
    }
  }

  void describe(Function &function, const RegionPlan &plan) {
    const auto set = [&](StringRef name, std::uint64_t value) {
      function.addFnAttr(name, std::to_string(value));
    };
    set(contextFixedAttribute, plan.liveness.contextLayout().fixedBytes());
    set(contextItemAttribute, plan.liveness.contextLayout().itemBytes());
    set(privateBytesAttribute, plan.liveness.privateBytes());
    if (isGroupFree(plan.graph))
      function.addFnAttr(groupFreeAttribute);
  }

  Function &kernel;
  const WorkGroupFunctionPass::Parameters &parameters;
  const CostModel costs;
  RegionVectoriser *vectoriser;
  unsigned mostLanes = 0; ///< of gangs that are whole in a work-group; 0: not known
};

// Lanes are what sub-groups are made of, whatever the options say of vectors.
void fixSubGroups(Function &kernel) {
  const unsigned size = subGroupSize(kernel);
  assert(size != 0 && "weft-sub-group-sizes ran");
  kernel.addFnAttr(vfAttribute, std::to_string(size));
}

} // namespace

void WorkGroupFunctionPass::convertWithSubGroups(Function &kernel, const CostModel &costs,
                                                 RegionVectoriser &vectoriser) const {
  fixSubGroups(kernel);
  const auto convert = [&](Function &version) -> Function & {
    return KernelConversion(version, parameters, costs, &vectoriser).run();
  };
  const auto required = requiredSize(kernel);
  if (required && !hasSubGroupsInRows(kernel, *required)) {
    Function &copy = cloneForLinearSubGroups(kernel);
    copy.takeName(&kernel);
    kernel.eraseFromParent();
    convert(copy);
    return;
  }
  const unsigned size = subGroupSize(kernel);
  Function &copy = cloneForLinearSubGroups(kernel);
  Function &rows = convert(kernel);
  chooseByRows(rows, convert(copy), size);
}

PreservedAnalyses WorkGroupFunctionPass::run(Module &module, ModuleAnalysisManager &analyses) {
  assert(isRetargeted(module));
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (isKernel(function))
      kernels.push_back(&function);
  RegionVectoriser vectoriser(module, parameters.vectorFactor, parameters.stages);
  const bool vectorises = parameters.optimises && parameters.vectorFactor != 1;
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (Function *kernel : kernels) {
    const CostModel costs = functions.getResult<CostModelAnalysis>(*kernel);
    if (usesSubGroups(*kernel) && !isDebugged(*kernel))
      convertWithSubGroups(*kernel, costs, vectoriser);
    else
      KernelConversion(*kernel, parameters, costs, vectorises ? &vectoriser : nullptr).run();
  }
  kernelsConverted += kernels.size();
  for (Function &function : module)
    if (const auto primitive = findPrimitive(function.getName());
        primitive && primitive->kind == PrimitiveKind::GroupStep) {
      function.removeFnAttr(Attribute::NoInline);
      function.removeFnAttr(Attribute::Convergent);
    }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
