// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU levels for which Weft has image routines.
#pragma once

#include "device/arch/cpu_levels.h"

#include <span>

namespace weft::device {

/// Those that this CPU supports, at least one, the best last. Constant and thread-safe.
std::span<RoutinesOf *const> imageLevels() noexcept;

} // namespace weft::device
