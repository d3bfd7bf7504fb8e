// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of a table, each with one bar or one dot for each series.
#pragma once

#include "tests/bench/plot/table.h"

#include <optional>
#include <string>
#include <vector>

namespace weft::plot {

/// A column or a row, and what the picture calls it.
struct Named {
  std::string name, label;
};

struct ChartOptions {
  std::string title, axis;
  std::vector<Named> series;
  std::vector<Named> rows;        ///< all of the table if empty
  bool isLogarithmic = false;     ///< the axis
  std::optional<Named> reference; ///< a line at a number
  std::string mean;               ///< of a first row with the geometric means of the whole table
};

/// A bar for each series below the other, with its number.
void printBars(const Table &table, const ChartOptions &options);
/// One line for each row, for many rows.
void printDots(const Table &table, const ChartOptions &options);

} // namespace weft::plot
