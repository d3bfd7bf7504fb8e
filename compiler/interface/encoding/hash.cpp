// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/encoding/hash.h"

#include <llvm-c/blake3.h>

namespace weft::compiler {
namespace {

Hash digest(const llvm_blake3_hasher &hasher) {
  Hash hash;
  static_assert(sizeof hash == LLVM_BLAKE3_OUT_LEN);
  llvm_blake3_hasher_finalize(&hasher, hash.data(), hash.size());
  return hash;
}

} // namespace

struct Hasher::State {
  llvm_blake3_hasher blake3;
};

Hash hashBytes(const void *bytes, std::size_t size) {
  llvm_blake3_hasher hasher;
  llvm_blake3_hasher_init(&hasher);
  llvm_blake3_hasher_update(&hasher, bytes, size);
  return digest(hasher);
}

std::string toHex(const Hash &hash) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * hash.size());
  for (const std::uint8_t byte : hash) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

Hasher::Hasher() : state(std::make_unique<State>()) { llvm_blake3_hasher_init(&state->blake3); }
Hasher::~Hasher() = default;

Hasher &Hasher::add(std::string_view piece) {
  const std::uint64_t size = piece.size();
  llvm_blake3_hasher_update(&state->blake3, &size, sizeof size);
  return extend(piece);
}

Hasher &Hasher::extend(std::string_view bytes) {
  llvm_blake3_hasher_update(&state->blake3, bytes.data(), bytes.size());
  return *this;
}

Hash Hasher::finish() const { return digest(state->blake3); }

} // namespace weft::compiler
