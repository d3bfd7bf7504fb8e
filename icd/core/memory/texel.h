// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colours as the texels of a format hold them (OpenCL C, section 6.15.15.9; conversion rules of
// section 8.3 of the OpenCL C specification).
#pragma once

#include "icd/core/memory/image_format.h"

#include <array>

namespace weft::icd {

/// One texel; the first elementBytes of the format count.
using Texel = std::array<unsigned char, 16>;

/// The texel of a fill colour, which is what clEnqueueFillImage says: four floats, cl_int or
/// cl_uint, by the class of the format; for depth images one float. Values beyond what a channel
/// holds become the nearest that it does, NaN in a normalised channel becomes 0, and what lies
/// between two values the nearest, or the even one.
Texel packTexel(const ImageFormat &format, const void *colour);

} // namespace weft::icd
