// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the result of a build is cached, and whether it may be.
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

/// A result and everything that it depends on besides the request.
struct CacheableResult {
  bool isRepeatable = false; ///< whether that is complete
  Hash compiler{};           ///< who built it
  const std::vector<ObservedFile> &files;
  std::span<const std::byte> binary;
  std::string_view log;
};

/// The key of a result; nothing if it must not be cached.
std::optional<Hash> keyOfResult(const CacheOrder &order, bool isRepeatable, const Hash &compiler,
                                const std::vector<ObservedFile> &files,
                                const std::string &workingFolder);

/// The key of a program made from an intermediate binary: nothing else counts.
Hash keyOfIntermediate(std::span<const std::byte> binary, const Hash &compiler);

/// Stores a result. Returns the path of the file that now holds exactly the binary's bytes, or
/// empty. `workingFolder`: the base of relative paths, or empty. Thread-safe.
std::string keepResult(const CacheOrder &order, const CacheableResult &result,
                       const std::string &workingFolder);

} // namespace weft::compiler
