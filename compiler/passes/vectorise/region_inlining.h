// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inlines functions into a region before it is vectorised: a call that is left runs once for each
// lane.
//
// Small functions are inlined first, over and over, as those bring calls of their own. Then larger
// ones follow one by one, as far as the region has room (cost_model.h).
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// What has been inlined. `Unfinished`: calls of small functions are left, as the region has grown
/// too large.
enum class Inlining { Small, Large, Unfinished };

Inlining inlineFunctions(llvm::Function &region);

} // namespace weft::compiler
