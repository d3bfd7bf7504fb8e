// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/typical/comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace weft::bench {
namespace {

template <class T> std::vector<double> numbersOf(const char *bytes, std::size_t count) {
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, bytes + i * sizeof value, sizeof value);
    numbers[i] = static_cast<double>(value);
  }
  return numbers;
}

std::vector<double> numbersOf(const char *bytes, const Argument &array) {
  const std::size_t count = array.numbers();
  if (array.type.kind == ElementType::Kind::Float)
    return array.type.size == 4 ? numbersOf<float>(bytes, count) : numbersOf<double>(bytes, count);
  const bool isSigned = array.type.kind == ElementType::Kind::Signed;
  switch (array.type.size) {
  case 1:
    return isSigned ? numbersOf<std::int8_t>(bytes, count) : numbersOf<std::uint8_t>(bytes, count);
  case 2:
    return isSigned ? numbersOf<std::int16_t>(bytes, count)
                    : numbersOf<std::uint16_t>(bytes, count);
  case 4:
    return isSigned ? numbersOf<std::int32_t>(bytes, count)
                    : numbersOf<std::uint32_t>(bytes, count);
  default:
    return isSigned ? numbersOf<std::int64_t>(bytes, count)
                    : numbersOf<std::uint64_t>(bytes, count);
  }
}

// The same infinity is equal, and so is any NaN to any other.
bool isNear(double a, double b, double allowed) {
  return a == b || std::fabs(a - b) <= allowed || (std::isnan(a) && std::isnan(b));
}

// How many numbers have other bits.
std::size_t otherBits(const Argument &array, const char *ours, const char *theirs) {
  const std::size_t size = array.type.size;
  std::size_t different = 0;
  for (std::size_t at = 0; at < array.bytes(); at += size)
    different += std::memcmp(ours + at, theirs + at, size) != 0;
  return different;
}

// How many numbers differ by more than the tolerance.
std::size_t farNumbers(const Argument &array, const char *ours, const char *theirs,
                       double tolerance) {
  const std::vector<double> a = numbersOf(ours, array), b = numbersOf(theirs, array);
  double largest = 0;
  for (const double value : b)
    if (std::isfinite(value))
      largest = std::max(largest, std::fabs(value));
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    different += !isNear(a[i], b[i], tolerance * largest);
  return different;
}

bool agree(const KernelFile &file, const Argument &array, const char *ours, const char *theirs) {
  const bool isExact = array.type.kind != ElementType::Kind::Float && file.comparesIntegersExactly;
  const std::size_t different =
      isExact ? otherBits(array, ours, theirs) : farNumbers(array, ours, theirs, file.tolerance);
  return static_cast<double>(different) <= file.mismatches * static_cast<double>(array.numbers());
}

} // namespace

bool agree(const KernelFile &file, const std::vector<char> &ours, const std::vector<char> &theirs) {
  if (ours.size() != theirs.size())
    return false;
  std::size_t at = 0;
  for (const Argument &argument : file.arguments)
    if (argument.isArray()) {
      if (!agree(file, argument, ours.data() + at, theirs.data() + at))
        return false;
      at += argument.bytes();
    }
  return true;
}

} // namespace weft::bench
