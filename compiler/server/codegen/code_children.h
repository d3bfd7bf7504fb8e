// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The children of a code server.
#pragma once

#include "compiler/server/codegen/code_worker.h"
#include "compiler/server/processes/build_watch.h"
#include "device/base/clock.h"
#include "device/base/files/descriptor.h"

#include <chrono>
#include <cstdint>

namespace weft::compiler {

/// A working child.
struct CodeWork {
  Job job;
  WorkFiles files;
  BuildWatch watch;
  /// Closing it ends the child after its job.
  Descriptor socket{};    // NOLINT(readability-redundant-member-init): initialisers leave it out
  bool isFirst = true;    ///< of the child's jobs
  bool isStopped = false; ///< for lack of a slot
  /// When it got its slot, or was last checked, and its CPU time by then.
  BuildWatch::Clock::time_point since = BuildWatch::Clock::now();
  std::chrono::nanoseconds computed{0};
  std::uint64_t begin = monotonicNanoseconds();
};

} // namespace weft::compiler
