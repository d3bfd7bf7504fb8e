// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs this program again and again, as processes that see one platform and an empty cache or a
// filled one, and takes medians of what they print.
#pragma once

#include "tests/bench/figures.h"
#include "tests/bench/platforms.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace weft::bench {

/// A folder for caches; it is removed with the object.
class CacheFolder {
public:
  CacheFolder();
  ~CacheFolder();
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

  void empty() const;
  const std::filesystem::path path;
};

/// Runs this program with `mode` as its arguments; empty if it failed. It is ended after so many
/// seconds, with what it has printed until then; 0: never.
Figures runOnce(const Platform &platform, const CacheFolder &cache, const std::string &mode,
                unsigned seconds = 0);

/// Of each figure that any run has, with `suffix` behind its name.
Figures medians(const std::vector<Figures> &runs, const std::string &suffix);

} // namespace weft::bench
