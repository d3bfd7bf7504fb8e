// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/program/spirv_module.h"

#include <cstring>
#include <map>

namespace weft::compiler {
namespace {

constexpr std::uint32_t magicNumber = 0x07230203;
constexpr std::size_t headerWords = 5;

enum Opcode : std::uint32_t {
  TypeBool = 20,
  TypeInt = 21,
  TypeFloat = 22,
  SpecConstantTrue = 48,
  SpecConstantFalse = 49,
  SpecConstant = 50,
  Decorate = 71,
};
constexpr std::uint32_t specIdDecoration = 1;

/// The words of a module in the host's byte order.
class Words {
public:
  explicit Words(std::string_view bytes) : bytes(bytes), isSwapped(raw(0) != magicNumber) {}
  std::size_t size() const { return bytes.size() / sizeof(std::uint32_t); }
  std::uint32_t operator[](std::size_t index) const {
    return isSwapped ? __builtin_bswap32(raw(index)) : raw(index);
  }

private:
  std::uint32_t raw(std::size_t index) const {
    std::uint32_t word;
    std::memcpy(&word, bytes.data() + index * sizeof word, sizeof word);
    return word;
  }

  const std::string_view bytes;
  const bool isSwapped;
};

class Reader {
public:
  void take(const Words &words, std::size_t first, std::uint32_t opcode, std::size_t count) {
    const auto operand = [&](std::size_t index) { return words[first + index]; };
    if (opcode == TypeBool && count == 2)
      typeBytes[operand(1)] = 1;
    else if ((opcode == TypeInt || opcode == TypeFloat) && count >= 3)
      typeBytes[operand(1)] = operand(2) / 8;
    else if (opcode >= SpecConstantTrue && opcode <= SpecConstant && count >= 3)
      constantTypes[operand(2)] = operand(1);
    else if (opcode == Decorate && count == 4 && operand(2) == specIdDecoration)
      specIds.emplace(operand(1), operand(3));
  }

  std::vector<SpecialisationConstant> result() const {
    std::vector<SpecialisationConstant> constants;
    for (const auto &[constant, id] : specIds) {
      const auto type = constantTypes.find(constant);
      const auto bytes =
          type == constantTypes.end() ? typeBytes.end() : typeBytes.find(type->second);
      if (bytes != typeBytes.end())
        constants.push_back({id, bytes->second});
    }
    return constants;
  }

private:
  std::map<std::uint32_t, std::size_t> typeBytes;
  std::map<std::uint32_t, std::uint32_t> constantTypes;
  std::multimap<std::uint32_t, std::uint32_t> specIds; ///< by the constant
};

} // namespace

bool beginsAsSpirv(std::string_view bytes) {
  std::uint32_t magic = 0;
  if (bytes.size() < sizeof magic)
    return false;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == magicNumber || __builtin_bswap32(magic) == magicNumber;
}

std::optional<std::vector<SpecialisationConstant>> readSpecialisations(std::string_view bytes) {
  if (!beginsAsSpirv(bytes) || bytes.size() % sizeof(std::uint32_t) ||
      bytes.size() < headerWords * sizeof(std::uint32_t))
    return std::nullopt;
  const Words words(bytes);
  Reader reader;
  for (std::size_t first = headerWords; first < words.size();) {
    const std::size_t count = words[first] >> 16;
    if (count == 0 || count > words.size() - first)
      return std::nullopt;
    reader.take(words, first, words[first] & 0xffff, count);
    first += count;
  }
  return reader.result();
}

} // namespace weft::compiler
