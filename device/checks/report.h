// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reports of checked mode: what is wrong, and where. They go to standard error or, with
// WEFT_CHECK_LOG, to a file (report_log.h).
#pragma once

#include "device/base/checks.h"

#include <optional>
#include <string>
#include <vector>

namespace weft::device {

/// A place in a kernel's source; line 0 if unknown. Lines and columns count from 1.
struct SourceLocation {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

struct CheckReport {
  Check check = Check::Bounds;
  std::string kernel; ///< empty for a call
  SourceLocation where;
  std::string message;            ///< one line without full stop
  std::vector<std::string> notes; ///< further lines
};

/// Delivers a report unless a suppression matches it or its place has had WEFT_CHECK_LIMIT of them;
/// places of reports without a location are their messages. Returns the text of a report that was
/// delivered. With WEFT_CHECK_ABORT=1 it does not return in that case. Thread-safe. A report
/// for which there is no memory is lost.
std::optional<std::string> deliver(const CheckReport &report) noexcept;

/// How many reports were delivered in this process.
unsigned long deliveredReports() noexcept;

} // namespace weft::device
