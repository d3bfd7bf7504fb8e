// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the result of a build is kept, and whether it may be.
#pragma once

#include "compiler/interface/encoding/hash.h"
#include "compiler/interface/messages/cache_order.h"
#include "compiler/interface/messages/observed_file.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// A result and all that it depends on besides the request.
struct CacheableResult {
  bool isRepeatable = false; ///< whether that is all
  Hash compiler{};           ///< who built it
  const std::vector<ObservedFile> &files;
  std::span<const std::byte> binary;
  std::string_view log;
};

/// The key under which a result is kept; nothing where it may not be.
std::optional<Hash> keyOfResult(const CacheOrder &order, bool isRepeatable, const Hash &compiler,
                                const std::vector<ObservedFile> &files,
                                const std::string &workingFolder);

/// The key of the program that is made from an intermediate binary: nothing else counts.
Hash keyOfIntermediate(std::span<const std::byte> binary, const Hash &compiler);

/// Keeps a result. The path of the file that now holds exactly the binary's bytes, or empty.
/// `workingFolder`: where relative paths begin, or empty. Thread-safe.
std::string keepResult(const CacheOrder &order, const CacheableResult &result,
                       const std::string &workingFolder);

} // namespace weft::compiler
