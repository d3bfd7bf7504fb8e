// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random products and quotients of 64 bits, by constants, by uniform values and by others.
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

/// A line that changes v0 or v1.
std::string productStatement(RandomSource &random, Expressions &expressions);

} // namespace weft::test
