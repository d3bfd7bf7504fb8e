// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a program's code is in memory and which lines it comes from, for messages about it.
#pragma once

#include "device/program/line_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace weft::device {

class LoadedCode {
public:
  /// `handle` is dlopen's result for the image, `path` the image's origin, or empty. Throws
  /// bad_alloc.
  LoadedCode(void *handle, const std::string &path, std::span<const std::byte> image);

  /// Its origin, or else what was loaded.
  const std::string &path() const { return filePath; }
  const LineTable &lines() const { return lineTable; }
  /// The image offset of an address; nothing if outside. Async-signal-safe.
  std::optional<std::uint64_t> offsetOf(std::uint64_t address) const noexcept {
    if (address - base >= bytes)
      return std::nullopt;
    return address - base;
  }

private:
  std::string filePath;
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  LineTable lineTable;
};

} // namespace weft::device
