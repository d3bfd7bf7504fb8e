// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tolerates buffers that are aligned less than their types.
//
// A host program may pass any address with CL_MEM_USE_HOST_PTR, and any sub-buffer origin, and a
// kernel may read it as float16. The specification makes the alignment the program's duty, but an
// aligned vector move would end the process. So accesses through global, constant and generic
// pointers never claim more than the alignment of the widest scalar. That costs nothing on CPUs
// whose unaligned moves are as fast. The pass also drops alignments of pointer parameters, which
// would bring the claim back. Atomic accesses keep theirs, as they need it.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class BufferAlignmentPass : public RequiredPass<BufferAlignmentPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
