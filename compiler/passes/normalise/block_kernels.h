// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers the kernels of blocks, which other kernels enqueue.
//
// Clang makes a kernel of each block that is enqueued. The kernel's name is that of the block's
// function, followed by "_kernel". Its parameters are the address of the block's literal and the
// block's own, pointers to local memory. A call of enqueue_kernel names it by its address. But each
// kernel may become a program of its own, and parents do not know when their children have code. So
// this pass puts these kernels behind all others, and replaces each address by the kernel's number
// in the program. Literals also have the address of the block's function, which nobody reads, as a
// block that is called is called directly. It becomes null, so that the function can be inlined.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Marks the kernels of blocks, which hosts do not see.
inline constexpr llvm::StringLiteral blockKernelAttribute = "weft-block-kernel";

/// The function of the kernel library that asks the driver: who does not call it enqueues nothing.
inline constexpr llvm::StringLiteral enqueueFunctionName = "__weft_call_enqueue_function";

class BlockKernelsPass : public llvm::PassInfoMixin<BlockKernelsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
