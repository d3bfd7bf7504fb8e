// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/program/line_table.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <string_view>

namespace weft::device {
namespace {

using Bytes = std::span<const std::byte>;

/// Reads consecutive numbers and strings; zeros beyond the end.
class Reader {
public:
  explicit Reader(Bytes bytes) : bytes(bytes) {}

  template <class T> T number() {
    T value{};
    if (const Bytes part = take(sizeof value); !part.empty())
      std::memcpy(&value, part.data(), sizeof value);
    return value;
  }
  std::uint64_t uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = number<std::uint8_t>();
      if (shift < 64)
        value |= std::uint64_t{byte & 0x7fu} << shift;
      if (!(byte & 0x80))
        return value;
    }
  }
  std::int64_t sleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;;) {
      const auto byte = number<std::uint8_t>();
      if (shift < 64)
        value |= std::uint64_t{byte & 0x7fu} << shift;
      shift += 7;
      if (byte & 0x80)
        continue;
      if (byte & 0x40 && shift < 64)
        value |= ~std::uint64_t{0} << shift;
      return static_cast<std::int64_t>(value);
    }
  }
  std::string_view string() {
    if (bytes.empty())
      return {};
    const auto *begin = reinterpret_cast<const char *>(bytes.data());
    const std::size_t length = strnlen(begin, bytes.size());
    take(std::min(length + 1, bytes.size()));
    return {begin, length};
  }
  /// The next bytes; none, exhausting the reader, if there are fewer.
  Bytes take(std::uint64_t count) {
    if (count > bytes.size()) {
      bytes = {};
      return {};
    }
    const Bytes part = bytes.first(count);
    bytes = bytes.subspan(count);
    return part;
  }
  bool atEnd() const { return bytes.empty(); }

private:
  Bytes bytes;
};

Bytes part(Bytes image, std::uint64_t offset, std::uint64_t size) {
  return offset <= image.size() && size <= image.size() - offset ? image.subspan(offset, size)
                                                                 : Bytes();
}

/// The contents of a section; empty if there is none of that name.
Bytes section(Bytes image, std::string_view name) {
  const auto header = Reader(image).number<Elf64_Ehdr>();
  const auto entry = [&](std::uint64_t index) {
    return Reader(part(image, header.e_shoff + index * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr)))
        .number<Elf64_Shdr>();
  };
  const Elf64_Shdr names = entry(header.e_shstrndx);
  for (std::uint64_t index = 0; index < header.e_shnum; ++index) {
    const Elf64_Shdr found = entry(index);
    if (found.sh_type != SHT_PROGBITS || found.sh_name > names.sh_size ||
        found.sh_flags & SHF_COMPRESSED)
      continue;
    Reader text(part(image, names.sh_offset + found.sh_name, names.sh_size - found.sh_name));
    if (text.string() == name)
      return part(image, found.sh_offset, found.sh_size);
  }
  return {};
}

} // namespace

/// Runs the line-number program of one compilation unit.
class LineProgram {
public:
  LineProgram(LineTable &table, Bytes unit)
      : table(table), reader(unit), firstFile(table.files.size()) {}

  void run() {
    if (!readHeader())
      return;
    while (!reader.atEnd())
      step();
  }

private:
  struct Registers {
    std::uint64_t address = 0;
    std::uint64_t file = 1;
    std::int64_t line = 1;
  };

  bool readHeader() {
    constexpr unsigned version = 4;
    if (reader.number<std::uint16_t>() != version)
      return false;
    reader.number<std::uint32_t>(); // length of what follows in the header
    smallestInstruction = reader.number<std::uint8_t>();
    reader.number<std::uint8_t>(); // operations in an instruction
    reader.number<std::uint8_t>(); // whether lines begin statements
    lineBase = reader.number<std::int8_t>();
    lineRange = reader.number<std::uint8_t>();
    opcodeBase = reader.number<std::uint8_t>();
    for (unsigned opcode = 1; opcode < opcodeBase; ++opcode)
      operandCounts.push_back(reader.number<std::uint8_t>());
    while (!reader.string().empty()) // folders
      ;
    for (std::string_view name; !(name = reader.string()).empty();) {
      table.files.emplace_back(name);
      for (unsigned number = 0; number != 3; ++number) // folder, time and length
        reader.uleb();
    }
    return lineRange != 0;
  }

  void step() {
    const auto opcode = reader.number<std::uint8_t>();
    if (opcode >= opcodeBase) {
      const unsigned special = opcode - opcodeBase;
      registers.address += special / lineRange * smallestInstruction;
      registers.line += int{lineBase} + static_cast<int>(special % lineRange);
      emit();
    } else if (opcode == 0) {
      runExtended();
    } else {
      runStandard(opcode);
    }
  }

  void runStandard(std::uint8_t opcode) {
    switch (opcode) {
    case 1: // copy
      return emit();
    case 2: // advance_pc
      registers.address += reader.uleb() * smallestInstruction;
      return;
    case 3: // advance_line
      registers.line += reader.sleb();
      return;
    case 4: // set_file
      registers.file = reader.uleb();
      return;
    case 8: // const_add_pc
      registers.address += (255u - opcodeBase) / lineRange * smallestInstruction;
      return;
    case 9: // fixed_advance_pc
      registers.address += reader.number<std::uint16_t>();
      return;
    default:
      for (unsigned operands = operandCounts[opcode - 1]; operands; --operands)
        reader.uleb();
    }
  }

  void runExtended() {
    Reader operands(reader.take(reader.uleb()));
    switch (operands.number<std::uint8_t>()) {
    case 1: // end_sequence
      registers.line = 0;
      emit();
      registers = {};
      return;
    case 2: // set_address
      registers.address = operands.number<std::uint64_t>();
      return;
    default: // irrelevant to lines
      return;
    }
  }

  void emit() {
    // Files count from 1.
    const std::uint64_t file = firstFile + registers.file - 1;
    const bool isKnown = registers.file && file < table.files.size() && registers.line > 0;
    table.rows.push_back({registers.address,
                          isKnown ? static_cast<std::uint32_t>(registers.line) : 0,
                          isKnown ? static_cast<std::uint32_t>(file) : 0});
  }

  LineTable &table;
  Reader reader;
  const std::size_t firstFile;
  Registers registers;
  unsigned smallestInstruction = 1, lineRange = 1, opcodeBase = 1;
  std::int8_t lineBase = 0;
  std::vector<std::uint8_t> operandCounts;
};

bool hasDebugInfo(Bytes image) noexcept { return !section(image, ".debug_info").empty(); }

LineTable::LineTable(Bytes image) {
  Reader units(section(image, ".debug_line"));
  while (!units.atEnd())
    LineProgram(*this, units.take(units.number<std::uint32_t>())).run();
  std::ranges::stable_sort(rows, {}, &Row::address);
}

LineTable::Place LineTable::find(std::uint64_t address) const noexcept {
  auto row = std::ranges::upper_bound(rows, address, {}, &Row::address);
  // Code without a line most likely belongs to the lines before it.
  while (row != rows.begin()) {
    --row;
    if (row->line)
      return {files[row->file].c_str(), row->line};
  }
  return {};
}

} // namespace weft::device
