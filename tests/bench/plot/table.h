// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of figures as TableFile writes it: lines of cells between tabs, the first of them names.
// Lines before it that begin with # are captions: the machine, the date.
#pragma once

#include <string>
#include <vector>

namespace weft::plot {

struct Row {
  std::string name;
  std::vector<double> numbers; ///< NAN where there is none
};

struct Table {
  std::string path;
  std::vector<std::string> captions;
  std::vector<std::string> columns; ///< of the numbers
  std::vector<Row> rows;

  /// The column of that name. Ends the program if there is none.
  std::size_t column(const std::string &name) const;
  /// The row of that name. Ends the program if there is none.
  const Row &row(const std::string &name) const;
};

/// Ends the program with a message if there is no such table, or if it has no rows.
Table readTable(const std::string &path);

} // namespace weft::plot
