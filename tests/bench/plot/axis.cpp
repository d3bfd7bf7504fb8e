// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/plot/axis.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace weft::plot {

Axis::Axis(bool isLogarithmic, double low, double high, double first, double last)
    : isLogarithmic(isLogarithmic), low(isLogarithmic ? low : 0), high(high), first(first),
      last(last) {}

double Axis::at(double value) const {
  const double share =
      isLogarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return first + (last - first) * std::clamp(share, 0.0, 1.0);
}

std::vector<Axis::Tick> Axis::ticks() const {
  std::vector<Tick> found;
  if (isLogarithmic) {
    constexpr double fewDecades = 100, noDecades = 2500;
    for (double decade = std::pow(10, std::floor(std::log10(low))); decade <= high; decade *= 10)
      for (const double digit : {1, 2, 5})
        if (const double value = digit * decade; value >= low * 0.999 && value <= high * 1.001)
          if (digit == 1 || high / low < noDecades)
            found.push_back({value, digit == 1 || high / low < fewDecades});
    return found;
  }
  constexpr double mostSteps = 8;
  double step = std::pow(10, std::floor(std::log10(high / mostSteps)));
  for (const double factor : {2.0, 2.5, 2.0}) // 1, 2, 5, 10
    if (high / step > mostSteps)
      step *= factor;
  for (int i = 0; i * step <= high * 1.001; ++i)
    found.push_back({i * step, true});
  return found;
}

std::string numberText(double value) {
  char text[32];
  if (value >= 1000) {
    const auto whole = static_cast<long>(value + 0.5);
    if (whole >= 1'000'000)
      std::snprintf(text, sizeof text, "%ld,%03ld,%03ld", whole / 1'000'000, whole / 1000 % 1000,
                    whole % 1000);
    else
      std::snprintf(text, sizeof text, "%ld,%03ld", whole / 1000, whole % 1000);
  } else if (value >= 1) {
    std::snprintf(text, sizeof text, "%.3g", value);
  } else {
    std::snprintf(text, sizeof text, "%.2g", value);
  }
  return text;
}

} // namespace weft::plot
