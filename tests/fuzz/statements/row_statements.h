// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random statements over rows and columns that come from one number by a division, under guards on
// columns, as stencils have them.
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

/// A line that changes v0 or v1.
std::string rowStatement(RandomSource &random, Expressions &expressions);

} // namespace weft::test
