// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The random numbers behind the contents of arrays: the same with every standard library.
#pragma once

#include <cmath>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

namespace weft::bench {

/// In [0, 1).
inline double randomShare(std::mt19937 &engine) {
  return static_cast<double>(engine()) / 4294967296.0;
}

/// A whole number in [low, high].
inline double randomWhole(std::mt19937 &engine, double low, double high) {
  return low + std::floor((high - low + 1) * randomShare(engine));
}

template <class T> void shuffle(std::vector<T> &values, std::mt19937 &engine) {
  for (std::size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1], values[engine() % i]);
}

} // namespace weft::bench
