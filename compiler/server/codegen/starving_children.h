// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Children whose priority has become too low for their code.
//
// A lowered priority cannot be raised again: if code is requested by now, or CPUs are never idle, a
// low-priority child is killed and replaced.
#pragma once

#include "compiler/server/codegen/code_children.h"

#include <chrono>
#include <sys/types.h>

namespace weft::compiler {

/// How often to check for starving children whose code is requested by now.
inline constexpr std::chrono::milliseconds starvingInterval{20};

/// When the code of a low-priority child is requested. A child with little CPU time loses little.
bool mayStay(pid_t child, CodeWork &work);

/// From then on, and for children that run only on idle CPUs: whether one has had too little time
/// since the last check. False if that was too recent.
bool starves(pid_t child, CodeWork &work, bool isRequested);

} // namespace weft::compiler
