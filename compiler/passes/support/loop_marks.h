// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of the loops that GroupDriver makes, in their metadata, for passes that would copy
// their bodies.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// Of the loops over groups, over the x ranges of a group, and over the parts of an x range, which
/// LLVM must not unswitch: a copy of the loop for each outcome of an invariant condition would cost
/// compile time and code without gain.
inline constexpr llvm::StringLiteral driverLoopMark = "weft.loop.driver";

/// Of loops over fewer gangs than a wide one has room for: no version of them pays.
inline constexpr llvm::StringLiteral remainderLoopMark = "weft.loop.remainder";

} // namespace weft::compiler
