// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the activity of processes is shown.
#pragma once

#include "command/top/listener.h"

#include <string>
#include <vector>

namespace weft::command {

/// The interval that a view tells of, in microseconds of the traces' clock.
struct Interval {
  double begin, end;
  double seconds() const { return (end - begin) / 1e6; }
};

/// Tables of each process that runs, for a terminal of so many columns and rows.
std::string screenOf(std::vector<TracedProcess> &processes, const Interval &interval,
                     std::size_t columns, std::size_t rows);

/// One line for each process that runs.
std::string lineOf(std::vector<TracedProcess> &processes, const Interval &interval);

/// What all processes did in all.
std::string summaryOf(std::vector<TracedProcess> &processes);

} // namespace weft::command
