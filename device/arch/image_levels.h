// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The levels of CPUs for which Weft has routines of images.
#pragma once

#include "device/arch/cpu_levels.h"

#include <span>

namespace weft::device {

/// Those that this CPU belongs to, at least one, the best last. Constant and thread-safe.
std::span<RoutinesOf *const> imageLevels() noexcept;

} // namespace weft::device
