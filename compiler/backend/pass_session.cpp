// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/pass_session.h"

#include "compiler/passes/optimisations.h"
#include "compiler/passes/pipeline.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/loop_marks.h"

#include "llvm/ADT/Any.h"
#include "llvm/Analysis/LoopInfo.h"

namespace weft::compiler {

using namespace llvm;

// Skips LLVM's passes for code in which they would only waste time (optimisations.h).
static void limitPasses(PassInstrumentationCallbacks &callbacks) {
  callbacks.registerShouldRunOptionalPassCallback([](StringRef pass, Any unit) {
    if (const auto *loop = any_cast<const Loop *>(&unit))
      return !(skipsDriverLoops(pass) && findOptionMDForLoop(*loop, driverLoopMark)) &&
             !(skipsManyLoops(pass) &&
               (*loop)->getHeader()->getParent()->hasFnAttribute(manyLoopsAttribute));
    if (const auto *function = any_cast<const Function *>(&unit))
      return !(skipsVectorCode(pass) && (*function)->hasFnAttribute(allLanesAttribute)) &&
             !(skipsManyLoops(pass) && (*function)->hasFnAttribute(manyLoopsAttribute));
    return true;
  });
}

PassSession::PassSession(LLVMContext &context, TargetMachine &machine,
                         const CompileOptions &options)
    : targetDescription{machine.getTargetTriple().str(),
                        machine.createDataLayout().getStringRepresentation(),
                        machine.getTargetCPU().str(), machine.getTargetFeatureString().str()},
      instrumentations(context, /*DebugLogging=*/false, /*VerifyEach=*/options.verifies),
      passBuilder(&machine, PipelineTuningOptions(), std::nullopt, &callbacks) {
  limitPasses(callbacks);
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
