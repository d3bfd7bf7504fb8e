// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/full_unrolling.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace weft::compiler {

using namespace llvm;

FullUnroller::FullUnroller(Function &function)
    : libraryTable(function.getParent()->getTargetTriple()), library(libraryTable, &function),
      assumptions(function), dominators(function), loopInfo(dominators),
      evolution(function, library, assumptions, dominators, loopInfo),
      costs(function.getDataLayout()), remarks(&function) {}

unsigned FullUnroller::rounds(const Loop &loop) {
  return loop.isLoopSimplifyForm() ? evolution.getSmallConstantTripCount(&loop) : 0;
}

bool FullUnroller::unroll(Loop &loop) {
  UnrollLoopOptions options{};
  options.Count = rounds(loop);
  if (!options.Count)
    return false;
  formLCSSARecursively(loop, dominators, &loopInfo, &evolution);
  return UnrollLoop(&loop, options, &loopInfo, &evolution, &dominators, &assumptions, &costs,
                    &remarks, /*PreserveLCSSA=*/true) == LoopUnrollResult::FullyUnrolled;
}

} // namespace weft::compiler
