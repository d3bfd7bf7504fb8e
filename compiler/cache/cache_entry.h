// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file that says what a cached build gave and when that may be used again.
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
  Hash result{}; ///< of the binary, which lies in a file of this name
  std::uint64_t resultBytes = 0;
  std::string log;
  std::vector<ObservedFile> files;
};

std::string encodeEntry(const Hash &key, const CacheEntry &entry);

/// The entry; nothing when it is damaged or belongs to another key.
std::optional<CacheEntry> decodeEntry(std::string_view bytes, const Hash &key);

} // namespace weft::compiler
