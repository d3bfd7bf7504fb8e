// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the work-items of a sub-group on their stacks, from one split to the next, and lets them
// meet at operations of sub-groups (sub_group_meetings.h).
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Where records are, for runSubGroup().
struct SubGroupRecords {
  llvm::Value *record; ///< of the work-item whose call this is
  std::uint64_t stride, pathOffset, pathBytes;
  unsigned size; ///< of sub-groups
};

/// Emits what runs the work-items of the sub-group that wait at a split, unless they have run with
/// an earlier one: from the split to the next one or to their ends. `switching`: see
/// work_item_stacks.h.
void runSubGroup(llvm::IRBuilder<> &builder, const SubGroupRecords &records, unsigned split,
                 llvm::Function &switching);

} // namespace weft::compiler
