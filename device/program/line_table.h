// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps instructions to source lines: the line table (DWARF 4, section 6.2) of a program built with
// -g, read once, so that a signal handler may query it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weft::device {

/// Whether a program image has debug information.
bool hasDebugInfo(std::span<const std::byte> image) noexcept;

class LineTable {
public:
  /// Empty without lines.
  LineTable() = default;
  /// Reads an ELF image; unsupported parts are omitted. Throws bad_alloc.
  explicit LineTable(std::span<const std::byte> image);

  struct Place {
    const char *file = nullptr; ///< null if unknown
    std::uint32_t line = 0;
  };
  /// The location of an address, relative to the image's start. Async-signal-safe.
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
