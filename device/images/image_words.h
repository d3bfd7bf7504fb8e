// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells generated code how to read an image's texels without a routine.
#pragma once

#include "device/kernel_abi_image.h"

namespace weft::device {

/// weft_image::words for an image whose other fields are set: zeros if texels are not 32-bit words,
/// or the image is too large. Thread-safe.
weft_image_words imageWords(const weft_image &image) noexcept;

} // namespace weft::device
