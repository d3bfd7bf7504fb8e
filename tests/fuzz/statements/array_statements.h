// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random lines that change a private array of eight elements, the first of `expressions.arrays`.
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

/// An assignment to one element, or, if all indices shall be known when loops are unrolled, a loop.
std::string arrayStatement(RandomSource &random, Expressions &expressions);

} // namespace weft::test
