// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inlines functions that get the address of a private array, as helpers of a transform do.
//
// An array whose address goes to a function stays in memory: nobody sees how it is accessed, its
// elements do not become values (array_loops.cpp), and those of neighbouring work-items do
// not lie side by side. The vectoriser inlines functions, too, but in regions, where that has been
// decided. So the small ones of them are inlined in each kernel, callers before
// callees, as long as the kernel stays small enough. Parameters become values on the way: a helper
// may give its array to another one.
//
// Hashes and transforms have such helpers. Of the typical kernels it changes sha1, which takes 7.4
// times as long without it (9.9 times as x86-64-v3); Fourier transforms take three to five times.
#pragma once

#include "llvm/IR/Module.h"

namespace weft::compiler {

/// In kernels before SROA.
void inlineArrayHelpers(llvm::Module &module);

} // namespace weft::compiler
