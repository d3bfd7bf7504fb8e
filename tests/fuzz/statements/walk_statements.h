// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random walks and searches: down trees with private arrays as stacks, along links, by bisection.
// The nodes are elements of `in` and `f`, whatever these hold; a budget of steps ends each walk.
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

/// A line that changes v0 or v1.
std::string walkStatement(RandomSource &random, Expressions &expressions);

} // namespace weft::test
