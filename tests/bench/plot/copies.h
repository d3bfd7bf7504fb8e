// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Curves of what `async` measures: movements of contiguous tiles over the tile's size, for data
// that fits the caches and for data that does not, and strided gathers and scatters over the
// stride, one colour for each element size. Solid lines are the first table's OpenCL, dashed ones
// its C, dotted ones the OpenCL of other tables. Both axes are logarithmic.
#pragma once

#include "tests/bench/plot/table.h"

#include <string>
#include <vector>

namespace weft::plot {

/// `labels`: what the picture calls the platforms of the tables.
void printCopies(const std::vector<Table> &tables, const std::vector<std::string> &labels);

} // namespace weft::plot
