// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the functions with which kernels read and write an image.
#pragma once

#include "device/kernel_abi_image.h"

#include <cstddef>
#include <span>

namespace weft::device {

/// weft_image::routines for an image whose other fields are set. A constant of the process;
/// thread-safe.
const void *imageRoutines(const weft_image &image) noexcept;

/// The same for each CPU level that this one supports, the best last: all give the same texels. For
/// tests.
std::size_t imageRoutinesOfLevels(const weft_image &image,
                                  std::span<const void *> routines) noexcept;

} // namespace weft::device
