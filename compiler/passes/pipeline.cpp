// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/pipeline.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/analysis/lane_dimension_choice.h"
#include "compiler/passes/analysis/mask_analysis.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/checked/alignment_checks.h"
#include "compiler/passes/checked/barrier_checks.h"
#include "compiler/passes/checked/bounds_checks.h"
#include "compiler/passes/checked/check_reports.h"
#include "compiler/passes/checked/contents/content_checks.h"
#include "compiler/passes/checked/contents/unset_variables.h"
#include "compiler/passes/checked/copies/copies_in_flight.h"
#include "compiler/passes/checked/copies/copy_checks.h"
#include "compiler/passes/checked/copies/copy_marks.h"
#include "compiler/passes/checked/copies/touched_memory.h"
#include "compiler/passes/checked/drop_lines.h"
#include "compiler/passes/checked/findings/divergent_barriers.h"
#include "compiler/passes/checked/findings/outside_accesses.h"
#include "compiler/passes/checked/findings/unwaited_copies.h"
#include "compiler/passes/checked/operations/operation_checks.h"
#include "compiler/passes/checked/races/race_checks.h"
#include "compiler/passes/checked/races/synchronisation_marks.h"
#include "compiler/passes/checked/single_lanes.h"
#include "compiler/passes/normalise/arithmetic/contraction.h"
#include "compiler/passes/normalise/arithmetic/relaxed_arithmetic.h"
#include "compiler/passes/normalise/arithmetic/safe_division.h"
#include "compiler/passes/normalise/arithmetic/wide_halves.h"
#include "compiler/passes/normalise/block_kernels.h"
#include "compiler/passes/normalise/control_flow/equal_accesses.h"
#include "compiler/passes/normalise/control_flow/loop_exits.h"
#include "compiler/passes/normalise/copies/group_steps.h"
#include "compiler/passes/normalise/debugged_kernels.h"
#include "compiler/passes/normalise/function_pointers.h"
#include "compiler/passes/normalise/inline_work_item_code.h"
#include "compiler/passes/normalise/kernel_arguments.h"
#include "compiler/passes/normalise/lane_dimension.h"
#include "compiler/passes/normalise/loops/full_unroll.h"
#include "compiler/passes/normalise/memory/buffer_alignment.h"
#include "compiler/passes/normalise/memory/local_memory.h"
#include "compiler/passes/normalise/memory/local_volatile.h"
#include "compiler/passes/normalise/memory/zero_private.h"
#include "compiler/passes/normalise/printf_lowering.h"
#include "compiler/passes/normalise/static_objects.h"
#include "compiler/passes/normalise/sub_group_sizes.h"
#include "compiler/passes/normalise/target_questions.h"
#include "compiler/passes/optimisations.h"
#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/target/arch/native_passes.h"
#include "compiler/passes/target/arithmetic/flush_denormals.h"
#include "compiler/passes/target/arithmetic/target_arithmetic.h"
#include "compiler/passes/target/block_splitting.h"
#include "compiler/passes/target/debug/debugged_code.h"
#include "compiler/passes/target/lane_addresses.h"
#include "compiler/passes/target/lane_shuffles.h"
#include "compiler/passes/target/llvm_bugs/select_stores.h"
#include "compiler/passes/target/loops/freeze_loop_bounds.h"
#include "compiler/passes/target/loops/strength_reduction.h"
#include "compiler/passes/target/masked_prefetches.h"
#include "compiler/passes/target/streaming_stores.h"
#include "compiler/passes/vectorise/prepare/canonical_form.h"
#include "compiler/passes/vectorise/prepare/if_conversion.h"
#include "compiler/passes/vectorise/prepare/images/image_coordinates.h"
#include "compiler/passes/vectorise/prepare/images/image_loops.h"
#include "compiler/passes/vectorise/prepare/loops/group_stride_loops.h"
#include "compiler/passes/vectorise/prepare/loops/index_set_splitting.h"
#include "compiler/passes/vectorise/prepare/loops/inductions.h"
#include "compiler/passes/vectorise/prepare/loops/uniform_comparisons.h"
#include "compiler/passes/vectorise/prepare/loops/uniform_unswitching.h"
#include "compiler/passes/vectorise/prepare/memory/adjacent_accesses.h"
#include "compiler/passes/vectorise/prepare/memory/invariant_loads.h"
#include "compiler/passes/vectorise/prepare/memory/private_arrays.h"
#include "compiler/passes/vectorise/prepare/memory/successive_loads.h"
#include "compiler/passes/vectorise/prepare/narrow_integers.h"
#include "compiler/passes/workgroup/contiguous_loops.h"
#include "compiler/passes/workgroup/image_accesses.h"
#include "compiler/passes/workgroup/kernel_description.h"
#include "compiler/passes/workgroup/local_atomics.h"
#include "compiler/passes/workgroup/many_loops.h"
#include "compiler/passes/workgroup/work_group_function.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/Sink.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

namespace weft::compiler {

using namespace llvm;

namespace {

VectorStages stagesOf(const CompileOptions &options) {
  return {options.withoutStages, options.chaos};
}

// Brings the scalar kernels into the form that splitting likes: values in SSA form, generic
// pointers known for what they are, constants folded. Nothing here moves or duplicates splitting
// calls beyond what `convergent` allows.
FunctionPassManager buildPreparePipeline(const CompileOptions &options, Tier tier) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(LoopExitsPass());
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InferAddressSpacesPass(genericSpace));
  if (options.optimizationsDisabled) {
    passes.addPass(DCEPass());
    return passes;
  }
  passes.addPass(LocalVolatilePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  passes.addPass(EqualAccessesPass());
  passes.addPass(WideHalvesPass());
  passes.addPass(RelaxedArithmeticPass());
  if (tier == Tier::Best)
    passes.addPass(FullUnrollPass(stagesOf(options)));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(InferAddressSpacesPass(genericSpace));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  return passes;
}

// Copies are issued in another order, too.
bool tellsOfCopies(const CompileOptions &options) {
  return options.checks.has(Check::Async) || options.checks.has(Check::Order);
}

// Checks of kernels that contain all their code. What LLVM's passes would conclude from mistakes is
// tested before they run: before SROA, constant indices outside of private arrays.
ModulePassManager buildCheckPipeline(const CompileOptions &options) {
  FunctionPassManager checks;
  checks.addPass(CheckReportsPass());
  // Cells and contents are found by the place in an object, which must be inside.
  const bool tracks = options.checks.has(Check::Races);
  const bool hasContents = options.checks.has(Check::Uninitialised);
  const bool hasOrder = options.checks.has(Check::Order), tellsCopies = tellsOfCopies(options);
  if (tellsCopies)
    checks.addPass(CopiesInFlightPass(/*reports=*/options.checks.has(Check::Async)));
  if (hasContents)
    checks.addPass(UnsetVariablesPass());
  if (options.checks.has(Check::Bounds) || tracks || hasContents || tellsCopies) {
    checks.addPass(PromotePass());
    checks.addPass(BoundsChecksPass(BoundsChecksPass::Scope::Private));
    checks.addPass(SROAPass(SROAOptions::PreserveCFG));
    checks.addPass(LoopExitsPass());
    checks.addPass(SROAPass(SROAOptions::ModifyCFG));
    checks.addPass(EarlyCSEPass());
    checks.addPass(InferAddressSpacesPass(genericSpace));
    checks.addPass(AlignmentChecksPass());
    checks.addPass(CopyChecksPass());
    checks.addPass(BoundsChecksPass(BoundsChecksPass::Scope::Other));
  }
  if (hasContents)
    checks.addPass(ContentChecksPass());
  if (tellsCopies)
    checks.addPass(TouchedMemoryPass(/*watches=*/hasOrder));
  if (tracks)
    checks.addPass(RaceChecksPass());
  // What it inserts are collectives, which races would take for the program's.
  if (options.checks.has(Check::Barriers)) {
    checks.addPass(SROAPass(SROAOptions::ModifyCFG));
    checks.addPass(BarrierChecksPass());
  }
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(checks)));
  if (!options.debugInfo && !options.remarks)
    passes.addPass(DropLinesPass());
  return passes;
}

// Without vectorisation, work-items run in the order of their linear ids.
LaneDimensionPass laneDimensionPass(const CompileOptions &options) {
  return {options.laneDimension, stagesOf(options),
          /*isWanted=*/!options.optimizationsDisabled && options.vectorFactor != scalarFactor};
}

// The first code has no vectors.
WorkGroupFunctionPass::Parameters workGroupParameters(const CompileOptions &options,
                                                      bool keepsRegions, Tier tier = Tier::Best) {
  return {keepsRegions,
          /*optimises=*/!options.optimizationsDisabled,
          tier == Tier::First ? scalarFactor : options.vectorFactor.value_or(automaticFactor),
          options.wideLaunches,
          options.runsBackwards,
          /*plans=*/nullptr,
          stagesOf(options)};
}

// From a module of the target to work-group functions.
ModulePassManager buildWorkGroupPipeline(const CompileOptions &options, Tier tier,
                                         bool keepsRegions) {
  const bool optimize = !options.optimizationsDisabled;
  ModulePassManager passes;
  if (options.isDebugged())
    passes.addPass(DebuggedKernelsPass());
  addNativeNormalisation(passes);
  if (options.zeroPrivate)
    passes.addPass(createModuleToFunctionPassAdaptor(ZeroPrivatePass()));
  passes.addPass(createModuleToFunctionPassAdaptor(TargetQuestionsPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(ContractionPass()));
  const bool isChecked = !options.checks.isEmpty();
  if (isChecked)
    passes.addPass(createModuleToFunctionPassAdaptor(OperationChecksPass(options.checks)));
  if (options.checks.has(Check::Races))
    passes.addPass(createModuleToFunctionPassAdaptor(SynchronisationMarksPass()));
  if (tellsOfCopies(options))
    passes.addPass(createModuleToFunctionPassAdaptor(CopyMarksPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(SafeDivisionPass()));
  passes.addPass(
      InlineWorkItemCodePass(/*inlinesArrayHelpers=*/optimize && tier == Tier::Best, isChecked));
  if (isChecked)
    passes.addPass(buildCheckPipeline(options));
  passes.addPass(PrintfLoweringPass());
  passes.addPass(KernelArgumentsPass());
  passes.addPass(LocalMemoryPass());
  passes.addPass(GlobalDCEPass());
  FunctionPassManager prepare;
  prepare.addPass(FoldSubGroupSizePass());
  prepare.addPass(BufferAlignmentPass());
  prepare.addPass(UnlessDebuggedPass(buildPreparePipeline(options, tier)));
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(prepare)));
  passes.addPass(GroupStepsPass());
  passes.addPass(laneDimensionPass(options));
  passes.addPass(WorkGroupFunctionPass(workGroupParameters(options, keepsRegions, tier)));
  if (isChecked)
    passes.addPass(createModuleToFunctionPassAdaptor(SingleLanesPass()));
  return passes;
}

// LLVM's optimisations of the first code: those that earn their own time.
FunctionPassManager buildQuickPipeline() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  passes.addPass(SimplifyCFGPass());
  return passes;
}

// What follows LLVM's optimisations: instructions that its passes would undo, and what code
// generation for this CPU does badly.
ModulePassManager buildFinishPipeline(bool optimize) {
  ModulePassManager passes;
  FunctionPassManager finish;
  if (optimize) {
    finish.addPass(StreamingStoresPass());
    finish.addPass(SelectStoresPass());
    finish.addPass(MaskedPrefetchesPass());
    finish.addPass(FreezeLoopBoundsPass());
  } else {
    FunctionPassManager promotion;
    promotion.addPass(SROAPass(SROAOptions::ModifyCFG));
    finish.addPass(UnlessDebuggedPass(std::move(promotion)));
  }
  finish.addPass(TargetArithmeticPass());
  finish.addPass(LaneShufflesPass());
  if (optimize)
    finish.addPass(LaneAddressesPass());
  addNativeForms(finish, optimize);
  if (optimize) {
    finish.addPass(LoopSimplifyPass());
    finish.addPass(StrengthReductionPass());
  }
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(finish)));
  if (optimize)
    addNativeConstants(passes);
  return passes;
}

// Takes the parameters of name<parameter;…>. False where they are not valid, with a message, and
// where they belong to another pass.
bool takeParameters(StringRef text, StringRef name, CompileOptions &options) {
  if (!text.consume_front(name))
    return false;
  if (text.empty())
    return true;
  if (!text.consume_front("<") || !text.consume_back(">"))
    return false;
  std::string error;
  for (const StringRef parameter : split(text, ';'))
    if (!parseShortOption(std::string_view(parameter), options, error)) {
      errs() << name << ": " << error << '\n';
      return false;
    }
  return true;
}

bool parseModulePass(StringRef text, ModulePassManager &manager, const TargetDescription &target,
                     CompileOptions options) {
#define MODULE_PASS(NAME, CREATE_PASS)                                                             \
  if (text == (NAME)) {                                                                            \
    manager.addPass((CREATE_PASS));                                                                \
    return true;                                                                                   \
  }
#define MODULE_PASS_WITH_OPTIONS(NAME, CREATE_PASS)                                                \
  if (takeParameters(text, NAME, options)) {                                                       \
    manager.addPass((CREATE_PASS));                                                                \
    return true;                                                                                   \
  }
#include "compiler/passes/passes.def"
  if (parseNativePass(text, manager))
    return true;
  const auto addWhole = [&](ModulePassManager passes) {
    manager.addPass(buildModulePipeline(target));
    manager.addPass(std::move(passes));
  };
  if (takeParameters(text, "weft-prepare", options))
    manager.addPass(createModuleToFunctionPassAdaptor(buildPreparePipeline(options, Tier::Best)));
  else if (takeParameters(text, "weft-kernels", options))
    addWhole(buildKernelPipeline(options, Tier::Best));
  else if (takeParameters(text, "weft-program", options))
    addWhole(buildProgramPipeline(options, Tier::Best));
  else
    return false;
  return true;
}

bool parseFunctionPass(StringRef name, FunctionPassManager &manager) {
#define FUNCTION_PASS(NAME, CREATE_PASS)                                                           \
  if (name == (NAME)) {                                                                            \
    manager.addPass((CREATE_PASS));                                                                \
    return true;                                                                                   \
  }
#include "compiler/passes/passes.def"
  return parseNativePass(name, manager);
}

} // namespace

ModulePassManager buildModulePipeline(const TargetDescription &target) {
  ModulePassManager passes;
  passes.addPass(StaticObjectsPass());
  passes.addPass(FunctionPointersPass());
  passes.addPass(RetargetPass(target));
  passes.addPass(BlockKernelsPass());
  passes.addPass(RecursionCheckPass());
  passes.addPass(GlobalDCEPass());
  passes.addPass(BreakBlocksPass());
  passes.addPass(SubGroupSizesPass());
  return passes;
}

ModulePassManager buildRegionPipeline(const CompileOptions &options) {
  return buildWorkGroupPipeline(options, Tier::Best, /*keepsRegions=*/true);
}

ModulePassManager buildFindingsPipeline() {
  ModulePassManager passes;
  addNativeNormalisation(passes);
  passes.addPass(createModuleToFunctionPassAdaptor(TargetQuestionsPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(UnwaitedCopiesPass()));
  passes.addPass(InlineWorkItemCodePass(/*inlinesArrayHelpers=*/false, /*isChecked=*/true));
  FunctionPassManager kernels;
  kernels.addPass(PromotePass());
  kernels.addPass(EarlyCSEPass());
  kernels.addPass(InferAddressSpacesPass(genericSpace));
  kernels.addPass(SimplifyCFGPass());
  kernels.addPass(OutsideAccessesPass());
  kernels.addPass(SROAPass(SROAOptions::ModifyCFG));
  kernels.addPass(EarlyCSEPass());
  kernels.addPass(SimplifyCFGPass());
  kernels.addPass(DivergentBarriersPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(kernels)));
  return passes;
}

ModulePassManager buildKernelPipeline(const CompileOptions &options, Tier tier) {
  ModulePassManager passes = buildWorkGroupPipeline(options, tier, /*keepsRegions=*/false);
  if (options.flushesDenormals())
    passes.addPass(FlushDenormalsPass());
  passes.addPass(createModuleToFunctionPassAdaptor(LocalAtomicsPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(ImageAccessesPass()));
  passes.addPass(KernelDescriptionPass());
  return passes;
}

ModulePassManager buildProgramPipeline(const CompileOptions &options, Tier tier) {
  const bool optimize = !options.optimizationsDisabled;
  ModulePassManager passes = buildKernelPipeline(options, tier);
  // Without vectorisation, work-items run strictly one after another.
  if (optimize && tier == Tier::Best) {
    passes.addPass(buildOptimisations(/*vectorises=*/options.vectorFactor != scalarFactor));
    // What only the cold code of checks uses.
    if (!options.checks.isEmpty())
      passes.addPass(createModuleToFunctionPassAdaptor(SinkingPass()));
  } else if (optimize) {
    passes.addPass(createModuleToFunctionPassAdaptor(buildQuickPipeline()));
  } else if (options.isDebugged()) {
    passes.addPass(buildOptimisationsForDebuggers());
    passes.addPass(createModuleToFunctionPassAdaptor(DebuggedCodePass()));
    passes.addPass(createModuleToFunctionPassAdaptor(InstCombinePass()));
  }
  passes.addPass(buildFinishPipeline(optimize && tier == Tier::Best));
  return passes;
}

void registerPassNames(PassInstrumentationCallbacks &callbacks) {
  [[maybe_unused]] const TargetDescription target;
  [[maybe_unused]] const CompileOptions options;
#define MODULE_PASS(NAME, CREATE_PASS)                                                             \
  callbacks.addClassToPassName(decltype(CREATE_PASS)::name(), NAME);
#define MODULE_PASS_WITH_OPTIONS(NAME, CREATE_PASS) MODULE_PASS(NAME, CREATE_PASS)
#define FUNCTION_PASS(NAME, CREATE_PASS) MODULE_PASS(NAME, CREATE_PASS)
#include "compiler/passes/passes.def"
  registerNativePassNames(callbacks);
}

void registerPasses(PassBuilder &builder, const TargetDescription &target,
                    const CompileOptions &options, const TargetMachine &machine) {
  builder.registerAnalysisRegistrationCallback([&machine](FunctionAnalysisManager &analyses) {
    analyses.registerPass([&machine] { return TargetFeaturesAnalysis(machine); });
    analyses.registerPass([] { return CostModelAnalysis(); });
  });
  builder.registerPipelineParsingCallback(
      [target, options](StringRef text, ModulePassManager &manager,
                        ArrayRef<PassBuilder::PipelineElement>) {
        return parseModulePass(text, manager, target, options);
      });
  builder.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager &manager, ArrayRef<PassBuilder::PipelineElement>) {
        return parseFunctionPass(name, manager);
      });
}

} // namespace weft::compiler
