// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/x86/flush_denormals.h"

#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/builtin_traits.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

#define DEBUG_TYPE "weft-flush-denormals"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(kernelsFlushing, "Kernels that flush denormal numbers");

namespace {

// Flush to zero, and denormals are zero.
constexpr unsigned flushingBits = 0x8040;

void setMode(IRBuilder<> &builder, Value *slot, Value *mode) {
  builder.CreateStore(mode, slot);
  builder.CreateIntrinsic(Intrinsic::x86_sse_ldmxcsr, {slot});
}

void flushWithin(Function &function) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  AllocaInst *slot = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "mode");
  builder.CreateIntrinsic(Intrinsic::x86_sse_stmxcsr, {slot});
  Value *mode = builder.CreateLoad(builder.getInt32Ty(), slot, "host.mode");
  setMode(builder, slot, builder.CreateOr(mode, flushingBits));
  for (BasicBlock &block : function)
    if (isa<ReturnInst>(block.getTerminator())) {
      builder.SetInsertPoint(block.getTerminator());
      setMode(builder, slot, mode);
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
