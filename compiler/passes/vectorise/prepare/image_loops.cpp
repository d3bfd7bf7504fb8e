// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/image_loops.h"

#include "compiler/passes/support/image_access.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

#define DEBUG_TYPE "weft-image-loops"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsUnrolled, "Unrolled loops that read from images");

namespace {

bool isRead(Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const auto access = call ? ImageAccess::of(*call) : std::nullopt;
  return access && access->kind == ImageAccessKind::Read && hasRowRoutine(*access->routine);
}

class Unroller {
public:
  explicit Unroller(Function &function)
      : libraryTable(function.getParent()->getTargetTriple()), library(libraryTable, &function),
        assumptions(function), dominators(function), loops(dominators),
        evolution(function, library, assumptions, dominators, loops),
        costs(function.getDataLayout()), remarks(&function) {}

  // Inner loops first: what they leave makes their parents innermost.
  bool run() {
    bool changed = false;
    const SmallVector<Loop *, 4> all = loops.getLoopsInPreorder();
    for (Loop *loop : reverse(all))
      changed |= unroll(*loop);
    return changed;
  }

private:
  bool unroll(Loop &loop) {
    constexpr unsigned mostInstructions = 1000;
    unsigned reads = 0, instructions = 0;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block) {
        ++instructions;
        reads += isRead(instruction);
      }
    const unsigned rounds = evolution.getSmallConstantTripCount(&loop);
    if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || !rounds || !reads ||
        rounds * reads > mostImageReads || rounds * instructions > mostInstructions)
      return false;
    formLCSSARecursively(loop, dominators, &loops, &evolution);
    UnrollLoopOptions options{};
    options.Count = rounds;
    const auto result = UnrollLoop(&loop, options, &loops, &evolution, &dominators, &assumptions,
                                   &costs, &remarks, /*PreserveLCSSA=*/true);
    loopsUnrolled += result == LoopUnrollResult::FullyUnrolled;
    return true;
  }

  TargetLibraryInfoImpl libraryTable;
  TargetLibraryInfo library;
  AssumptionCache assumptions;
  DominatorTree dominators;
  LoopInfo loops;
  ScalarEvolution evolution;
  TargetTransformInfo costs;
  OptimizationRemarkEmitter remarks;
};

} // namespace

bool unrollImageLoops(Function &function) {
  return any_of(instructions(function), isRead) && Unroller(function).run();
}

} // namespace weft::compiler
