// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As much of JSON as it takes to read what Weft writes: traces, and the compiler's remarks.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

struct Json {
  enum class Kind { Null, Boolean, Number, String, Array, Object } kind = Kind::Null;
  double number = 0; ///< of a Boolean: 0 or 1
  std::string string;
  std::vector<Json> elements;
  std::map<std::string, Json, std::less<>> members;

  bool has(std::string_view name) const { return members.contains(name); }
  /// A member, or null where there is none.
  const Json &operator[](std::string_view name) const;
  /// Nothing if the text is not exactly one value, or nests too deeply.
  static std::optional<Json> parse(std::string_view text);
};

} // namespace weft
