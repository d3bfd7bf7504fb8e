// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/pass_session.h"

#include "compiler/passes/pipeline.h"
#include "compiler/passes/workgroup/group_driver.h"

#include "llvm/ADT/Any.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"

namespace weft::compiler {

using namespace llvm;

// Without vectorisation, LLVM's vectorisers are off too: work-items run strictly one after another.
static PipelineTuningOptions tuningFor(const CompileOptions &options) {
  PipelineTuningOptions tuning;
  const bool vectorises = !options.optimizationsDisabled && options.vectorFactor != scalarFactor;
  tuning.LoopVectorization = vectorises;
  tuning.SLPVectorization = vectorises;
  tuning.LoopInterleaving = vectorises;
  return tuning;
}

// Keeps loops over groups and work-items from being unswitched.
static void keepDriverLoops(PassInstrumentationCallbacks &callbacks) {
  callbacks.registerShouldRunOptionalPassCallback([](StringRef pass, Any unit) {
    const auto *loop = any_cast<const Loop *>(&unit);
    return !loop || pass != SimpleLoopUnswitchPass::name() ||
           !findOptionMDForLoop(*loop, driverLoopMark);
  });
}

PassSession::PassSession(LLVMContext &context, TargetMachine &machine,
                         const CompileOptions &options)
    : targetDescription{machine.getTargetTriple().str(),
                        machine.createDataLayout().getStringRepresentation(),
                        machine.getTargetCPU().str(), machine.getTargetFeatureString().str()},
      instrumentations(context, /*DebugLogging=*/false, /*VerifyEach=*/options.verifies),
      passBuilder(&machine, tuningFor(options), std::nullopt, &callbacks) {
  keepDriverLoops(callbacks);
  instrumentations.registerCallbacks(callbacks, &moduleAnalyses);
  registerPassNames(callbacks);
  registerPasses(passBuilder, targetDescription, options, machine);
  passBuilder.registerModuleAnalyses(moduleAnalyses);
  passBuilder.registerCGSCCAnalyses(componentAnalyses);
  passBuilder.registerFunctionAnalyses(functionAnalyses);
  passBuilder.registerLoopAnalyses(loopAnalyses);
  passBuilder.crossRegisterProxies(loopAnalyses, functionAnalyses, componentAnalyses,
                                   moduleAnalyses);
}

void PassSession::run(Module &module, ModulePassManager &passes) {
  passes.run(module, moduleAnalyses);
}

} // namespace weft::compiler
