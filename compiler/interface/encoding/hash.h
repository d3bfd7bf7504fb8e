// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// BLAKE3 over a sequence of items: nobody can construct two inputs with one hash, so a name made
// from it identifies its content, whoever wrote it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace weft::compiler {

using Hash = std::array<std::uint8_t, 32>;

Hash hashBytes(const void *bytes, std::size_t size);
inline Hash hashBytes(std::string_view bytes) { return hashBytes(bytes.data(), bytes.size()); }

/// 64 lower-case hexadecimal digits.
std::string toHex(const Hash &hash);

/// Hashes items together with their boundaries.
class Hasher {
public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher &) = delete;
  Hasher &operator=(const Hasher &) = delete;

  Hasher &add(std::string_view piece);
  Hasher &add(const void *bytes, std::size_t size) {
    return add(std::string_view(static_cast<const char *>(bytes), size));
  }
  Hasher &add(std::uint64_t number) { return add(&number, sizeof number); }
  /// Continues the previous item, or starts the first one: without a length.
  Hasher &extend(std::string_view bytes);
  Hash finish() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace weft::compiler
