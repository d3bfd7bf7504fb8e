// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/pipeline.h"

#include "compiler/passes/normalise/buffer_alignment.h"
#include "compiler/passes/normalise/contraction.h"
#include "compiler/passes/normalise/copy_fences.h"
#include "compiler/passes/normalise/copy_idiom.h"
#include "compiler/passes/normalise/inline_work_item_code.h"
#include "compiler/passes/normalise/kernel_arguments.h"
#include "compiler/passes/normalise/local_memory.h"
#include "compiler/passes/normalise/printf_lowering.h"
#include "compiler/passes/normalise/safe_division.h"
#include "compiler/passes/normalise/step_barriers.h"
#include "compiler/passes/target/constant_operands.h"
#include "compiler/passes/target/freeze_loop_bounds.h"
#include "compiler/passes/target/fused_operations.h"
#include "compiler/passes/target/half_operations.h"
#include "compiler/passes/target/hoist_shuffles.h"
#include "compiler/passes/target/interleaved_access.h"
#include "compiler/passes/target/mask_promotion.h"
#include "compiler/passes/target/reciprocal_roots.h"
#include "compiler/passes/target/select_stores.h"
#include "compiler/passes/target/streaming_stores.h"
#include "compiler/passes/target/wide_halves.h"
#include "compiler/passes/vectorise/prepare/canonical_form.h"
#include "compiler/passes/workgroup/flush_denormals.h"
#include "compiler/passes/workgroup/kernel_description.h"
#include "compiler/passes/workgroup/local_atomics.h"
#include "compiler/passes/workgroup/work_group_function.h"

#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned genericSpace = 4;

// Brings the scalar kernels into the form that splitting likes: values in SSA form, generic
// pointers known for what they are, constants folded. Nothing here moves or duplicates splitting
// calls beyond what `convergent` allows.
FunctionPassManager buildPreparePipeline(bool optimize) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InferAddressSpacesPass(genericSpace));
  if (!optimize) {
    passes.addPass(DCEPass());
    return passes;
  }
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(InferAddressSpacesPass(genericSpace));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  return passes;
}

// From a linked spir64 module to work-group functions.
ModulePassManager buildWorkGroupPipeline(const TargetDescription &target, bool optimize,
                                         bool keepRegions) {
  ModulePassManager passes;
  passes.addPass(RetargetPass(target));
  passes.addPass(createModuleToFunctionPassAdaptor(ContractionPass()));
  passes.addPass(InlineWorkItemCodePass());
  passes.addPass(PrintfLoweringPass());
  passes.addPass(KernelArgumentsPass());
  passes.addPass(LocalMemoryPass());
  passes.addPass(GlobalDCEPass());
  FunctionPassManager prepare;
  prepare.addPass(SafeDivisionPass());
  prepare.addPass(BufferAlignmentPass());
  prepare.addPass(buildPreparePipeline(optimize));
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(prepare)));
  if (optimize) {
    passes.addPass(CopyIdiomPass());
    passes.addPass(createModuleToFunctionPassAdaptor(StepBarriersPass()));
  }
  passes.addPass(CopyFencesPass());
  passes.addPass(WorkGroupFunctionPass(keepRegions, /*optimize=*/optimize));
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
    finish.addPass(FreezeLoopBoundsPass());
  } else {
    finish.addPass(SROAPass(SROAOptions::ModifyCFG));
  }
  finish.addPass(ReciprocalRootsPass());
  finish.addPass(FusedOperationsPass());
  if (optimize)
    finish.addPass(WideHalvesPass());
  finish.addPass(HalfOperationsPass());
  if (optimize) {
    finish.addPass(HoistShufflesPass());
    finish.addPass(InterleavedAccessPass());
    finish.addPass(MaskPromotionPass());
  }
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(finish)));
  if (optimize)
    passes.addPass(ConstantOperandsPass());
  return passes;
}

bool parseModulePass(StringRef name, ModulePassManager &manager, PassBuilder &builder,
                     const TargetDescription &target) {
#define MODULE_PASS(NAME, CREATE_PASS)                                                             \
  if (name == NAME) {                                                                              \
    manager.addPass(CREATE_PASS);                                                                  \
    return true;                                                                                   \
  }
#include "compiler/passes/passes.def"
  if (name == "weft-prepare")
    manager.addPass(createModuleToFunctionPassAdaptor(buildPreparePipeline(/*optimize=*/true)));
  else if (name == "weft-kernels")
    manager.addPass(buildKernelPipeline(target, /*optimize=*/true));
  else if (name == "weft-program")
    manager.addPass(buildProgramPipeline(builder, target, /*optimize=*/true));
  else
    return false;
  return true;
}

bool parseFunctionPass(StringRef name, FunctionPassManager &manager) {
#define FUNCTION_PASS(NAME, CREATE_PASS)                                                           \
  if (name == NAME) {                                                                              \
    manager.addPass(CREATE_PASS);                                                                  \
    return true;                                                                                   \
  }
#include "compiler/passes/passes.def"
  return false;
}

} // namespace

ModulePassManager buildRegionPipeline(const TargetDescription &target, bool optimize) {
  return buildWorkGroupPipeline(target, optimize, /*keepRegions=*/true);
}

ModulePassManager buildKernelPipeline(const TargetDescription &target, bool optimize) {
  ModulePassManager passes = buildWorkGroupPipeline(target, optimize, /*keepRegions=*/false);
  passes.addPass(FlushDenormalsPass());
  passes.addPass(createModuleToFunctionPassAdaptor(LocalAtomicsPass()));
  passes.addPass(KernelDescriptionPass());
  return passes;
}

ModulePassManager buildProgramPipeline(PassBuilder &builder, const TargetDescription &target,
                                       bool optimize) {
  ModulePassManager passes = buildKernelPipeline(target, optimize);
  if (optimize)
    passes.addPass(builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3));
  passes.addPass(buildFinishPipeline(optimize));
  return passes;
}

void registerPassNames(PassInstrumentationCallbacks &callbacks) {
#define MODULE_PASS(NAME, CREATE_PASS)                                                             \
  callbacks.addClassToPassName(decltype(CREATE_PASS)::name(), NAME);
#define FUNCTION_PASS(NAME, CREATE_PASS) MODULE_PASS(NAME, CREATE_PASS)
  [[maybe_unused]] const TargetDescription target;
#include "compiler/passes/passes.def"
}

void registerPasses(PassBuilder &builder, const TargetDescription &target) {
  builder.registerPipelineParsingCallback(
      [&builder, target](StringRef name, ModulePassManager &manager,
                         ArrayRef<PassBuilder::PipelineElement>) {
        return parseModulePass(name, manager, builder, target);
      });
  builder.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager &manager, ArrayRef<PassBuilder::PipelineElement>) {
        return parseFunctionPass(name, manager);
      });
}

} // namespace weft::compiler
