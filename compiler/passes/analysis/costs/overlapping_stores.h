// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores of a gang that overlap, as those of lanes that exchange neighbouring elements do.
//
// A CPU forwards what it has just stored to a load that lies within the store. Where lanes store
// elements i and i + 1, for every other i, the second store keeps what inactive lanes have, most of
// which the first one has just written: the gang waits until that is in the cache, and the next
// gang waits for the second store. Single work-items do not wait.
#pragma once

#include "compiler/passes/analysis/strides/stride_analysis.h"

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Whether a region has two stores of neighbouring elements, in gangs of so many lanes, that
/// overlap.
bool hasOverlappingStores(llvm::Function &region, const StrideInfo &strides, unsigned lanes);

} // namespace weft::compiler
