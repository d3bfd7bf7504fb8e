// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes around the cache what a kernel streams into large buffers.
//
// A store that misses reads its line from memory first, and what a launch writes to a buffer larger
// than the cache is gone from there before anybody reads it. Non-temporal stores save that traffic,
// but cost where the buffer would have stayed in the cache. Only the executor knows how large the
// buffers of a launch are, so it tells (weft_launch::stream_arguments), and loops come in two
// versions.
//
// The pass runs behind all vectorisation, on work-group functions. An innermost loop, or one with
// none inside but of lanes that rarely need another function, is eligible if it has vector stores
// that together write every byte of one ascending piece of a buffer, through a kernel argument that
// the function reads nowhere. Its copy, with non-temporal stores, runs if the executor asks for
// each of the arguments that it streams to, and the pieces begin aligned. There, the memory that
// the loop walks through is fetched a page ahead: with no stores waiting for lines, reading decides
// the time. Non-temporal stores are not ordered with others, so functions with atomics, fences or
// calls that touch memory but through their arguments are left alone, and the executor ends the
// launch's ranges with a fence.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class StreamingStoresPass : public llvm::PassInfoMixin<StreamingStoresPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
