// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/spirv/damage.h"
#include "compiler/frontend/spirv/spirv_frontend.h"
#include "compiler/options/compile_options.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace weft::test {
namespace {

constexpr std::size_t headerWords = 5, boundWord = 3;

/// Where instructions begin, as far as their lengths make sense.
std::vector<std::size_t> instructionsOf(const Words &words) {
  std::vector<std::size_t> begins;
  for (std::size_t at = headerWords; at < words.size();) {
    const std::size_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at)
      break;
    begins.push_back(at);
    at += length;
  }
  return begins;
}

std::ptrdiff_t offset(std::size_t at) { return static_cast<std::ptrdiff_t>(at); }

} // namespace

bool isTaken(std::string_view bytes) {
  llvm::LLVMContext context;
  compiler::CompileOptions options;
  options.debugInfo = true;
  const auto result = compiler::translateSpirv(context, bytes, {}, options);
  if (!result.module && result.log.empty()) {
    std::fputs("a module was refused without a word\n", stderr);
    std::abort();
  }
  return result.module != nullptr;
}

bool isTaken(const Words &words) {
  return isTaken(std::string_view(reinterpret_cast<const char *>(words.data()),
                                  words.size() * sizeof(std::uint32_t)));
}

Words Damage::of(const Words &module) {
  Words words = module;
  for (std::uint32_t left = 1 + number(3); left != 0 && words.size() > headerWords + 1; --left)
    once(words);
  return words;
}

std::uint32_t Damage::number(std::size_t bound) {
  return static_cast<std::uint32_t>(random() % std::max<std::size_t>(bound, 1));
}

std::size_t Damage::place(const Words &words) {
  return headerWords + number(words.size() - headerWords);
}

void Damage::once(Words &words) {
  if (number(2))
    onceInInstructions(words);
  else
    onceInWords(words);
}

void Damage::onceInWords(Words &words) {
  const std::size_t at = place(words);
  switch (number(7)) {
  case 0: // a bit
    words[at] ^= 1u << number(32);
    break;
  case 1: // the end is missing
    words.resize(at);
    break;
  case 2: // another id or literal of the module
    words[at] = words[place(words)];
    break;
  case 3: // another id
    words[at] = number(words[boundWord]);
    break;
  case 4: // another instruction of the same length
    words[at] = (words[at] & 0xffff0000) | number(420);
    break;
  case 5: // some words are missing
    words.erase(words.begin() + offset(at),
                words.begin() + offset(std::min(words.size(), at + 1 + number(6))));
    break;
  default: // an extreme
    words[at] = number(2) ? 0xffffffff : 0;
    break;
  }
}

// The module stays one whose instructions begin where their lengths say, so that more of it passes
// the validator.
void Damage::onceInInstructions(Words &words) {
  const std::vector<std::size_t> begins = instructionsOf(words);
  if (begins.empty())
    return;
  const std::size_t at = begins[number(begins.size())], other = begins[number(begins.size())];
  const auto lengthAt = [&](std::size_t begin) { return words[begin] >> 16; };
  const Words instruction(words.begin() + offset(at), words.begin() + offset(at + lengthAt(at)));
  switch (number(6)) {
  case 0: // one is missing
    words.erase(words.begin() + offset(at), words.begin() + offset(at + lengthAt(at)));
    break;
  case 1: // one stands at another place, too
    words.insert(words.begin() + offset(other), instruction.begin(), instruction.end());
    break;
  case 2: // one has the opcode of another
    words[at] = (words[at] & 0xffff0000) | (words[other] & 0xffff);
    break;
  case 3: // the operands of one at another
    std::copy_n(instruction.begin() + 1, std::min(lengthAt(at), lengthAt(other)) - 1,
                words.begin() + offset(other) + 1);
    break;
  case 4: // an operand is a small number
    words[at + number(lengthAt(at))] = number(70);
    break;
  default: // an operand is another id of its neighbourhood
    if (lengthAt(at) > 1)
      words[at + 1 + number(lengthAt(at) - 1)] += number(2) ? 1 + number(8) : -(1 + number(8));
    break;
  }
}

} // namespace weft::test
