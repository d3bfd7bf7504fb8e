// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dimension of the range along which lanes run (-cl-weft-lane-dimension=).
#pragma once

#include <string_view>

namespace weft::compiler {

enum class LaneDimension : unsigned {
  Automatic, ///< according to the strides of memory accesses
  X,
  Y,
  Z,
};

/// Their names in options, in this order.
inline constexpr std::string_view laneDimensionNames[] = {"auto", "0", "1", "2"};

} // namespace weft::compiler
