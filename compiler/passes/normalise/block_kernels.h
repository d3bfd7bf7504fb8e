// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers the kernels of blocks, which other kernels enqueue.
//
// Clang emits a kernel for each enqueued block. The kernel's name is that of the block's function,
// followed by "_kernel". Its parameters are the address of the block's literal and the block's own,
// pointers to local memory. A call of enqueue_kernel refers to it by address. But each kernel may
// become a separate program, and parents do not know when their children have code. So this pass
// moves these kernels after all others, and replaces each address by the kernel's number in the
// program. Literals also contain the address of the block's function, which is never read, as calls
// of blocks are direct. It becomes null, so that the function can be inlined.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// Marks the kernels of blocks, which are invisible to hosts.
inline constexpr llvm::StringLiteral blockKernelAttribute = "weft-block-kernel";

/// The kernel library's function that calls the driver: functions that do not call it enqueue
/// nothing.
inline constexpr llvm::StringLiteral enqueueFunctionName = "__weft_call_enqueue_function";

class BlockKernelsPass : public RequiredPass<BlockKernelsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
