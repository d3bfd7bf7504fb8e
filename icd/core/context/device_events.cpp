// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/device_events.h"

#include "icd/core/platform/limits.h"

#include <new>

namespace weft::icd {

std::uint64_t DeviceEvents::make(bool isUser) noexcept {
  if (unused.empty()) {
    if (events.size() == maxDeviceEvents)
      return 0;
    try {
      unused.reserve(events.size() + 1);
      events.emplace_back();
    } catch (const std::bad_alloc &) {
      return 0;
    }
    unused.push_back(static_cast<std::uint32_t>(events.size() - 1));
  }
  const std::uint32_t place = unused.back();
  unused.pop_back();
  Event &event = events[place];
  event.references = 1;
  event.status = CL_SUBMITTED;
  event.isUser = isUser;
  event.captured = nullptr;
  return std::uint64_t{event.generation} << 32 | (place + 1);
}

DeviceEvents::Event *DeviceEvents::find(std::uint64_t number) noexcept {
  const auto place = static_cast<std::uint32_t>(number) - 1;
  if (place >= events.size())
    return nullptr;
  Event &event = events[place];
  const bool isUsed = event.references != 0 || !event.isComplete();
  return isUsed && event.generation == number >> 32 ? &event : nullptr;
}

void DeviceEvents::dropIfDone(std::uint64_t number) noexcept {
  const auto place = static_cast<std::uint32_t>(number) - 1;
  if (place >= events.size())
    return;
  Event &event = events[place];
  if (event.generation != number >> 32 || event.references != 0 || !event.isComplete())
    return;
  ++event.generation;
  event.dependents.clear();
  unused.push_back(place);
}

} // namespace weft::icd
