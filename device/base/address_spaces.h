// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL C's address spaces, numbered as in spir64 IR.
#pragma once

namespace weft {

inline constexpr unsigned privateSpace = 0, globalSpace = 1, constantSpace = 2, localSpace = 3,
                          genericSpace = 4;

} // namespace weft
