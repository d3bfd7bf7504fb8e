// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random lines by which the work-items of a group use local memory together: `tile` has an element
// for each of them, `bins` has 16, and `counts` has one for each number of 8 bits. All come there,
// but those that returned from the kernel.
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

/// Each element is written by its own work-item, and read by others between barriers.
std::string exchangeThroughTile(RandomSource &random, Expressions &expressions);

/// In each round fewer work-items take part, until the loop ends for all of them. `counter` is a
/// new name.
std::string foldThroughTile(RandomSource &random, Expressions &expressions,
                            const std::string &counter);

std::string localAtomics(RandomSource &random, Expressions &expressions);

/// Counts bytes of the input, a row of neighbours in each round.
std::string countBytes(RandomSource &random, Expressions &expressions);

} // namespace weft::test
