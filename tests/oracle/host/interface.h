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

/// A value that a work-item gives to others of its group.
struct alignas(16) Slot {
  unsigned char bytes[16];
};

constexpr unsigned maxSubGroupSize = 64;

/// What the work-items of a sub-group gave that were active at a call.
struct Meeting {
  unsigned long active; ///< a bit for each lane
  Slot slots[maxSubGroupSize];
};

struct Services {
  unsigned dimensions;
  unsigned subGroupSize; ///< of all sub-groups but the last one of a group
  unsigned long globalSize[3], globalOffset[3], enqueuedLocalSize[3], groupCount[3];
  const WorkItem *item; ///< the one that runs
  /// One place for each work-item of the group, for collectives.
  Slot *slots;
  /// Returns when all work-items of the group that still run have come here.
  void (*barrier)();
  /// Returns when all work-items of the sub-group that can come to this place are here.
  void (*meet)(unsigned line, unsigned column, const void *value, unsigned bytes, Meeting &meeting);
  /// A loop begins, another round of it does, and it ends, in whatever way.
  void (*enterScope)(unsigned line);
  void (*nextRound)();
  void (*leaveScope)();
  /// Writes one of the results that the specification allows.
  void (*measure)(const MeasuredCall &call, void *result);
};

/// The symbol in a compiled kernel: a pointer to Services, set before the kernel runs.
constexpr const char *servicesSymbol = "weft_oracle_services";

} // namespace weft::oracle
