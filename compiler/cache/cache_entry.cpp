// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/cache/cache_entry.h"

#include "compiler/interface/encoding/bytes.h"

namespace weft::compiler {
namespace {

constexpr std::string_view magic = "WEFTENT2";

} // namespace

std::string encodeEntry(const Hash &key, const CacheEntry &entry) {
  ByteWriter writer;
  writer.raw(magic);
  writer.raw(bytesOf(key));
  writer.raw(bytesOf(entry.result));
  writer.number(entry.resultBytes);
  writer.string(entry.log);
  write(writer, entry.files);
  const Hash check = hashBytes(writer.bytes());
  writer.raw(bytesOf(check));
  return writer.take();
}

std::optional<CacheEntry> decodeEntry(std::string_view bytes, const Hash &key) {
  if (bytes.size() < sizeof(Hash))
    return std::nullopt;
  const std::string_view check = bytes.substr(bytes.size() - sizeof(Hash));
  bytes.remove_suffix(sizeof(Hash));
  if (check != bytesOf(hashBytes(bytes)))
    return std::nullopt;
  ByteReader reader(bytes);
  if (reader.raw(magic.size()) != magic || readHash(reader) != key)
    return std::nullopt;
  CacheEntry entry;
  entry.result = readHash(reader);
  entry.resultBytes = reader.number();
  entry.log = reader.string();
  entry.files = readObservedFiles(reader);
  if (!reader.atEnd())
    return std::nullopt;
  return entry;
}

} // namespace weft::compiler
