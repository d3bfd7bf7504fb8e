// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/images/image_loops.h"

#include "compiler/passes/support/images/image_access.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/loops/loop_unrolling.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"

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

bool isWorthUnrolling(const Loop &loop, LoopUnroller &unroller) {
  unsigned reads = 0, instructions = 0;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      ++instructions;
      reads += isRead(instruction);
    }
  if (!loop.isInnermost() || !reads)
    return false;
  const unsigned rounds = unroller.rounds(loop);
  return rounds && rounds * reads <= limits::imageReads &&
         rounds * instructions <= limits::imageLoops;
}

// Inner loops first: afterwards their parents may be innermost.
bool unrollLoops(Function &function) {
  LoopUnroller unroller(function);
  bool changed = false;
  const SmallVector<Loop *, 4> all = unroller.loops().getLoopsInPreorder();
  for (Loop *loop : reverse(all))
    if (isWorthUnrolling(*loop, unroller)) {
      loopsUnrolled += unroller.unroll(*loop);
      changed = true;
    }
  return changed;
}

} // namespace

PreservedAnalyses ImageLoopsPass::run(Function &function, FunctionAnalysisManager &) {
  const bool changed = any_of(instructions(function), isRead) && unrollLoops(function);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
