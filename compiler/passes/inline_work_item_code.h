// Inlines into the kernels everything that knows which work-item it runs for.
//
// A function is *work-item code* when it calls, directly or through others, a primitive of
// kernel-lib/weft_internal.h or printf, names a __local variable, or is a kernel's body that Clang
// set apart. Such functions are marked alwaysinline and inlined bottom-up, so that afterwards only
// kernels contain primitives; all others stay functions for the inliner to judge. Work-item code
// that calls itself cannot be inlined and is reported as an error, as OpenCL C forbids recursion.
// So are calls through pointers, which OpenCL C forbids as well.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class InlineWorkItemCodePass : public llvm::PassInfoMixin<InlineWorkItemCodePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
