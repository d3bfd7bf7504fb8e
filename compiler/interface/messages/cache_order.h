// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the cache keeps the result of a build.
#pragma once

#include "compiler/interface/encoding/hash.h"

#include <cstdint>
#include <string>

namespace weft::compiler {

/// The cache as one build uses it. Results are kept for every working folder where a build finds
/// the same; those that come from files in the folder itself, or name it, for that folder alone, so
/// that programs in several folders do not push each other out.
struct CacheOrder {
  std::string folder;      ///< of the cache; empty: nothing is kept
  std::uint64_t bytes = 0; ///< its bound
  Hash key{}, keyInFolder{};
  bool namesFolder = false; ///< the result holds the working folder's name
  Hash compiler{};          ///< who is expected to build (compiler_identity.h)
};

} // namespace weft::compiler
