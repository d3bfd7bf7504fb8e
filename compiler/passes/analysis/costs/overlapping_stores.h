// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overlapping stores of a gang, as when lanes exchange neighbouring elements.
//
// A CPU forwards a recent store to a load only if the load lies within the store. If lanes store
// elements i and i + 1, for every other i, the second store preserves the elements of inactive
// lanes, most of which the first one has just written: the gang waits until they are in the cache,
// and the next gang waits for the second store. Single work-items do not wait.
#pragma once

#include "compiler/passes/analysis/strides/stride_analysis.h"

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Whether a region has two stores of neighbouring elements that overlap in gangs of this many
/// lanes.
bool hasOverlappingStores(llvm::Function &region, const StrideInfo &strides, unsigned lanes);

} // namespace weft::compiler
