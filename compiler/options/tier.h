// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How good the code of a kernel is. Both tiers compute the same bits.
#pragma once

#include <cstdint>

namespace weft::compiler {

enum class Tier : std::uint32_t {
  First, ///< made in a few milliseconds: scalar, with few passes
  Best,  ///< all that the options ask for
};

} // namespace weft::compiler
