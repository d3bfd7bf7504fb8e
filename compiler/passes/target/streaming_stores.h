// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses non-temporal stores when a kernel streams into large buffers.
//
// A store that misses the cache reads its line from memory first. If a launch writes a buffer
// larger than the cache, the lines leave the cache before anyone reads them. Non-temporal stores
// save that traffic, but cost time if the buffer would have stayed in the cache. Only the executor
// knows the size of a launch's buffers: it sets weft_launch::stream_arguments, and loops get two
// versions.
//
// The pass runs after all vectorisation, on work-group functions. A loop is eligible if it is
// innermost, or contains only loops over lanes that rarely need another function, and if its vector
// stores together write every byte of one ascending part of a buffer, through a kernel argument
// that the function never reads. Remainders of wide gangs are too short (loop_marks.h). Its copy
// with non-temporal stores runs if the executor requests it for each argument that the loop writes,
// and if the parts start aligned. The copy also prefetches the memory that the loop reads, one page
// ahead: without stores that wait for lines, reads limit the speed. Non-temporal stores are not
// ordered with others. So the pass skips functions with atomics, fences, or calls that access
// memory other than through their arguments, and the executor ends the launch's ranges with a
// fence.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class StreamingStoresPass : public llvm::PassInfoMixin<StreamingStoresPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
