// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds regions that do the same for every work-item.
//
// Between two group steps there is often only the group's own work: the bound of a loop over tiles,
// or the addresses of the next copy. One call of a region function does for the whole group if the
// function reads neither the work-item's ids nor its place in the context array, and writes nothing
// but values of the group. Such a region needs no vector version.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Whether one call of the region function has the same effect as calls for all work-items.
/// `firstParameter`: the index of the first of its RegionParameters. Removes dead instructions.
bool isSameForAllItems(llvm::Function &region, unsigned firstParameter);

} // namespace weft::compiler
