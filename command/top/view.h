// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats the activity of processes.
#pragma once

#include "command/top/listener.h"

#include <string>
#include <vector>

namespace weft::command {

/// Tables for each running process, for a terminal of this many columns and rows.
std::string screenOf(const std::vector<TracedProcess> &processes, std::size_t columns,
                     std::size_t rows);

/// One line per running process.
std::string lineOf(const std::vector<TracedProcess> &processes);

/// Totals over all processes.
std::string summaryOf(const std::vector<TracedProcess> &processes);

} // namespace weft::command
