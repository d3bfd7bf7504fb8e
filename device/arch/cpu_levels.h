// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The levels of CPUs that device/images/texels/routines.cpp is compiled for. Each has a namespace
// of its own.
#pragma once

#include "device/kernel_abi_image.h"

namespace weft::device {

/// The routines of one level for an image of a shape, format and size. `isSmall`: all offsets of
/// bytes in the image fit into 32 bits. Thread-safe.
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
