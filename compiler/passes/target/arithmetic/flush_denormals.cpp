// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/flush_denormals.h"

#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/target/arch/denormal_mode.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#define DEBUG_TYPE "weft-flush-denormals"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(kernelsFlushing, "Kernels that flush denormal numbers");

namespace {

void flushWithin(Function &function) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *mode = flushDenormals(builder);
  for (BasicBlock &block : function)
    if (isa<ReturnInst>(block.getTerminator())) {
      builder.SetInsertPoint(block.getTerminator());
      restoreDenormals(builder, mode);
    }
}

} // namespace

PreservedAnalyses FlushDenormalsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("denormal-fp-math", "preserve-sign,preserve-sign");
    if (!isKernel(function))
      continue;
    assert(isWorkGroupFunction(function) && "the mode is for all work-items of a range of groups");
    flushWithin(function);
    ++kernelsFlushing;
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
