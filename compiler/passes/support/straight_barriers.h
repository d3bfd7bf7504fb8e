// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels launches make code for one local size of.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// On a kernel and its work-group function: its regions, or some of them, are straight code in code
/// for one local size (WEFT_KERNEL_HAS_STRAIGHT_BARRIERS).
inline constexpr llvm::StringLiteral straightBarriersAttribute = "weft-straight-barriers";

} // namespace weft::compiler
