// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with barriers and a constant trip count, in kernels for one local size.
//
//   for (uint distance = 1; distance < 256; distance <<= 1) {
//     float value = tile[from][l];
//     if (l >= distance) value += tile[from][l - distance];
//     tile[1 - from][l] = value;
//     from = 1 - from;
//     barrier(CLK_LOCAL_MEM_FENCE);
//   }
//
// Each iteration becomes separate regions, in which distances and offsets into local memory are
// constants, and so is the number of gangs. LLVM then unrolls the loops over gangs and keeps in
// registers what one iteration leaves in local memory for the next. Without a known local size
// there is little gain: such kernels only get an attribute that tells a launch that code for its
// local size is worthwhile (WEFT_KERNEL_HAS_STRAIGHT_BARRIERS). So do kernels with barriers outside
// loops.
//
// Only innermost loops with few barriers and instructions are unrolled, as each barrier begins a
// region with its own versions.
#include "compiler/passes/normalise/loops/unroll_reasons.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/limits.h"

#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

static bool isShort(const Loop &loop, std::size_t rounds) {
  std::size_t barriers = 0, instructions = 0;
  for (const BasicBlock *block : loop.blocks()) {
    barriers += count_if(*block, isSplit);
    instructions += block->size();
  }
  return barriers > 0 && rounds > 1 && rounds * barriers <= limits::barriersUnrolled &&
         rounds * instructions <= limits::barrierLoops;
}

// Whether there are barriers outside loops with little enough code between them.
static bool hasStraightBarriers(const Function &function, const LoopInfo &loops) {
  std::size_t barriers = 0;
  for (const BasicBlock &block : function)
    if (!loops.getLoopFor(&block))
      barriers += count_if(block, isSplit);
  return barriers > 0 && barriers <= limits::barriersUnrolled &&
         function.getInstructionCount() <= limits::barrierLoops;
}

bool hasBarrierLoops(const Function &function) {
  return isKernel(function) && any_of(instructions(function), isSplit);
}

void chooseBarrierLoops(Function &function, UnrollCandidates &loops) {
  const bool isForAnySize = !requiredGroupSize(function);
  if (isForAnySize && hasStraightBarriers(function, loops.loops()))
    function.addFnAttr(straightBarriersAttribute);
  for (const Loop *loop : loops.loops().getLoopsInPreorder()) {
    if (!loop->isInnermost() || !isShort(*loop, loops.rounds(*loop)))
      continue;
    if (isForAnySize) {
      function.addFnAttr(straightBarriersAttribute);
      return;
    }
    LoopSet set;
    set.insert(loop);
    loops.choose(std::move(set), /*mayHaveSplits=*/true);
  }
}

} // namespace weft::compiler
