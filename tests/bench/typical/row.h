// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row of the table: a kernel in all columns, which take turns.
#pragma once

#include "tests/bench/typical/column.h"

#include <filesystem>
#include <string>
#include <vector>

namespace weft::bench {

/// What a column has in a row.
struct Cell {
  double seconds;      ///< of a launch, the median of the rounds; NAN if it failed
  double ratio;        ///< of its time to that of the first column, the median of their rounds
  std::string problem; ///< why it failed, "bits" or "differs" from the first; empty if it did not

  bool isRight() const { return problem.empty(); }
};

/// `folder` is for files in between.
std::vector<Cell> measureRow(const std::filesystem::path &kernelFile,
                             const std::vector<Column> &columns, unsigned rounds,
                             const std::filesystem::path &folder);

} // namespace weft::bench
