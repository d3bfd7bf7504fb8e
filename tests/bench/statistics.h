// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What benchmarks make of many samples.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace weft::bench {

/// Of one value at least.
inline double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// Of positive values; others, such as those that could not be measured, are left out.
class GeometricMean {
public:
  void add(double value) {
    if (std::isfinite(value) && value > 0)
      sum += std::log(value), ++count;
  }
  double value() const { return count ? std::exp(sum / count) : NAN; }

private:
  double sum = 0;
  int count = 0;
};

} // namespace weft::bench
