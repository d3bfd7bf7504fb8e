// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's new pass manager as configured for weftc and weft-opt.
#pragma once

#include "compiler/options/compile_options.h"
#include "compiler/passes/normalise/retarget.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

/// The pass builder, the analyses and the instrumentation for one module and one target machine,
/// both of which must outlive the session. LLVM's options for passes (-print-after=,
/// -print-changed, -time-passes, …) work if LLVM got the command line. One thread.
class PassSession {
public:
  PassSession(llvm::LLVMContext &context, llvm::TargetMachine &machine,
              const CompileOptions &options);
  PassSession(const PassSession &) = delete;
  PassSession &operator=(const PassSession &) = delete;

  /// Registers Weft's passes by name as well as LLVM's.
  llvm::PassBuilder &builder() { return passBuilder; }
  const TargetDescription &target() const { return targetDescription; }
  void run(llvm::Module &module, llvm::ModulePassManager &passes);

private:
  TargetDescription targetDescription;
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager componentAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::StandardInstrumentations instrumentations;
  llvm::PassBuilder passBuilder;
};

} // namespace weft::compiler
