// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The quality of a kernel's code. Both tiers compute the same bits.
#pragma once

#include <cstdint>

namespace weft::compiler {

enum class Tier : std::uint32_t {
  First, ///< generated in a few milliseconds: scalar, with few passes
  Best,  ///< everything that the options ask for
};

} // namespace weft::compiler
