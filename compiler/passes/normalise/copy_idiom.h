// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns copies that a work-group makes by hand into one copy of the group.
//
//   for (i = get_local_id(0); i < n; i += get_local_size(0)) tile[i] = source[base + i];
//   barrier(CLK_LOCAL_MEM_FENCE);
//
// Where the work-items of a group come to such a loop together, n and both bases are the same for
// all of them, and what the loop does is a load and a store of each element, it becomes a group
// step: that of the built-in copies, into local memory or out of it. Counters of all integer types
// from 32 bits on are known, ids and sizes of one dimension and linear ones. The barrier goes where
// no other way needs it (step_barriers.h). Where memory is accessed between the loop and the next
// split, or the kernel ends before one, the loop stays, as a step would split a region for it
// alone.
//
// A step is a barrier, then the copy, then a barrier. It may take the loop's place because:
//
// - All work-items make it, as often as they come to the loop. No branch that decides on the loop,
//   directly or by way of others, parts the work-items of a group: a work-item that returned, broke
//   out of a loop or took another arm would leave its share of the elements uncopied.
// - More barriers change no program without data races, if all work-items come to them. What a
//   work-item accesses before the loop comes before the copy in both forms, and what it accesses
//   after the loop, after it. If another one's access is on either side without a barrier between,
//   then neither touches what the other one writes, and their order does not show.
// - Together the work-items copy each element below n, and no other one. They begin with the
//   numbers below the step, each with one (group_stride_ranges.h). Where the other dimensions are
//   left out, each row makes the whole copy: the same values to the same places.
// - The order within the copy does not show, as local and global memory do not overlap.
// - Counters and local indices do not wrap. The elements on the local side are one element apart up
//   to the first one, if any, at which something wraps, which is then 2^31 bytes or more away,
//   where no local memory is (WEFT_LOCAL_MEMORY_LIMIT). All work-items together access the elements
//   in their full number, so in a program that is defined there is no such element, and n elements
//   fit local memory; the counters stay below 2^31. An index in global memory may well wrap, once,
//   where it is a sum of 32 bits: what comes from then on is a copy of its own
//   (copy_progression.h).
// - Nothing depends on the counter behind the loop, nor on anything else that is computed in it.
//
// Where n is 0, addresses may be poison, or of nothing at all: the step does not use them then.
#pragma once

#include "compiler/passes/support/vector_stages.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Asks for the group steps of the built-in copies, to be called before the kernel library is
/// linked: in a program with barriers, the pass may need them.
void requestCopySteps(llvm::Module &module);

class CopyIdiomPass : public llvm::PassInfoMixin<CopyIdiomPass> {
public:
  /// `stages`: whether each kernel has VectorStage::CopyIdiom.
  explicit CopyIdiomPass(VectorStages stages) : stages(stages) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  VectorStages stages;
};

} // namespace weft::compiler
