// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that do the same for every work-item.
//
// Between the steps of a group there is often nothing but what the group does as a whole: the bound
// of a loop over tiles, the addresses of the next copy. A region function that asks neither for the
// work-item nor for its place in the context array, and leaves nothing but the group's values
// behind, need be called only once for a group, and needs no vector version.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Whether one call of the region function does what calls for all work-items do.
/// `firstParameter`: the index of the first of its RegionParameters. Removes dead instructions.
bool isSameForAllItems(llvm::Function &region, unsigned firstParameter);

} // namespace weft::compiler
