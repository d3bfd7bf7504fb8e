// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The address spaces of OpenCL C by their numbers in spir64 IR.
#pragma once

namespace weft {

inline constexpr unsigned privateSpace = 0, globalSpace = 1, constantSpace = 2, localSpace = 3,
                          genericSpace = 4;

} // namespace weft
