// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loops of device/copy/streaming.cpp, one version for each width of vector registers.
//
// Included by files that are compiled for CPUs with wide registers: nothing here may have a name
// that the linker could merge with another file's.
#pragma once

#include <cstddef>

namespace weft::device {

/// The loops for one kind of CPU. `destination` is aligned to 64 bytes, sizes are whole lines or
/// periods. They order their stores before the thread's later writes.
struct StreamingLoops {
  void (*copyLines)(unsigned char *destination, const unsigned char *source, std::size_t bytes);
  void (*fillPeriods)(unsigned char *destination, const unsigned char *block, std::size_t periods);
};

/// A list of versions that lives as long as the process.
struct StreamingVersions {
  const StreamingLoops *const *first;
  std::size_t count;
};

/// Those that this CPU can run, at least one, the best last. Thread-safe; takes some nanoseconds.
StreamingVersions streamingVersions() noexcept;

/// Orders the non-temporal stores of kernels before the thread's later writes.
void orderStreamingStores() noexcept;

} // namespace weft::device
