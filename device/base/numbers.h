// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small integer arithmetic, and numbers in text.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>

namespace weft {

/// The next multiple of `multiple`, not 0, from `value` on. The caller excludes overflow.
template <std::unsigned_integral Number>
constexpr Number roundUp(Number value, std::type_identity_t<Number> multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// The number that the whole text represents, in decimal; nothing if invalid or out of range.
/// Independent of the locale.
template <std::unsigned_integral Number = unsigned>
std::optional<Number> parseNumber(std::string_view text) {
  Number value = 0;
  const char *begin = std::to_address(text.begin());
  const char *end = begin + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

} // namespace weft
