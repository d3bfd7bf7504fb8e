// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Children whose priority has become too low for what they make.
//
// A priority that was lowered cannot be raised again: where code is asked for by now, or CPUs have
// no idle time, a child that yields to others ends, and another takes its place.
#pragma once

#include "compiler/server/codes/code_state.h"

#include <chrono>
#include <sys/types.h>

namespace weft::compiler {

/// How often to look whether a child starves whose code is asked for by now.
inline constexpr std::chrono::milliseconds starvingInterval{20};

/// When the code of a child that yields is asked for. What has computed little loses little.
bool mayStay(pid_t child, CodeWork &work);

/// From then on, and for children that get idle time alone: whether one has had too little time
/// since the last look. False where the last look was just now.
bool starves(pid_t child, CodeWork &work, bool isAsked);

} // namespace weft::compiler
