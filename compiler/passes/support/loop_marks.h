// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loop metadata for passes that treat marked loops specially.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

// Loops created by GroupDriver:

/// Marks the loops over groups, over the x ranges of a group, and over the segments of an x range.
/// LLVM must not unswitch them: a copy of the loop for each outcome of an invariant condition would
/// cost compile time and code without gain.
inline constexpr llvm::StringLiteral driverLoopMark = "weft.loop.driver";

/// Marks the loops over the gangs of an x range.
inline constexpr llvm::StringLiteral gangLoopMark = "weft.loop.gang";

/// Marks the loops over the remainder of long x ranges after wide gangs. They run a few times at
/// most, so a second version of them would not pay.
inline constexpr llvm::StringLiteral remainderLoopMark = "weft.loop.remainder";

// Loops in regions:

/// Marks loops in which lanes advance together in steps that do not depend on the gang
/// (group_stride_loops.h).
inline constexpr llvm::StringLiteral groupStrideLoopMark = "weft.loop.group_stride";

/// Marks loops that LLVM does not unroll before it may vectorise them (contiguous_loops.h).
inline constexpr const char *contiguousLoopMark = "weft.loop.contiguous";

} // namespace weft::compiler
