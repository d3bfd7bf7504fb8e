// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of kernels enqueued by kernels (clk_event_t), in one context. Kernels identify them by
// number, so invalid and stale ones are detected.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

namespace weft::icd {

struct EnqueuedCommand;

/// All members require the mutex.
class DeviceEvents {
public:
  struct Event {
    std::uint32_t generation = 0;
    std::uint32_t references = 0; ///< of kernels
    cl_int status = CL_COMPLETE;
    bool isUser = false;
    std::uint64_t *captured = nullptr; ///< where a kernel captures `times`
    std::uint64_t times[2] = {0, 0};   ///< from start to end, and until children ended
    std::vector<EnqueuedCommand *> dependents;

    bool isComplete() const { return status <= CL_COMPLETE; }
  };

  /// Guards the events of the context, and the commands enqueued by its kernels.
  std::mutex mutex;

  /// An incomplete event with one reference; 0 if there are too many, or no memory.
  std::uint64_t make(bool isUser) noexcept;
  /// Null for invalid events.
  Event *find(std::uint64_t number) noexcept;
  /// Frees a complete, unreferenced event.
  void dropIfDone(std::uint64_t number) noexcept;

private:
  std::deque<Event> events;
  std::vector<std::uint32_t> unused; ///< free slots of `events`; has capacity for all
};

} // namespace weft::icd
