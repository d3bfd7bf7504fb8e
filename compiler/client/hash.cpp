#include "compiler/client/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>

namespace weft::compiler {
namespace {

Hash canonical(const XXH128_hash_t &value) {
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, value);
  Hash hash;
  static_assert(sizeof bytes.digest == sizeof(Hash));
  std::memcpy(hash.data(), bytes.digest, hash.size());
  return hash;
}

} // namespace

struct Hasher::State {
  XXH3_state_t xxh;
};

Hash hashBytes(const void *bytes, std::size_t size) { return canonical(XXH3_128bits(bytes, size)); }

std::string toHex(const Hash &hash) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : hash) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

Hasher::Hasher() : state(std::make_unique<State>()) { XXH3_128bits_reset(&state->xxh); }
Hasher::~Hasher() = default;

Hasher &Hasher::add(std::string_view piece) {
  const std::uint64_t size = piece.size();
  XXH3_128bits_update(&state->xxh, &size, sizeof size);
  XXH3_128bits_update(&state->xxh, piece.data(), piece.size());
  return *this;
}

Hash Hasher::finish() const { return canonical(XXH3_128bits_digest(&state->xxh)); }

} // namespace weft::compiler
