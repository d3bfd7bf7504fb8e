// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which source line an instruction comes from: the line table (DWARF 5, section 6.2) of a program
// built with -g, read once, so that a signal handler may ask it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weft::device {

class LineTable {
public:
  /// Empty without lines.
  LineTable() = default;
  /// Reads an ELF image; what cannot be understood is left out. Throws bad_alloc.
  explicit LineTable(std::span<const std::byte> image);

  struct Place {
    const char *file = nullptr; ///< null where nothing is known
    std::uint32_t line = 0;
  };
  /// The place of an address, counted from where the image begins. Async-signal-safe.
  Place find(std::uint64_t address) const noexcept;

private:
  friend class LineProgram;
  /// Where a line's code begins; line 0 where the code ends.
  struct Row {
    std::uint64_t address;
    std::uint32_t line;
    std::uint32_t file; ///< in `files`
  };
  std::vector<Row> rows; ///< by address
  std::vector<std::string> files;
};

} // namespace weft::device
