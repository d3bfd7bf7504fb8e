// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for the cells of a launch whose accesses are tracked (weft_cell_bits).
//
// Cells of another launch count as empty, so memory that a launch gives back is used again as it
// is. It is zeroed when the numbers of launches in cells begin anew. Pages that no launch has
// touched take no memory.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::device {

class CellPool {
public:
  /// Never destroyed: launches may end while the process exits. A forked child may use it.
  static CellPool &ofProcess();
  CellPool() = default;
  CellPool(const CellPool &) = delete;
  CellPool &operator=(const CellPool &) = delete;

  /// What a launch writes to its cells, in their position there (WEFT_CELL_LAUNCH_SHIFT), and the
  /// sequence of numbers to which it belongs.
  struct LaunchNumber {
    std::uint64_t bits = 0, cycle = 0;
  };
  LaunchNumber nextLaunch() noexcept;

  struct Region {
    unsigned char *begin = nullptr; ///< null if there is no memory
    std::uint64_t bytes = 0, cycle = 0;
  };
  /// At least so many bytes without a number of the launch; aligned to pages. Thread-safe.
  Region take(std::uint64_t bytes, const LaunchNumber &launch) noexcept;
  void giveBack(const Region &region) noexcept;

private:
  std::vector<Region> unused; ///< by size
  std::uint64_t launches = 0;
};

} // namespace weft::device
