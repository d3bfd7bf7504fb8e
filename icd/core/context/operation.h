// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work of a command. The queue engine decides when it runs; an operation does not know about
// queues or events.
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
  /// Runs when all dependencies of the command are complete, on a thread of the arena or on a
  /// waiting host thread: once or, in a command buffer, at each replay, possibly on several threads
  /// concurrently. Returns CL_SUCCESS or the negative status of the event. Must not throw and must
  /// not wait for events. Holds owning references (Ref) to everything it uses.
  virtual cl_int execute(device::Arena &arena) noexcept = 0;
  /// The expected duration; infinity if unknown. Commands are held back until a flush or a wait, or
  /// until together they justify waking a thread.
  virtual float expectedNanoseconds() const noexcept { return 0; }
  /// When the kernel that enqueued others ended, after execute(); 0 if it enqueued none.
  virtual std::uint64_t endOfParent() const noexcept { return 0; }
  /// Its name in a trace: a kernel's name. Null for the name of the command type.
  virtual const char *name() const noexcept { return nullptr; }

  static void *operator new(std::size_t bytes) { return allocateObject(bytes); }
  static void operator delete(void *memory, std::size_t bytes) noexcept {
    recycleObject(memory, bytes);
  }
};

} // namespace weft::icd
