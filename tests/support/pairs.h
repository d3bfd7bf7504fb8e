// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels of a large table a test compiles. Tables of types, functions, sizes and shapes have
// products of thousands of kernels, and nearly all the time of their tests would go into compiling
// them. What goes wrong depends on two of these at a time far more often than on three. So tests
// take every pair and not every triple: with three tables the rows whose numbers sum up to a
// multiple of `share`, as in a Latin square.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace weft::test {

/// Whether a test takes the combination of these rows, one number for each of three or more tables.
/// One in `share` combinations is taken. Each two rows of different tables meet as long as another
/// table has `share` rows. WEFT_TEST_ALL in the environment takes all combinations.
template <class... Rows> bool isTaken(std::size_t share, Rows... rows) {
  static const bool areAllWanted = std::getenv("WEFT_TEST_ALL") != nullptr;
  return areAllWanted || (static_cast<std::size_t>(rows) + ...) % share == 0;
}

} // namespace weft::test
