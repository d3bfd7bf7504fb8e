// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the activity of processes is shown.
#pragma once

#include "command/top/listener.h"

#include <string>
#include <vector>

namespace weft::command {

/// Tables of each process that runs, for a terminal of so many columns and rows.
std::string screenOf(const std::vector<TracedProcess> &processes, std::size_t columns,
                     std::size_t rows);

/// One line for each process that runs.
std::string lineOf(const std::vector<TracedProcess> &processes);

/// What all processes did in all.
std::string summaryOf(const std::vector<TracedProcess> &processes);

} // namespace weft::command
