// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file that describes the result of a cached build and when it may be reused.
#pragma once

#include "compiler/interface/encoding/hash.h"
#include "compiler/interface/messages/observed_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

struct CacheEntry {
  Hash result{}; ///< of the binary, stored in a file of this name
  std::uint64_t resultBytes = 0;
  std::string log;
  std::vector<ObservedFile> files;
};

std::string encodeEntry(const Hash &key, const CacheEntry &entry);

/// The entry; nothing if it is damaged or belongs to another key.
std::optional<CacheEntry> decodeEntry(std::string_view bytes, const Hash &key);

} // namespace weft::compiler
