// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A linear or logarithmic scale, its ticks, and numbers as people read them.
#pragma once

#include <string>
#include <vector>

namespace weft::plot {

class Axis {
public:
  /// From `low` to `high` in the data, and from `first` to `last` in the picture. A linear axis
  /// begins at 0.
  Axis(bool isLogarithmic, double low, double high, double first, double last);

  double at(double value) const;
  /// Where lines are, and whether there is room for the number.
  struct Tick {
    double value;
    bool hasNumber;
  };
  std::vector<Tick> ticks() const;

private:
  const bool isLogarithmic;
  const double low, high, first, last;
};

/// Three digits that count, two below 1: "0.28", "12.3", "1,234".
std::string numberText(double value);

} // namespace weft::plot
