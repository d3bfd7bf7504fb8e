// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds regions that do the same for every work-item.
//
// Between two group steps there is often only work of the group: the bound of a loop over tiles, or
// the addresses of the next copy. One call of a region function suffices for the whole group if the
// function reads neither the work-item's ids nor its position in the context array, and writes only
// group values. Such a region needs no vector version.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Whether one call of the region function is equivalent to calls for all work-items.
/// `firstParameter`: the index of the first of its RegionParameters. Removes dead instructions.
bool isSameForAllItems(llvm::Function &region, unsigned firstParameter);

} // namespace weft::compiler
