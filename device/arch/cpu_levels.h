// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU levels for which device/images/texels/routines.cpp is compiled, each in its own
// namespace.
#pragma once

#include "device/kernel_abi_image.h"

namespace weft::device {

/// The routines of one level for an image of a shape, format and size. `isSmall`: all byte offsets
/// in the image fit in 32 bits. Thread-safe.
using RoutinesOf = const void *(const weft_image &image, bool isSmall);

namespace v2 {
RoutinesOf routinesOf;
}
namespace v3 {
RoutinesOf routinesOf;
}
namespace v4 {
RoutinesOf routinesOf;
}

} // namespace weft::device
