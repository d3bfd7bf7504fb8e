// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random statements of stencils: loops over a window around an id, which may end where the data do.
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

/// A line that changes v0 or v1.
std::string windowStatement(RandomSource &random, Expressions &expressions);

} // namespace weft::test
