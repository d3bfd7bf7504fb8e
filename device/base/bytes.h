// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text as bytes and bytes as text.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weft {

/// A view of the same memory.
inline std::string_view asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// A copy.
inline std::vector<std::byte> copyBytes(std::string_view text) {
  const auto *begin = reinterpret_cast<const std::byte *>(text.data());
  return {begin, begin + text.size()};
}

/// The memory of a trivially copyable object.
template <class Object> std::string_view bytesOf(const Object &object) {
  static_assert(std::is_trivially_copyable_v<Object>);
  return {reinterpret_cast<const char *>(&object), sizeof object};
}

} // namespace weft
