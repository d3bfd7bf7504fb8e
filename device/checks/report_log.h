// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of WEFT_CHECK_LOG: JSON lines or, if its name ends in .sarif, a SARIF document. Reports
// are appended, also by several processes at a time, and the file is complete after each.
#pragma once

#include "device/checks/report.h"

namespace weft::device {

/// Appends a report. False if the file cannot be written. Throws bad_alloc. Thread-safe.
bool appendToLog(const std::string &path, const CheckReport &report);

} // namespace weft::device
