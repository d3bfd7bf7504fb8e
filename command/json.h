// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As much of JSON as tests need that read what Weft writes.
#pragma once

#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::test {

struct Json {
  enum class Kind { Null, Boolean, Number, String, Array, Object } kind = Kind::Null;
  double number = 0; ///< of a Boolean: 0 or 1
  std::string string;
  std::vector<Json> elements;
  std::map<std::string, Json> members;

  bool has(const std::string &name) const { return members.contains(name); }
  /// A member, or null where there is none.
  const Json &operator[](const std::string &name) const {
    static const Json none;
    const auto found = members.find(name);
    return found == members.end() ? none : found->second;
  }
  /// Nothing if the text is not exactly one value.
  static std::optional<Json> parse(std::string_view text);
};

class JsonReader {
public:
  explicit JsonReader(std::string_view text) : rest(text) {}

  bool value(Json &result) {
    skipSpace();
    if (rest.empty())
      return false;
    switch (rest.front()) {
    case '{':
      return object(result);
    case '[':
      return array(result);
    case '"':
      result.kind = Json::Kind::String;
      return string(result.string);
    default:
      return word("null", result, Json::Kind::Null, 0) ||
             word("true", result, Json::Kind::Boolean, 1) ||
             word("false", result, Json::Kind::Boolean, 0) || number(result);
    }
  }
  bool atEnd() {
    skipSpace();
    return rest.empty();
  }

private:
  void skipSpace() {
    while (!rest.empty() && std::isspace(static_cast<unsigned char>(rest.front())))
      rest.remove_prefix(1);
  }
  bool take(char expected) {
    skipSpace();
    if (rest.empty() || rest.front() != expected)
      return false;
    rest.remove_prefix(1);
    return true;
  }
  bool word(std::string_view text, Json &result, Json::Kind kind, double number) {
    if (!rest.starts_with(text))
      return false;
    rest.remove_prefix(text.size());
    result.kind = kind;
    result.number = number;
    return true;
  }
  bool number(Json &result) {
    const std::string text(rest.substr(0, rest.find_first_not_of("+-.0123456789eE")));
    char *end = nullptr;
    result.kind = Json::Kind::Number;
    result.number = std::strtod(text.c_str(), &end);
    rest.remove_prefix(text.size());
    return !text.empty() && *end == '\0';
  }
  /// Escapes are kept as they are written.
  bool string(std::string &result) {
    if (!take('"'))
      return false;
    while (!rest.empty() && rest.front() != '"') {
      const std::size_t length = rest.front() == '\\' ? 2 : 1;
      if (rest.size() < length || static_cast<unsigned char>(rest.front()) < ' ')
        return false;
      result += rest.substr(0, length);
      rest.remove_prefix(length);
    }
    return take('"');
  }
  bool array(Json &result) {
    result.kind = Json::Kind::Array;
    take('[');
    if (take(']'))
      return true;
    do {
      if (!value(result.elements.emplace_back()))
        return false;
    } while (take(','));
    return take(']');
  }
  bool object(Json &result) {
    result.kind = Json::Kind::Object;
    take('{');
    if (take('}'))
      return true;
    do {
      std::string name;
      skipSpace();
      if (!string(name) || !take(':') || !value(result.members[name]))
        return false;
    } while (take(','));
    return take('}');
  }

  std::string_view rest;
};

inline std::optional<Json> Json::parse(std::string_view text) {
  Json result;
  JsonReader reader(text);
  if (!reader.value(result) || !reader.atEnd())
    return std::nullopt;
  return result;
}

} // namespace weft::test
