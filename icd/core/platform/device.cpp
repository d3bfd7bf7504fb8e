// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/platform/device.h"

#include "device/threads/arena.h"

#include <algorithm>
#include <new>

namespace weft::icd {

Device::Device(device::ProcessingUnits units, Ref<Device> parent,
               std::vector<cl_device_partition_property> madeWith)
    : processingUnits(std::move(units)), parentDevice(std::move(parent)),
      madeWith(std::move(madeWith)) {}

Device *Device::makeRoot() { return new Device(device::Topology::ofProcess().allowed(), {}, {}); }

Device &Device::root() {
  Device *device = this;
  while (device->parent())
    device = device->parent();
  return *device;
}

device::Arena &Device::arena() {
  device::Arena *arena = threads.load(std::memory_order_acquire);
  if (!arena) {
    // All concurrent callers get the same arena: there is one per set of PUs.
    arena = &device::Arena::forUnits(processingUnits);
    threads.store(arena, std::memory_order_release);
  }
  return *arena;
}

cl_ulong Device::globalMemoryBytes() const { return device::Topology::ofProcess().memoryBytes(); }

cl_ulong Device::maxAllocationBytes() const {
  constexpr cl_ulong gibibyte = cl_ulong(1) << 30;
  cl_ulong memory = globalMemoryBytes();
  return std::min(memory, std::max(memory / 4, gibibyte));
}

void retainDevice(Device &device) noexcept {
  if (!device.isRoot())
    device.retainApi();
}

void releaseDevice(Device &device) noexcept {
  if (!device.isRoot())
    device.releaseApi();
}

} // namespace weft::icd
