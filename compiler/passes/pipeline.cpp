#include "compiler/passes/pipeline.h"

#include "compiler/passes/blended_stores.h"
#include "compiler/passes/buffer_alignment.h"
#include "compiler/passes/bundle_form.h"
#include "compiler/passes/component_operations.h"
#include "compiler/passes/constant_operands.h"
#include "compiler/passes/contraction.h"
#include "compiler/passes/copy_fences.h"
#include "compiler/passes/copy_idiom.h"
#include "compiler/passes/flush_denormals.h"
#include "compiler/passes/frozen_bounds.h"
#include "compiler/passes/fused_operations.h"
#include "compiler/passes/half_operations.h"
#include "compiler/passes/inline_work_item_code.h"
#include "compiler/passes/kernel_arguments.h"
#include "compiler/passes/kernel_description.h"
#include "compiler/passes/local_atomics.h"
#include "compiler/passes/local_memory.h"
#include "compiler/passes/printf_lowering.h"
#include "compiler/passes/reciprocal_roots.h"
#include "compiler/passes/record_transposes.h"
#include "compiler/passes/safe_division.h"
#include "compiler/passes/streaming_stores.h"
#include "compiler/passes/wide_masks.h"
#include "compiler/passes/work_group_function.h"

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
  if (optimize)
    passes.addPass(CopyIdiomPass());
  passes.addPass(CopyFencesPass());
  passes.addPass(WorkGroupFunctionPass(keepRegions, /*optimize=*/optimize));
  return passes;
}

bool parseModulePass(StringRef name, ModulePassManager &manager) {
  if (name == "weft-retarget")
    manager.addPass(RetargetPass(hostTargetDescription()));
  else if (name == "weft-inline")
    manager.addPass(InlineWorkItemCodePass());
  else if (name == "weft-printf")
    manager.addPass(PrintfLoweringPass());
  else if (name == "weft-kernel-arguments")
    manager.addPass(KernelArgumentsPass());
  else if (name == "weft-local-memory")
    manager.addPass(LocalMemoryPass());
  else if (name == "weft-copy-idiom")
    manager.addPass(CopyIdiomPass());
  else if (name == "weft-copy-fences")
    manager.addPass(CopyFencesPass());
  else if (name == "weft-work-group")
    manager.addPass(WorkGroupFunctionPass());
  else if (name == "weft-regions")
    manager.addPass(WorkGroupFunctionPass(/*keepRegions=*/true));
  else if (name == "weft-vectorise")
    manager.addPass(WorkGroupFunctionPass(/*keepRegions=*/true, /*optimize=*/true));
  else if (name == "weft-flush-denormals")
    manager.addPass(FlushDenormalsPass());
  else if (name == "weft-constant-operands")
    manager.addPass(ConstantOperandsPass());
  else if (name == "weft-describe")
    manager.addPass(KernelDescriptionPass());
  else if (name == "weft-kernels")
    manager.addPass(buildKernelPipeline(hostTargetDescription(), /*optimize=*/true));
  else if (name == "weft-prepare")
    manager.addPass(createModuleToFunctionPassAdaptor(buildPreparePipeline(/*optimize=*/true)));
  else
    return false;
  return true;
}

} // namespace

ModulePassManager buildKernelPipeline(const TargetDescription &target, bool optimize) {
  ModulePassManager passes = buildWorkGroupPipeline(target, optimize, /*keepRegions=*/false);
  passes.addPass(FlushDenormalsPass());
  passes.addPass(createModuleToFunctionPassAdaptor(LocalAtomicsPass()));
  passes.addPass(KernelDescriptionPass());
  return passes;
}

ModulePassManager buildRegionPipeline(const TargetDescription &target, bool optimize) {
  return buildWorkGroupPipeline(target, optimize, /*keepRegions=*/true);
}

void registerPasses(PassBuilder &builder) {
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &manager, ArrayRef<PassBuilder::PipelineElement>) {
        return parseModulePass(name, manager);
      });
  builder.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager &manager, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "weft-safe-division")
          manager.addPass(SafeDivisionPass());
        else if (name == "weft-buffer-alignment")
          manager.addPass(BufferAlignmentPass());
        else if (name == "weft-local-atomics")
          manager.addPass(LocalAtomicsPass());
        else if (name == "weft-contraction")
          manager.addPass(ContractionPass());
        else if (name == "weft-fused-operations")
          manager.addPass(FusedOperationsPass());
        else if (name == "weft-bundle-form")
          manager.addPass(BundleFormPass());
        else if (name == "weft-half-operations")
          manager.addPass(HalfOperationsPass());
        else if (name == "weft-reciprocal-roots")
          manager.addPass(ReciprocalRootsPass());
        else if (name == "weft-component-operations")
          manager.addPass(ComponentOperationsPass());
        else if (name == "weft-record-transposes")
          manager.addPass(RecordTransposesPass());
        else if (name == "weft-blended-stores")
          manager.addPass(BlendedStoresPass());
        else if (name == "weft-frozen-bounds")
          manager.addPass(FrozenBoundsPass());
        else if (name == "weft-streaming-stores")
          manager.addPass(StreamingStoresPass());
        else if (name == "weft-wide-masks")
          manager.addPass(WideMasksPass());
        else
          return false;
        return true;
      });
}

} // namespace weft::compiler
