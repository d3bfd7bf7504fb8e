// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names that front ends and passes use for the lists of functions that construct and destroy a
// program's static objects: arrays of appending linkage, whose elements are functions without
// parameters.
#pragma once

#include <string_view>

namespace weft {

inline constexpr std::string_view constructorList = "weft.constructors";
inline constexpr std::string_view destructorList = "weft.destructors";

} // namespace weft
