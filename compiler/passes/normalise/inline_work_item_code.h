// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inlines into the kernels everything that knows which work-item it runs for.
//
// A function is *work-item code* when it calls, directly or through others, a primitive of
// kernel-lib/weft_internal.h or printf, names a __local variable, or is a kernel's body that Clang
// set apart. Such functions are marked alwaysinline and inlined bottom-up, so that afterwards only
// kernels contain primitives; all others stay functions for the inliner to judge. Work-item code
// that calls itself cannot be inlined and is reported as an error, as OpenCL C forbids recursion.
// So are calls through pointers, which OpenCL C forbids as well. Kernels that reach the ids and
// sizes of groups by nothing but get_global_id() and its like are marked before.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Marks kernels to which it does not matter how work-items are grouped in dimension 0.
inline constexpr llvm::StringLiteral globalIdsOnlyAttribute = "weft-global-ids-only";

class InlineWorkItemCodePass : public llvm::PassInfoMixin<InlineWorkItemCodePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
