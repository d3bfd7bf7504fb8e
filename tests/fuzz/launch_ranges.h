// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random sizes and offsets of launches.
#pragma once

#include "tests/fuzz/kernel_generator.h"
#include "tests/fuzz/random_source.h"

#include <vector>

namespace weft::test {

/// Of the launches of one kernel.
struct RangeTraits {
  bool haveSameLocal = false; ///< groups of one size and shape
  bool areFar = false;        ///< offsets near and beyond 2^31, and some beyond 2^32
  bool areFlat = false;       ///< one dimension
};

std::vector<GeneratedRange> chooseRanges(RandomSource &random, const RangeTraits &traits);

} // namespace weft::test
