// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The packed argument block of a kernel: the offset and kind of each argument.
//
// The pass computes the layout of the block and attaches it to the kernel as metadata. Structures
// passed by value are in the block, which is read-only. Their parameters become ordinary read-only
// pointers, and a kernel that may write to its structure gets a private copy.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/IR/Function.h"

#include <cstdint>
#include <vector>

namespace weft::compiler {

struct KernelArgument {
  std::uint32_t kind = 0; ///< weft_argument_kind
  std::uint32_t addressSpace = 0;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

struct KernelArguments {
  std::vector<KernelArgument> list;
  std::uint32_t blockBytes = 0;
};

/// The layout of a kernel not processed by the pass.
KernelArguments layOutArguments(const llvm::Function &kernel);

/// The layout that the pass attached; work-group functions inherit it.
KernelArguments attachedArguments(const llvm::Function &function);

class KernelArgumentsPass : public RequiredPass<KernelArgumentsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
