// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a code server knows of the codes of its program, and of the children that make them.
#pragma once

#include "compiler/backend/object_linking.h"
#include "compiler/options/tier.h"
#include "compiler/server/build_watch.h"
#include "compiler/server/code_worker.h"
#include "device/base/clock.h"
#include "device/base/descriptor.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace weft::compiler {

enum class CodeState { None, Wanted, Running, Done, Failed };

/// The code of one kernel in one tier, or of the whole program.
struct Code {
  CodeState state = CodeState::None;
  bool isAsked = false; ///< the client waits for it, or would use it
  int losses = 0;
  bool needsOwnChild = false; ///< it has failed in a child that had made other code
  std::string text;           ///< why it failed; or, of a whole program, its path in the cache
  Descriptor binary;          ///< when done
  ObjectFile object;          ///< of a kernel, when done
  bool isOthers = false;      ///< another process is making it, and is awaited
  std::optional<BuildWatch::Clock::time_point> othersSince;
  bool isAlone = false; ///< the others have been awaited long enough
};

/// A child at work.
struct CodeWork {
  Job job;
  WorkFiles files;
  BuildWatch watch;
  /// Closed, it ends the child after its job.
  Descriptor socket{};     // NOLINT(readability-redundant-member-init): initialisers leave it out
  bool isFirst = true;     ///< of the child's jobs
  bool isReplaced = false; ///< by a child that does not yield
  bool isStopped = false;  ///< for want of a slot
  /// When it got its slot, or was looked at last, and what it had computed by then.
  BuildWatch::Clock::time_point since = BuildWatch::Clock::now();
  std::chrono::nanoseconds computed{0};
  std::uint64_t begin = monotonicNanoseconds();
};

} // namespace weft::compiler
