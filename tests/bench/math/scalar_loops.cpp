// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built without vectorisation.
#include "tests/bench/math/whole_numbers.h"

#include <bit>

namespace weft::bench {
namespace {

template <auto function>
void loop(const std::int32_t *x, const std::int32_t *y, std::int32_t *results, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    results[i] = function(x[i], y[i]);
}

std::int32_t hadd(std::int32_t x, std::int32_t y) { return (x & y) + ((x ^ y) >> 1); }
std::int32_t mulHi(std::int32_t x, std::int32_t y) {
  return static_cast<std::int32_t>((static_cast<std::int64_t>(x) * y) >> 32);
}
std::int32_t rotate(std::int32_t x, std::int32_t y) {
  return static_cast<std::int32_t>(std::rotl(static_cast<std::uint32_t>(x), y & 31));
}
std::int32_t popcount(std::int32_t x, std::int32_t) {
  return std::popcount(static_cast<std::uint32_t>(x));
}
std::int32_t clz(std::int32_t x, std::int32_t) {
  return std::countl_zero(static_cast<std::uint32_t>(x));
}

constexpr ScalarLoop loops[] = {
    {"hadd", 2, loop<hadd>},         {"mul_hi", 2, loop<mulHi>}, {"rotate", 2, loop<rotate>},
    {"popcount", 1, loop<popcount>}, {"clz", 1, loop<clz>},
};

} // namespace

std::span<const ScalarLoop> scalarLoops() { return loops; }

} // namespace weft::bench
