// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/typical/structures.h"

#include "tests/bench/typical/random_numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>

namespace weft::bench {
namespace {

using Numbers = std::vector<double>;
using Point = std::array<double, 3>;

void require(bool isSo, const char *what) {
  if (!isSo)
    throw std::invalid_argument(what);
}

// ---- Trees that are filled level by level: node n has the children EACH * n + 1 and on.

Numbers children(std::size_t numbers, std::size_t each) {
  Numbers all(numbers);
  for (std::size_t i = 0; i < numbers; ++i)
    all[i] = i + 1 < numbers / each ? static_cast<double>(i + 1) : 0;
  return all;
}

Numbers levels(std::size_t nodes, std::size_t each) {
  Numbers all(nodes);
  for (std::size_t node = 1; node < nodes; ++node)
    all[node] = all[(node - 1) / each] + 1;
  return all;
}

Numbers cells(std::size_t numbers, std::size_t dimensions) {
  const std::size_t each = std::size_t{1} << dimensions;
  const Numbers depths = levels(numbers / dimensions, each);
  Numbers all(numbers, 0.5);
  for (std::size_t node = 1; node < depths.size(); ++node)
    for (std::size_t d = 0; d < dimensions; ++d) {
      const double side = ((node - 1) % each >> d & 1) != 0 ? 0.5 : -0.5;
      all[node * dimensions + d] =
          all[(node - 1) / each * dimensions + d] + side * std::exp2(-depths[node]);
    }
  return all;
}

// ---- Balanced binary trees over random points

std::vector<Point> randomPoints(std::size_t count, std::mt19937 &engine) {
  std::vector<Point> points(count);
  for (Point &point : points)
    for (double &part : point)
      part = randomShare(engine);
  return points;
}

/// So that those in front of the place are no larger along the axis than those behind it.
void divide(std::span<Point> points, std::size_t place, std::size_t axis) {
  std::nth_element(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(place),
                   points.end(),
                   [axis](const Point &a, const Point &b) { return a[axis] < b[axis]; });
}

void fillPoints(Numbers &all, std::size_t node, std::size_t level, std::size_t dimensions,
                std::span<Point> points) {
  if (points.empty())
    return;
  const std::size_t middle = points.size() / 2;
  divide(points, middle, level % dimensions);
  std::copy_n(points[middle].begin(), dimensions, all.begin() + node * dimensions);
  fillPoints(all, 2 * node + 1, level + 1, dimensions, points.first(middle));
  fillPoints(all, 2 * node + 2, level + 1, dimensions, points.subspan(middle + 1));
}

Numbers pointTree(std::size_t numbers, std::size_t dimensions, std::mt19937 &engine) {
  const std::size_t nodes = numbers / dimensions;
  require(dimensions <= 3 && std::has_single_bit(nodes + 1), "a k-d tree has 2^n - 1 nodes");
  std::vector<Point> points = randomPoints(nodes, engine);
  Numbers all(numbers);
  fillPoints(all, 0, 0, dimensions, points);
  return all;
}

/// Numbers of a node: the low corner and a zero, the high corner and a zero.
constexpr std::size_t boundNumbers = 8;

void fillBounds(Numbers &all, std::size_t node, std::size_t level, double size,
                std::span<Point> points, std::mt19937 &engine) {
  double *low = &all[node * boundNumbers], *high = low + 4;
  if (points.size() == 1) {
    for (std::size_t d = 0; d < 3; ++d) {
      low[d] = points[0][d];
      high[d] = low[d] + size * randomShare(engine);
    }
    return;
  }
  divide(points, points.size() / 2, level % 3);
  fillBounds(all, 2 * node + 1, level + 1, size, points.first(points.size() / 2), engine);
  fillBounds(all, 2 * node + 2, level + 1, size, points.subspan(points.size() / 2), engine);
  const double *left = &all[(2 * node + 1) * boundNumbers], *right = left + boundNumbers;
  for (std::size_t d = 0; d < 3; ++d) {
    low[d] = std::min(left[d], right[d]);
    high[d] = std::max(left[d + 4], right[d + 4]);
  }
}

Numbers boundTree(std::size_t numbers, double size, std::mt19937 &engine) {
  const std::size_t nodes = numbers / boundNumbers;
  require(std::has_single_bit(nodes + 1), "a tree of bounds has 2^n - 1 nodes");
  std::vector<Point> points = randomPoints((nodes + 1) / 2, engine);
  Numbers all(numbers);
  fillBounds(all, 0, 0, size, points, engine);
  return all;
}

// ---- Links

Numbers searchTree(std::size_t numbers, double low, double high, std::mt19937 &engine) {
  constexpr std::size_t key = 0, left = 1, right = 2, value = 3, each = 4;
  Numbers all(numbers, -1);
  for (std::size_t node = 0; node < numbers / each; ++node) {
    double *own = &all[node * each];
    own[key] = randomWhole(engine, low, high);
    own[value] = randomWhole(engine, 0, 1000000);
    // Equal keys go to the right, where nobody finds them.
    for (std::size_t at = 0; at != node;) {
      double &next = all[at * each + (own[key] < all[at * each + key] ? left : right)];
      if (next < 0)
        next = static_cast<double>(node);
      at = static_cast<std::size_t>(next);
    }
  }
  return all;
}

Numbers links(std::size_t count, double length, std::mt19937 &engine) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  shuffle(order, engine);
  Numbers all(count, -1);
  for (std::size_t i = 0; i + 1 < count; ++i)
    if (randomShare(engine) * length >= 1)
      all[order[i]] = static_cast<double>(order[i + 1]);
  return all;
}

Numbers parents(std::size_t count, std::size_t roots, std::mt19937 &engine) {
  Numbers all(count);
  for (std::size_t i = 0; i < count; ++i)
    all[i] = static_cast<double>(i < roots ? i : engine() % i);
  return all;
}

Numbers hashTable(std::size_t slots, double low, double high, std::mt19937 &engine) {
  require(std::has_single_bit(slots) && slots > 1, "a hash table has 2^n slots");
  require(high - low >= static_cast<double>(slots), "a hash table needs more keys than slots");
  const int shift = 32 - std::countr_zero(slots);
  Numbers all(slots, -1);
  for (std::size_t used = 0; used < slots / 4 * 3;) {
    const double key = randomWhole(engine, low, high);
    std::size_t slot = static_cast<std::uint32_t>(key) * 2654435769U >> shift;
    while (all[slot] >= 0 && all[slot] != key)
      slot = (slot + 1) % slots;
    used += all[slot] != key;
    all[slot] = key;
  }
  return all;
}

} // namespace

std::vector<double> structure(const std::string &name, const std::vector<double> &values,
                              std::size_t numbers, std::mt19937 &engine) {
  const bool hasOne = values.size() == 1 && values[0] > 0, hasTwo = values.size() == 2;
  const std::size_t first = hasOne ? static_cast<std::size_t>(values[0]) : 0;
  if (name == "children" && first > 0)
    return children(numbers, first);
  if (name == "levels" && first > 0)
    return levels(numbers, first);
  if (name == "cells" && first > 0)
    return cells(numbers, first);
  if (name == "kd" && first > 0)
    return pointTree(numbers, first, engine);
  if (name == "bounds" && hasOne)
    return boundTree(numbers, values[0], engine);
  if (name == "search" && hasTwo)
    return searchTree(numbers, values[0], values[1], engine);
  if (name == "links" && hasOne)
    return links(numbers, values[0], engine);
  if (name == "parents" && first > 0)
    return parents(numbers, first, engine);
  if (name == "hashed" && hasTwo)
    return hashTable(numbers, values[0], values[1], engine);
  throw std::invalid_argument("contents '" + name + "'");
}

} // namespace weft::bench
