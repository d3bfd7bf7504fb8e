// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reports of checked mode (docs/checked-mode.md): what is wrong, and where. They go to standard
// error and, with WEFT_CHECK_LOG, to a file.
#pragma once

#include "device/base/checks.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft::device {

/// A location in a kernel's source; line 0 if unknown. Lines and columns count from 1.
struct SourceLocation {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

struct CheckReport {
  Check check = Check::Bounds;
  std::string finding; ///< what `weft check` found in a source, as one word, instead of `check`
  std::string kernel;  ///< the kernel that makes the mistake; empty if the host does
  std::string call; ///< the API function that the host calls; empty if a kernel makes the mistake
  SourceLocation where;
  std::uintptr_t site = 0;        ///< identifies the place if its location is unknown
  std::string message;            ///< one line without full stop
  std::vector<std::string> notes; ///< further lines
};

/// Delivers a report, unless a suppression matches it or WEFT_CHECK_LIMIT reports of its place
/// were delivered, which its location identifies, or else its site or, without one, its message.
/// Returns the text of a delivered report; with WEFT_CHECK_ABORT=1 it aborts the process instead.
/// Thread-safe. A report for which there is no memory is lost.
std::optional<std::string> deliver(const CheckReport &report) noexcept;

} // namespace weft::device
