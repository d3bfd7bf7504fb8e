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
  /// Runs once, when everything the command waits for is complete, on a thread of the arena or on a
  /// host thread that waits. Returns CL_SUCCESS or the negative code that the event ends with. Must
  /// not throw and must not wait for events. Holds owning references (Ref) to all it touches.
  virtual cl_int execute(device::Arena &arena) noexcept = 0;
  /// Whether the work is large enough to wake a thread for as soon as it is enqueued. Small work
  /// stays with the queue until a flush, a wait, or many more commands.
  virtual bool isLarge() const noexcept { return false; }
  /// What it is called in a trace: a kernel's name. Null for the name of the command's type.
  virtual const char *name() const noexcept { return nullptr; }

  static void *operator new(std::size_t bytes) { return allocateObject(bytes); }
  static void operator delete(void *memory, std::size_t bytes) noexcept {
    recycleObject(memory, bytes);
  }
};

} // namespace weft::icd
