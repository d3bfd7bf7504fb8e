// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/module/instructions.h"

#include "compiler/interface/program/spirv_module.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/SwapByteOrder.h"

#include <cstring>

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

constexpr std::size_t headerWords = 5;
constexpr std::uint32_t largestBound = 0x400000; // ids of 22 bits

bool fail(std::string &problem, const Twine &text) {
  problem = text.str();
  return false;
}

std::vector<std::uint32_t> hostWords(std::string_view bytes) {
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  if (!words.empty())
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  if (!words.empty() && words.front() == byteswap(std::uint32_t{spv::MagicNumber}))
    for (std::uint32_t &word : words)
      word = byteswap(word);
  return words;
}

bool readInstruction(ArrayRef<std::uint32_t> words, std::uint32_t bound, Instruction &instruction,
                     std::string &problem) {
  instruction.op = words[0] & spv::OpCodeMask;
  const std::uint32_t count = words[0] >> spv::WordCountShift;
  const ResultForm form = resultForm(instruction.op);
  const std::size_t before = 1 + form.hasType + form.hasResult;
  if (count < before || count > words.size())
    return fail(problem, "word " + Twine(instruction.word) + ": " +
                             instructionName(instruction.op) + " has " + Twine(count) + " words");
  if (form.hasType)
    instruction.type = words[1];
  if (form.hasResult)
    instruction.result = words[before - 1];
  instruction.operands = words.slice(before, count - before);
  if (instruction.type >= bound || instruction.result >= bound ||
      (form.hasType && !instruction.type) || (form.hasResult && !instruction.result))
    return fail(problem, "word " + Twine(instruction.word) + ": " +
                             instructionName(instruction.op) + " has an id outside the bound");
  return true;
}

} // namespace

std::optional<Instructions> readInstructions(std::string_view bytes, std::string &problem) {
  Instructions result;
  if (!beginsAsSpirv(bytes) || bytes.size() % sizeof(std::uint32_t) ||
      bytes.size() < headerWords * sizeof(std::uint32_t)) {
    fail(problem, "this is not a SPIR-V module");
    return std::nullopt;
  }
  result.words = hostWords(bytes);
  result.version = result.words[1];
  result.bound = result.words[3];
  if (result.bound == 0 || result.bound > largestBound) {
    fail(problem, "the bound of ids is " + Twine(result.bound));
    return std::nullopt;
  }
  const ArrayRef<std::uint32_t> words = result.words;
  for (std::size_t word = headerWords; word < words.size();) {
    Instruction instruction;
    instruction.word = static_cast<std::uint32_t>(word);
    if (!readInstruction(words.drop_front(word), result.bound, instruction, problem))
      return std::nullopt;
    word += words[word] >> spv::WordCountShift;
    result.list.push_back(instruction);
  }
  return result;
}

LiteralString literalString(const Instruction &instruction, std::size_t operand) {
  LiteralString result;
  for (std::size_t index = operand; index < instruction.size(); ++index) {
    const std::uint32_t word = instruction[index];
    for (unsigned shift = 0; shift != 32; shift += 8) {
      const char character = static_cast<char>(word >> shift & 0xff);
      if (!character)
        return {std::move(result.text), index + 1};
      result.text += character;
    }
  }
  result.next = instruction.size();
  return result;
}

std::size_t memoryOperandsOf(std::uint32_t op) {
  switch (op) {
  case spv::OpLoad:
    return 1;
  case spv::OpStore:
  case spv::OpCopyMemory:
    return 2;
  case spv::OpCopyMemorySized:
    return 3;
  default:
    return 0;
  }
}

} // namespace weft::compiler::spirv
