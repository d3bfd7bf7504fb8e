#include "compiler/backend/code_generator.h"

#include "compiler/passes/blended_stores.h"
#include "compiler/passes/component_operations.h"
#include "compiler/passes/constant_operands.h"
#include "compiler/passes/frozen_bounds.h"
#include "compiler/passes/fused_operations.h"
#include "compiler/passes/group_driver.h"
#include "compiler/passes/half_operations.h"
#include "compiler/passes/pipeline.h"
#include "compiler/passes/reciprocal_roots.h"
#include "compiler/passes/record_transposes.h"
#include "compiler/passes/retarget.h"
#include "compiler/passes/streaming_stores.h"
#include "compiler/passes/wide_masks.h"

#include "llvm/ADT/Any.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"

namespace weft::compiler {

using namespace llvm;

std::unique_ptr<TargetMachine> createTargetMachine(const Options &options, std::string &error) {
  static const bool initialized = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  const std::optional<TargetDescription> description = describeTarget(options.cpu, error);
  if (!description)
    return nullptr;
  const Triple triple(description->triple);
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  TargetOptions targetOptions;
  targetOptions.AllowFPOpFusion = FPOpFusion::Standard;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, description->cpu, description->features, targetOptions, Reloc::PIC_, std::nullopt,
      options.optimizationsDisabled ? CodeGenOptLevel::Less : CodeGenOptLevel::Default));
}

void runPasses(Module &module, TargetMachine &machine, const Options &options, bool untilRegions) {
  const bool optimize = !options.optimizationsDisabled;
  LoopAnalysisManager loopAnalyses;
  FunctionAnalysisManager functionAnalyses;
  CGSCCAnalysisManager componentAnalyses;
  ModuleAnalysisManager moduleAnalyses;
  PipelineTuningOptions tuning;
  // Without lanes, work-items run one after another in the plain sense.
  const bool vectorises = optimize && options.vectorLanes != 1;
  tuning.LoopVectorization = vectorises;
  tuning.SLPVectorization = vectorises;
  tuning.LoopInterleaving = vectorises;
  PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback([](StringRef pass, Any unit) {
    const auto *loop = any_cast<const Loop *>(&unit);
    return !loop || pass != SimpleLoopUnswitchPass::name() ||
           !findOptionMDForLoop(*loop, driverLoopMark);
  });
  VerifyInstrumentation verifier(/*DebugLogging=*/false);
  if (options.verifies)
    verifier.registerCallbacks(callbacks, &moduleAnalyses);
  PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(componentAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, componentAnalyses, moduleAnalyses);

  const TargetDescription target{
      machine.getTargetTriple().str(), machine.createDataLayout().getStringRepresentation(),
      machine.getTargetCPU().str(), machine.getTargetFeatureString().str()};
  ModulePassManager passes =
      untilRegions ? buildRegionPipeline(target, optimize) : buildKernelPipeline(target, optimize);
  if (untilRegions) {
    passes.run(module, moduleAnalyses);
    return;
  }
  if (optimize) {
    passes.addPass(builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3));
    passes.addPass(createModuleToFunctionPassAdaptor(StreamingStoresPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(BlendedStoresPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(FrozenBoundsPass()));
  } else {
    passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::ModifyCFG)));
  }
  passes.addPass(createModuleToFunctionPassAdaptor(ReciprocalRootsPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(FusedOperationsPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(HalfOperationsPass()));
  if (optimize) {
    passes.addPass(createModuleToFunctionPassAdaptor(ComponentOperationsPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(RecordTransposesPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(WideMasksPass()));
    passes.addPass(ConstantOperandsPass());
  }
  passes.run(module, moduleAnalyses);
}

bool generateCode(Module &module, TargetMachine &machine, CodeGenFileType fileType,
                  SmallVectorImpl<char> &output) {
  legacy::PassManager passes;
  raw_svector_ostream stream(output);
  if (machine.addPassesToEmitFile(passes, stream, nullptr, fileType))
    return false;
  passes.run(module);
  return true;
}

} // namespace weft::compiler
