// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two versions of a kernel that uses sub-groups (sub_groups.h).
//
// Each sub-group is a gang of the vectoriser. Where gangs lie in one row of work-items,
// neighbouring lanes differ in the first id alone, as in all other kernels: that is so where rows
// are multiples of a sub-group, and where a work-group is one row. The version for *rows* suits
// these launches, if they are small (value_ranges.h). In the *linear* version work-groups are rows
// of all their work-items, in the order of linear local ids; the ids of a work-item are computed
// from its number. It suits all launches, and takes the time of divisions and of scattered
// accesses. The work-group function that the executor calls asks which one suits the launch.
#pragma once

#include "llvm/IR/Function.h"

#include <array>
#include <cstdint>
#include <optional>

namespace weft::compiler {

/// Whether gangs of a kernel lie in rows in work-groups of this size.
bool hasSubGroupsInRows(const llvm::Function &kernel,
                        const std::array<std::uint64_t, 3> &localSize);

/// A copy of the kernel, before its regions, that is to become the linear version: the local id of
/// dimension 0 counts the work-items of the group. It is no kernel to later passes.
llvm::Function &cloneForLinearSubGroups(llvm::Function &kernel);

/// A work-group function that calls `rows` or `linear` (launch_versions.h), which are work-group
/// functions of the kernel with sub-groups of `size`.
llvm::Function &chooseByRows(llvm::Function &rows, llvm::Function &linear, unsigned size);

} // namespace weft::compiler
