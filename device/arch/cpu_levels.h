// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What device/images/texels/routines.cpp defines. It is compiled once for each CPU level, each time
// in a namespace of that name (<architecture>/texel_levels.cmake).
#pragma once

#include "device/kernel_abi_image.h"

namespace weft::device {

/// The routines of one level for an image of a shape, format and size. `isSmall`: all byte offsets
/// in the image fit in 32 bits. Thread-safe.
using RoutinesOf = const void *(const weft_image &image, bool isSmall);

} // namespace weft::device
