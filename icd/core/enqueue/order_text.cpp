// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/order_text.h"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace weft::icd {
namespace {

struct Component {
  std::string_view name;
  std::size_t bytes;
};
constexpr Component components[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2},
                                    {"int", 4},  {"uint", 4},  {"long", 8},  {"ulong", 8},
                                    {"half", 2}, {"float", 4}, {"double", 8}};

template <class Number> Number numberAt(const unsigned char *bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

std::string floatText(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", number);
  return text;
}

std::string bitsText(std::uint64_t bits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

} // namespace

ElementType elementOf(std::string_view pointerType) {
  const std::size_t end = pointerType.find_first_of("*0123456789 ");
  const std::string_view name = pointerType.substr(0, end);
  for (const Component &component : components) {
    if (component.name != name)
      continue;
    std::size_t width = 1;
    const std::string_view rest = pointerType.substr(name.size());
    std::from_chars(rest.data(), rest.data() + rest.size(), width);
    // A vector of three takes the space of four.
    return {component.name, component.bytes, width == 3 ? 4 : width};
  }
  return {};
}

std::string elementText(const ElementType &type, const unsigned char *number) {
  if (type.name == "float")
    return floatText(numberAt<float>(number));
  if (type.name == "double")
    return floatText(numberAt<double>(number));
  if (type.name == "half")
    return bitsText(numberAt<std::uint16_t>(number));
  const bool isSigned = !type.name.empty() && !type.name.starts_with('u');
  switch (type.bytes) {
  case 1:
    return isSigned ? std::to_string(numberAt<std::int8_t>(number)) : std::to_string(*number);
  case 2:
    return isSigned ? std::to_string(numberAt<std::int16_t>(number))
                    : std::to_string(numberAt<std::uint16_t>(number));
  case 4:
    return isSigned ? std::to_string(numberAt<std::int32_t>(number))
                    : std::to_string(numberAt<std::uint32_t>(number));
  default:
    return isSigned ? std::to_string(numberAt<std::int64_t>(number))
                    : std::to_string(numberAt<std::uint64_t>(number));
  }
}

std::string placeOfElement(const ElementType &type, std::size_t offset) {
  if (type.name.empty())
    return "byte " + std::to_string(offset);
  const std::size_t number = offset / type.bytes;
  const std::string element = "element " + std::to_string(number / type.width);
  return type.width == 1 ? element
                         : "component " + std::to_string(number % type.width) + " of " + element;
}

} // namespace weft::icd
