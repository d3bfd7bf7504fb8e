// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-group function that chooses by the launch between two others.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// A version of a kernel, and what its name ends with.
struct LaunchVersion {
  llvm::Function &function;
  llvm::StringRef suffix;
};

/// A work-group function that calls `first` where the condition holds, otherwise `second`, which
/// are work-group functions of one kernel. It takes the kernel's attributes from `first`, and
/// context arrays that are large enough for both. The versions are no kernels to later passes.
/// `emitCondition`: from the launch, a pointer.
llvm::Function &
chooseByLaunch(LaunchVersion first, LaunchVersion second,
               llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::Value *)> emitCondition);

} // namespace weft::compiler
