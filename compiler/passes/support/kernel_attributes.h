// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of kernels for later passes and for the kernel description.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// The size of the context array that a kernel needs, as decimal numbers.
inline constexpr llvm::StringLiteral contextFixedAttribute = "weft-context-fixed-bytes";
inline constexpr llvm::StringLiteral contextItemAttribute = "weft-context-item-bytes";
inline constexpr llvm::StringLiteral privateBytesAttribute = "weft-private-bytes";
/// Work-items of different groups are as independent as those of one (WEFT_KERNEL_GROUP_FREE).
inline constexpr llvm::StringLiteral groupFreeAttribute = "weft-group-free";
/// No work-item can observe the grouping (WEFT_KERNEL_ANY_GROUPS).
inline constexpr llvm::StringLiteral anyGroupsAttribute = "weft-any-groups";
/// Marks kernels that do not depend on the grouping in dimension 0.
inline constexpr llvm::StringLiteral globalIdsOnlyAttribute = "weft-global-ids-only";
/// Some region has vector versions (WEFT_KERNEL_HAS_LANES).
inline constexpr llvm::StringLiteral hasLanesAttribute = "weft-has-lanes";
/// Some region has a version for several rows (WEFT_KERNEL_SHARES_ROWS).
inline constexpr llvm::StringLiteral sharesRowsAttribute = "weft-shares-rows";

/// The function's work-item code has a lane for each, leaving nothing for LLVM's SLP vectoriser,
/// which would only combine a few operations on sizes; or it is deliberately scalar.
inline constexpr llvm::StringLiteral allLanesAttribute = "weft-all-lanes";

/// Too many loops for the size of the function, for passes that walk over it for each loop
/// (many_loops.h).
inline constexpr llvm::StringLiteral manyLoopsAttribute = "weft-many-loops";

/// Some regions are straight-line code in code for one local size
/// (WEFT_KERNEL_HAS_STRAIGHT_BARRIERS).
inline constexpr llvm::StringLiteral straightBarriersAttribute = "weft-straight-barriers";

/// Accesses are tracked (WEFT_KERNEL_TRACKS_ACCESSES): log2 of the granule.
inline constexpr llvm::StringLiteral granuleAttribute = "weft-granule";

/// The kernel looks for values that are not initialised (WEFT_KERNEL_TRACKS_CONTENTS).
inline constexpr llvm::StringLiteral tracksContentsAttribute = "weft-tracks-contents";

/// The kernel tells of its asynchronous copies (WEFT_KERNEL_TRACKS_COPIES).
inline constexpr llvm::StringLiteral tracksCopiesAttribute = "weft-tracks-copies";

/// Mistakes with them are reported (WEFT_KERNEL_CHECKS_COPIES).
inline constexpr llvm::StringLiteral checksCopiesAttribute = "weft-checks-copies";

/// It can run in several orders (WEFT_KERNEL_CHECKS_ORDER).
inline constexpr llvm::StringLiteral checksOrderAttribute = "weft-checks-order";

/// Clang's: "true" if all groups have the enqueued size (WEFT_KERNEL_UNIFORM_GROUPS).
inline constexpr llvm::StringLiteral uniformGroupsAttribute = "uniform-work-group-size";

} // namespace weft::compiler
