// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a command does. The queue engine decides when; an operation knows nothing of queues or
// events.
#pragma once

#include "icd/core/object.h"

#include <CL/cl.h>

#include <memory>

namespace weft::device {
class Arena;
}

namespace weft::icd {

class Operation {
public:
  virtual ~Operation() = default;
  /// Runs when everything the command waits for is complete, on a thread of the arena or on a host
  /// thread that waits: once, or, where a command buffer has recorded it, at each replay, and then
  /// on several threads at once. Returns CL_SUCCESS or the negative code that the event ends with.
  /// Must not throw and must not wait for events. Holds owning references (Ref) to all it touches.
  virtual cl_int execute(device::Arena &arena) noexcept = 0;
  /// What the work is expected to take; infinity where nothing is known. Commands stay with their
  /// queue until a flush or a wait, or until together they are worth waking a thread for.
  virtual float expectedNanoseconds() const noexcept { return 0; }
  /// When the kernel ended that enqueued others, after execute(); 0 where none did.
  virtual std::uint64_t endOfParent() const noexcept { return 0; }
  /// What it is called in a trace: a kernel's name. Null for the name of the command's type.
  virtual const char *name() const noexcept { return nullptr; }

  static void *operator new(std::size_t bytes) { return allocateObject(bytes); }
  static void operator delete(void *memory, std::size_t bytes) noexcept {
    recycleObject(memory, bytes);
  }
};

} // namespace weft::icd
