// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inlines into the kernels all code that depends on the work-item.
//
// A function is *work-item code* if it calls, directly or indirectly, a primitive of
// kernel-lib/weft_internal.h or printf, references a __local variable, or is a kernel body that
// Clang emitted as a separate function. Such functions get `alwaysinline` and are inlined
// bottom-up. Afterwards only kernels contain primitives; LLVM's inliner decides about all other
// functions. Recursive work-item code is an error, as OpenCL C forbids recursion, and so is an
// indirect call: RecursionCheckPass has reported it. Before inlining, the pass marks kernels that
// use ids and sizes of groups only through get_global_id() and the like, and gives the range of
// local sizes.
//
// A kernel that would become huge keeps calls: functions that are called more than once, and that
// only query ids and sizes, get these as parameters instead. So they are no longer work-item code,
// the code of the kernel grows with its source, and the vectoriser can still inline them as space
// permits.
//
// In checked programs (docs/checked-mode.md) everything that accesses the program's memory becomes
// part of a kernel, where its pointers are known.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// Reports recursive work-item code, and then removes all kernels: later passes assume that there
/// is none.
class RecursionCheckPass : public RequiredPass<RecursionCheckPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

class InlineWorkItemCodePass : public RequiredPass<InlineWorkItemCodePass> {
public:
  /// `inlinesArrayHelpers`: whether it also inlines functions with the address of a private array
  /// (private_array_calls.h).
  /// `isChecked`: whether it also inlines the program's functions, and those of the library that
  /// get pointers from them, however large kernels become.
  explicit InlineWorkItemCodePass(bool inlinesArrayHelpers, bool isChecked = false)
      : inlinesArrayHelpers(inlinesArrayHelpers), isChecked(isChecked) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  bool inlinesArrayHelpers, isChecked;
};

} // namespace weft::compiler
