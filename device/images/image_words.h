// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells generated code how to read the texels of an image without a routine.
#pragma once

#include "device/kernel_abi_image.h"

namespace weft::device {

/// What weft_image::words is for an image whose other fields are set: zeros where texels are not
/// words of 32 bits, or the image is too large. Thread-safe.
weft_image_words imageWords(const weft_image &image) noexcept;

} // namespace weft::device
