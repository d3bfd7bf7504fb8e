// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the parts of the kernel generator share: the source of randomness, and OpenCL's types.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace weft::test {

class RandomSource {
public:
  explicit RandomSource(std::uint32_t seed) : engine(seed) {}

  /// In [0, count).
  unsigned pick(unsigned count) { return engine() % count; }
  bool oneIn(unsigned count) { return pick(count) == 0; }
  std::string one(std::initializer_list<const char *> choices) {
    return choices.begin()[pick(static_cast<unsigned>(choices.size()))];
  }
  template <class T> const T &of(const std::vector<T> &choices) {
    return choices[pick(static_cast<unsigned>(choices.size()))];
  }

private:
  std::mt19937 engine;
};

enum class Scalar { Char, Uchar, Short, Ushort, Int, Uint, Long, Ulong, Float, Double };

struct ClType {
  Scalar scalar = Scalar::Int;
  unsigned width = 1;

  bool operator==(const ClType &) const = default;
  bool isReal() const { return scalar >= Scalar::Float; }
  bool isSigned() const { return !isReal() && static_cast<unsigned>(scalar) % 2 == 0; }
  bool isVector() const { return width > 1; }
  unsigned elementBytes() const {
    constexpr unsigned bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return bytes[static_cast<unsigned>(scalar)];
  }
  unsigned bytes() const { return elementBytes() * (width == 3 ? 4 : width); }
  std::string name() const {
    constexpr const char *names[] = {"char", "uchar", "short", "ushort", "int",
                                     "uint", "long",  "ulong", "float",  "double"};
    return names[static_cast<unsigned>(scalar)] + (isVector() ? std::to_string(width) : "");
  }
  ClType element() const { return {scalar, 1}; }
  /// Of integers: the same without or with a sign.
  ClType withoutSign() const {
    return isSigned() ? ClType{static_cast<Scalar>(static_cast<unsigned>(scalar) + 1), width}
                      : *this;
  }
  ClType withSign() const {
    return isReal() || isSigned()
               ? *this
               : ClType{static_cast<Scalar>(static_cast<unsigned>(scalar) - 1), width};
  }
  /// What comparisons of vectors give.
  ClType mask() const {
    constexpr Scalar ofBytes[] = {Scalar::Char, Scalar::Short, Scalar::Int, Scalar::Int,
                                  Scalar::Long};
    return {ofBytes[elementBytes() == 8 ? 4 : elementBytes() / 2], width};
  }
};

} // namespace weft::test
