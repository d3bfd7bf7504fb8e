// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/termination.h"

#include "icd/core/context/event.h"
#include "icd/core/context/scheduler.h"

#include <utility>

namespace weft::icd {

bool Termination::begin() noexcept {
  const std::lock_guard lock(mutex);
  return !over.exchange(true, std::memory_order_acq_rel);
}

bool Termination::add(Event &event) noexcept {
  const std::lock_guard lock(mutex);
  if (over.load(std::memory_order_relaxed))
    return false;
  event.laterOpen = std::exchange(first, &event);
  if (event.laterOpen)
    event.laterOpen->earlierOpen = &event;
  event.isOpen = true;
  return true;
}

void Termination::remove(Event &event) noexcept {
  const std::lock_guard lock(mutex);
  if (event.isOpen)
    unlink(event);
}

void Termination::unlink(Event &event) noexcept {
  (event.earlierOpen ? event.earlierOpen->laterOpen : first) = event.laterOpen;
  if (event.laterOpen)
    event.laterOpen->earlierOpen = event.earlierOpen;
  event.earlierOpen = event.laterOpen = nullptr;
  event.isOpen = false;
}

void Termination::closeEvents() noexcept {
  for (;;) {
    Ref<Event> event;
    {
      const std::lock_guard lock(mutex);
      if (!first)
        return;
      // One without owners is being destroyed.
      if (first->tryAddOwner())
        event = Ref<Event>::adopt(first);
      unlink(*first);
    }
    if (event)
      Scheduler::giveUp(*event);
  }
}

} // namespace weft::icd
