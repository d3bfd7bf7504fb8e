// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local size for specialised code (-cl-weft-local-size=).
#pragma once

#include <array>
#include <cstdint>

namespace weft::compiler {

struct LocalSize {
  std::array<std::uint32_t, 3> items{}; ///< in the order of the range; all 0: any size

  bool isGiven() const { return items[0] != 0; }
  bool operator==(const LocalSize &) const = default;
};

} // namespace weft::compiler
