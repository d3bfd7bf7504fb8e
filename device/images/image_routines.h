// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses what reads and writes the texels of an image in kernels.
#pragma once

#include "device/kernel_abi_image.h"

#include <cstddef>
#include <span>

namespace weft::device {

/// What weft_image::routines is for an image whose other fields are set. A constant of the process;
/// thread-safe.
const void *imageRoutines(const weft_image &image) noexcept;

/// The same for each level of CPUs that this one belongs to, the best last: all give the same
/// texels. For tests.
std::size_t imageRoutinesOfLevels(const weft_image &image,
                                  std::span<const void *> routines) noexcept;

} // namespace weft::device
