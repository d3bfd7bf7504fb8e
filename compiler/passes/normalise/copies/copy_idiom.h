// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns copy loops of a work-group into one copy by the group.
//
//   for (i = get_local_id(0); i < n; i += get_local_size(0)) tile[i] = source[base + i];
//   barrier(CLK_LOCAL_MEM_FENCE);
//
// The pass replaces such a loop by the group step of the built-in copies, into local memory or out
// of it. The conditions: the work-items of a group reach the loop together; n and both bases are
// the same for all of them; the loop only loads and stores each element. Counters may have any
// integer type of 32 bits or more; ids and sizes may be those of one dimension or linear ones. The
// barrier goes if no other path needs it (step_barriers.h). The loop stays if memory is accessed
// between the loop and the next split, or if the kernel ends before one: the step would split a
// region for itself alone.
//
// A step is a barrier, then the copy, then a barrier. It may replace the loop for these reasons:
//
// - All work-items execute the step, as often as they reach the loop. No branch that the loop
//   depends on, directly or through others, diverges within a group. If a work-item could return,
//   break out of a loop or take another arm, its elements would stay uncopied.
// - Additional barriers change no program without data races, if all work-items reach them.
//   Accesses before the loop come before the copy in both forms, accesses after the loop come after
//   it. If another work-item accesses memory on either side without a barrier between, then neither
//   touches what the other one writes, and their order is not observable.
// - Together the work-items copy exactly the elements below n. Each starts with its own number
//   below the step (group_stride_ranges.h). If ids of other dimensions are not part of the range,
//   the work-items of each x range make the whole copy: the same values to the same places.
// - The order within the copy is not observable, as local and global memory do not overlap.
// - Counters and local indices do not wrap. Local elements are adjacent up to the first
//   wrap, if any. That is 2^31 bytes or more away, where there is no local memory
//   (WEFT_LOCAL_MEMORY_LIMIT). All work-items together access all n elements, so in a defined
//   program no such element exists, n elements fit in local memory, and the counters stay below
//   2^31. A 32-bit index in global memory may wrap once: the elements from there on are a copy of
//   their own (copy_progression.h).
// - Nothing behind the loop depends on the counter or on another value of the loop.
//
// If n is 0, addresses may be poison or invalid: the step does not use them then.
#pragma once

#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Declares the group steps of the built-in copies in programs with barriers, as the pass may need
/// them. To be called before the kernel library is linked.
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
