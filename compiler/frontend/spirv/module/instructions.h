// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The physical layout of a module (SPIR-V specification, section 2.3): words to instructions.
#pragma once

#include "compiler/frontend/spirv/module/tokens.h"

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler::spirv {

struct Instruction {
  std::uint32_t op = 0;
  Id type = 0;   ///< of the result; 0 without one
  Id result = 0; ///< 0 without one
  /// The operands. Missing ones read as 0, which is never an id.
  llvm::ArrayRef<std::uint32_t> operands;
  std::uint32_t word = 0; ///< its start, in words

  std::uint32_t operator[](std::size_t index) const {
    return index < operands.size() ? operands[index] : 0;
  }
  /// The operands from one on; none if there are fewer.
  llvm::ArrayRef<std::uint32_t> from(std::size_t index) const {
    return operands.drop_front(std::min(index, operands.size()));
  }
  std::size_t size() const { return operands.size(); }
};

/// The index of the memory operands of an instruction (SPIR-V specification, section 3.2.26), or 0.
std::size_t memoryOperandsOf(std::uint32_t op);

struct Instructions {
  std::vector<std::uint32_t> words; ///< in the host's byte order; instructions refer to them
  std::uint32_t version = 0;        ///< 0x00010400 is 1.4
  std::uint32_t bound = 0;          ///< ids are below
  std::vector<Instruction> list;
};

/// Nothing if an instruction extends past the end, or an id exceeds the bound; `problem` says
/// which. The bound is limited to the specification's (section 2.17).
std::optional<Instructions> readInstructions(std::string_view bytes, std::string &problem);

/// The literal string that starts at an operand, and the operands after it.
struct LiteralString {
  std::string text;
  std::size_t next = 0;
};
LiteralString literalString(const Instruction &instruction, std::size_t operand);

} // namespace weft::compiler::spirv
