// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the cache stores the result of a build.
#pragma once

#include "compiler/interface/encoding/hash.h"

#include <cstdint>
#include <string>

namespace weft::compiler {

/// The cache as used by one build. Results are stored for every working folder in which a build
/// finds the same files; those that come from files in the folder itself, or contain its name, for
/// that folder only, so that programs in several folders do not evict each other.
struct CacheOrder {
  std::string folder;      ///< of the cache; empty: nothing is stored
  std::uint64_t bytes = 0; ///< its bound
  Hash key{}, keyInFolder{};
  bool namesFolder = false; ///< the result contains the working folder's name
  Hash compiler{};          ///< the expected compiler (compiler_identity.h)
};

} // namespace weft::compiler
