// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/typical/contents.h"

#include "tests/bench/typical/random_numbers.h"
#include "tests/bench/typical/structures.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <stdexcept>

namespace weft::bench {
namespace {

// Numbers as doubles, which hold those of every type that files ask for.
using Numbers = std::vector<double>;

class Source {
public:
  Source(const Argument &argument, std::size_t index)
      : argument(argument), engine(static_cast<unsigned>(index)) {
    for (std::size_t i = 1; i < argument.contents.size(); ++i)
      values.push_back(std::stod(argument.contents[i]));
  }

  /// Of arrays with numbers.
  Numbers numbers() {
    const std::string name = argument.contents.empty() ? "" : argument.contents[0];
    if (name.empty())
      return Numbers(size());
    if (name == "iota")
      return ascending();
    if (name == "permutation")
      return permutation();
    if (values.empty())
      throw std::invalid_argument("contents '" + name + "'");
    if (name == "constant" || name == "values")
      return cycle();
    if (values.size() == 2) {
      if (name == "random" || name == "sorted")
        return randoms(name == "sorted");
      if (name == "offsets")
        return offsets();
      if (name == "near")
        return near();
    }
    return structure(name, values, size(), engine);
  }

  std::vector<std::byte> bits() {
    std::vector<std::byte> bytes(argument.bytes());
    for (std::byte &byte : bytes)
      byte = static_cast<std::byte>(engine() >> 24);
    return bytes;
  }

private:
  std::size_t size() const { return argument.numbers(); }

  Numbers cycle() const {
    Numbers all(size());
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = values[i % values.size()];
    return all;
  }

  Numbers ascending() const {
    Numbers all(size());
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  Numbers permutation() {
    Numbers all = ascending();
    shuffle(all, engine);
    return all;
  }

  double random(double low, double high) {
    return argument.type.kind == ElementType::Kind::Float ? low + (high - low) * randomShare(engine)
                                                          : randomWhole(engine, low, high);
  }

  Numbers randoms(bool isSorted) {
    Numbers all(size());
    for (double &number : all)
      number = random(values[0], values[1]);
    if (isSorted)
      std::sort(all.begin(), all.end());
    return all;
  }

  Numbers offsets() {
    Numbers all(size());
    for (std::size_t i = 1; i < all.size(); ++i)
      all[i] = all[i - 1] + random(values[0], values[1]);
    return all;
  }

  Numbers near() {
    Numbers all(size());
    const double rows = static_cast<double>(size()) / values[1];
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double row = std::floor(static_cast<double>(i) / values[1]);
      all[i] = std::clamp(row + random(-values[0], values[0]), 0.0, rows - 1);
    }
    return all;
  }

  const Argument &argument;
  std::mt19937 engine;
  Numbers values;
};

template <class T> std::vector<std::byte> bytesOf(const Numbers &numbers) {
  std::vector<std::byte> bytes(numbers.size() * sizeof(T));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const T value = static_cast<T>(numbers[i]);
    std::memcpy(&bytes[i * sizeof(T)], &value, sizeof value);
  }
  return bytes;
}

std::vector<std::byte> bytesOf(const Numbers &numbers, const ElementType &type) {
  if (type.kind == ElementType::Kind::Float)
    return type.size == 4 ? bytesOf<float>(numbers) : bytesOf<double>(numbers);
  const bool isSigned = type.kind == ElementType::Kind::Signed;
  switch (type.size) {
  case 1:
    return isSigned ? bytesOf<std::int8_t>(numbers) : bytesOf<std::uint8_t>(numbers);
  case 2:
    return isSigned ? bytesOf<std::int16_t>(numbers) : bytesOf<std::uint16_t>(numbers);
  case 4:
    return isSigned ? bytesOf<std::int32_t>(numbers) : bytesOf<std::uint32_t>(numbers);
  default:
    return isSigned ? bytesOf<std::int64_t>(numbers) : bytesOf<std::uint64_t>(numbers);
  }
}

} // namespace

std::vector<std::byte> contents(const Argument &argument, std::size_t index) {
  if (argument.contents == std::vector<std::string>{"bits"})
    return Source(argument, index).bits();
  if (argument.isArray())
    return bytesOf(Source(argument, index).numbers(), argument.type);
  if (argument.contents.empty())
    throw std::invalid_argument("a value is missing");
  Argument value = argument;
  value.contents.insert(value.contents.begin(), "values");
  return bytesOf(Source(value, index).numbers(), argument.type);
}

} // namespace weft::bench
