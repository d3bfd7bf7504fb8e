// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reports of checked kernels in tests: those that are expected, and those on standard error.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace weft::test {

// Set before the library reads its settings.

/// Every report of every place.
inline const bool allAreReported = ::setenv("WEFT_CHECK_LIMIT", "0", 1) == 0;

/// What runs is the code that was asked for, unless a test says otherwise.
inline const bool waitsForBestCode = ::setenv("WEFT_TIERS", "best", 0) == 0;

/// The lines that begin with "weft: " among those that an action writes to standard error, sorted.
template <class Action> std::vector<std::string> reportsOf(Action action) {
  testing::internal::CaptureStderr();
  action();
  std::istringstream text(testing::internal::GetCapturedStderr());
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);)
    if (line.starts_with("weft: "))
      lines.push_back(line);
  std::ranges::sort(lines);
  return lines;
}

/// What each of these work-items of a one-dimensional range reports, for a kernel k.
inline std::vector<std::string> reportsBy(const std::vector<size_t> &items, size_t localSize,
                                          const std::string &text) {
  std::vector<std::string> lines;
  const std::size_t colon = text.find(": ");
  for (const size_t item : items)
    lines.push_back("weft: " + text.substr(0, colon) +
                    ": kernel 'k', k.cl:" + text.substr(colon + 2) + "; work-item (" +
                    std::to_string(item) + ", 0, 0), (" + std::to_string(item % localSize) +
                    ", 0, 0) of group (" + std::to_string(item / localSize) + ", 0, 0)");
  std::ranges::sort(lines);
  return lines;
}

} // namespace weft::test
