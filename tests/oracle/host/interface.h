// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel that runs as host code asks of the program that runs it. Both sides include this:
// the program, and the compiled kernel through opencl_host.h. It needs no other header.
#pragma once

namespace weft::oracle {

/// The ids of one work-item, and the size of its group.
struct WorkItem {
  unsigned long globalId[3], localId[3], groupId[3], localSize[3];
};

/// A call of a function that may be rounded in several ways.
struct MeasuredCall {
  const char *function;
  const char *element; ///< "float" or "double"
  unsigned width;      ///< components of each argument
  unsigned resultWidth;
  unsigned arguments;
  const void *argument[3];
};

struct Services {
  unsigned dimensions;
  unsigned long globalSize[3], globalOffset[3], enqueuedLocalSize[3], groupCount[3];
  const WorkItem *item; ///< the one that runs
  /// One place for each work-item of the group, for collectives.
  struct alignas(16) Slot {
    unsigned char bytes[16];
  } *slots;
  /// Returns when all work-items of the group that still run have come here.
  void (*barrier)();
  /// Writes one of the results that the specification allows.
  void (*measure)(const MeasuredCall &call, void *result);
};

/// The symbol in a compiled kernel: a pointer to Services, set before the kernel runs.
constexpr const char *servicesSymbol = "weft_oracle_services";

} // namespace weft::oracle
