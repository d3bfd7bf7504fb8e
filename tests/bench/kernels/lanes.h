// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors as wide as this CPU's registers, for the native versions that are written lane by lane.
#pragma once

#include <cstdint>
#include <cstring>

namespace weft::bench::native {

#ifdef __AVX512F__
constexpr std::size_t lanes = 16;
#elif defined(__AVX2__)
constexpr std::size_t lanes = 8;
#else
constexpr std::size_t lanes = 4;
#endif

using Floats = float __attribute__((vector_size(lanes * sizeof(float))));
using Ints = std::int32_t __attribute__((vector_size(lanes * sizeof(std::int32_t))));
using Uints = std::uint32_t __attribute__((vector_size(lanes * sizeof(std::uint32_t))));

template <class Vector, class Element> Vector load(const Element *from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}
template <class Vector, class Element> void store(Element *to, Vector vector) {
  std::memcpy(to, &vector, sizeof vector);
}
/// Masks are vectors of 0 and -1.
inline bool any(Ints mask) { return __builtin_reduce_or(mask) != 0; }
inline Ints iota() {
  Ints ids;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    ids[lane] = static_cast<std::int32_t>(lane);
  return ids;
}

} // namespace weft::bench::native
