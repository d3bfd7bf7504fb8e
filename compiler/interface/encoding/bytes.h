// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flat encodings of numbers and strings, for the protocol and the cache's files: 8-byte lengths in
// the machine's byte order, since both ends run on it.
#pragma once

#include "compiler/interface/encoding/hash.h"
#include "device/base/bytes.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace weft::compiler {

class ByteWriter {
public:
  void number(std::uint64_t value) { content.append(bytesOf(value)); }
  void string(std::string_view value) {
    number(value.size());
    content.append(value);
  }
  void raw(std::string_view value) { content.append(value); }
  std::string take() { return std::move(content); }
  const std::string &bytes() const { return content; }

private:
  std::string content;
};

/// Reads the output of a ByteWriter. Never reads past the end: from the first missing item on,
/// everything is zero or empty and ok() is false. Strings are views of the input.
class ByteReader {
public:
  explicit ByteReader(std::string_view bytes) : rest(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    const std::string_view bytes = raw(sizeof value);
    if (good)
      std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  std::string_view string() { return raw(number()); }
  std::string_view raw(std::uint64_t size) {
    if (!good || size > rest.size()) {
      good = false;
      return {};
    }
    const std::string_view bytes = rest.substr(0, size);
    rest.remove_prefix(size);
    return bytes;
  }
  /// Number of elements of a list; each takes at least 8 bytes, so a damaged count cannot cause a
  /// long loop.
  std::uint64_t count() {
    const std::uint64_t value = number();
    if (value > rest.size() / sizeof(std::uint64_t))
      good = false;
    return good ? value : 0;
  }
  bool ok() const { return good; }
  bool atEnd() const { return good && rest.empty(); }

private:
  std::string_view rest;
  bool good = true;
};

inline Hash readHash(ByteReader &reader) {
  Hash hash{};
  const std::string_view bytes = reader.raw(hash.size());
  if (reader.ok())
    std::memcpy(hash.data(), bytes.data(), hash.size());
  return hash;
}

} // namespace weft::compiler
