// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of kernels that kernels enqueue (clk_event_t), of one context. Kernels know them by
// numbers, so a number that was never given, or whose event is gone, is found out.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

namespace weft::icd {

struct EnqueuedCommand;

/// All members but the mutex need it.
class DeviceEvents {
public:
  struct Event {
    std::uint32_t generation = 0;
    std::uint32_t references = 0; ///< of kernels
    cl_int status = CL_COMPLETE;
    bool isUser = false;
    std::uint64_t *captured = nullptr; ///< where a kernel wants to have `times`
    std::uint64_t times[2] = {0, 0};   ///< from the start to the end, and until children ended
    std::vector<EnqueuedCommand *> dependents;

    bool isComplete() const { return status <= CL_COMPLETE; }
  };

  /// Guards the events of the context, and the commands that its kernels enqueue.
  std::mutex mutex;

  /// An event with one reference that is not complete; 0 where there are too many, or no memory.
  std::uint64_t make(bool isUser) noexcept;
  /// Null for what is no event.
  Event *find(std::uint64_t number) noexcept;
  /// Frees an event that is complete and that nobody refers to.
  void dropIfDone(std::uint64_t number) noexcept;

private:
  std::deque<Event> events;
  std::vector<std::uint32_t> unused; ///< places in `events`; has room for all
};

} // namespace weft::icd
