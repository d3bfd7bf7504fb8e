// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/json.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace weft {
namespace {

constexpr int deepest = 64;

void appendUtf8(std::string &text, std::uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | code >> 6);
    text += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    text += static_cast<char>(0xe0 | code >> 12);
    text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (code & 0x3f));
  }
}

class JsonReader {
public:
  explicit JsonReader(std::string_view text) : rest(text) {}

  bool value(Json &result) {
    skipSpace();
    if (rest.empty() || depth == deepest)
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
  void skipSpace() { rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size())); }
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
    const std::string_view text = rest.substr(0, rest.find_first_not_of("+-.0123456789eE"));
    result.kind = Json::Kind::Number;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), result.number);
    rest.remove_prefix(text.size());
    return error == std::errc() && end == text.data() + text.size();
  }
  bool string(std::string &result) {
    if (!take('"'))
      return false;
    while (!rest.empty() && rest.front() != '"') {
      if (static_cast<unsigned char>(rest.front()) < ' ')
        return false;
      if (rest.front() == '\\') {
        if (!escape(result))
          return false;
        continue;
      }
      result += rest.front();
      rest.remove_prefix(1);
    }
    return take('"');
  }
  bool escape(std::string &result) {
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (rest.size() < 2)
      return false;
    if (rest[1] == 'u') {
      std::uint32_t code = 0;
      const char *const begin = rest.data() + 2;
      if (rest.size() < 6 || std::from_chars(begin, begin + 4, code, 16).ptr != begin + 4)
        return false;
      appendUtf8(result, code);
      rest.remove_prefix(6);
      return true;
    }
    const std::size_t letter = letters.find(rest[1]);
    if (letter == letters.npos)
      return false;
    result += meanings[letter];
    rest.remove_prefix(2);
    return true;
  }
  bool array(Json &result) {
    result.kind = Json::Kind::Array;
    take('[');
    if (take(']'))
      return true;
    ++depth;
    do {
      if (!value(result.elements.emplace_back()))
        return false;
    } while (take(','));
    --depth;
    return take(']');
  }
  bool object(Json &result) {
    result.kind = Json::Kind::Object;
    take('{');
    if (take('}'))
      return true;
    ++depth;
    do {
      std::string name;
      skipSpace();
      if (!string(name) || !take(':') || !value(result.members[name]))
        return false;
    } while (take(','));
    --depth;
    return take('}');
  }

  std::string_view rest;
  int depth = 0;
};

} // namespace

const Json &Json::operator[](std::string_view name) const {
  static const Json none;
  const auto found = members.find(name);
  return found == members.end() ? none : found->second;
}

std::optional<Json> Json::parse(std::string_view text) {
  Json result;
  JsonReader reader(text);
  if (!reader.value(result) || !reader.atEnd())
    return std::nullopt;
  return result;
}

} // namespace weft
