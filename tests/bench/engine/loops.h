// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What spreading the groups of a launch costs, beside oneTBB's parallel_for over the same work.
#pragma once

#include <CL/cl.h>

#include <string>
#include <vector>

namespace weft::bench {

/// A launch, or a loop.
struct LoopSize {
  unsigned groups, microseconds; ///< the latter of one group
  /// "loop-<groups>-<microseconds>".
  std::string name() const;
};
std::vector<LoopSize> loopSizes();

/// Launches of groups of one work-item that compute one after the other, each launch awaited.
class Loops {
public:
  Loops(cl_context context, cl_device_id device, cl_command_queue queue);
  /// The share of the speed of parallel_for; medians of launches and loops that take turns.
  double shareOfNative(const LoopSize &size, int rounds) const;

private:
  cl_command_queue queue;
  cl_kernel kernel = nullptr; ///< left to the process's end, as is what it needs
  double stepsPerMicrosecond;
};

} // namespace weft::bench
