// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices: the root device consists of all PUs available to the process; sub-devices are parts of
// it.
#pragma once

#include "device/machine/topology.h"
#include "icd/core/object.h"
#include "icd/core/platform/limits.h"

#include <atomic>
#include <span>
#include <vector>

namespace weft::device {
class Arena;
}

namespace weft::icd {

class Device final : public Object<Device, _cl_device_id, ObjectType::Device> {
public:
  /// A root device of all allowed PUs. Root devices are never destroyed, and retain and release do
  /// not change their counts (clRetainDevice).
  static Device *makeRoot();

  /// Partitions this device (clCreateSubDevices, section 4.3): each result has one API reference.
  /// `properties` is the host's zero-terminated list. Returns CL_SUCCESS or the error of the entry
  /// point; with `devices` null only counts. Throws bad_alloc.
  cl_int partition(const cl_device_partition_property *properties, cl_uint entries,
                   cl_device_id *devices, cl_uint *count);
  /// CL_DEVICE_PARTITION_AFFINITY_DOMAIN: the domains that split this device.
  cl_device_affinity_domain affinityDomains() const;

  bool isRoot() const { return !parentDevice; }
  Device *parent() const { return parentDevice.get(); }
  Device &root();
  /// The properties of its creation, including the terminating 0; empty for root devices.
  std::span<const cl_device_partition_property> partitionType() const { return madeWith; }

  const device::ProcessingUnits &units() const { return processingUnits; }
  cl_uint computeUnits() const { return static_cast<cl_uint>(processingUnits.size()); }
  /// The threads of this device; created at the first call. Thread-safe.
  device::Arena &arena();

  cl_ulong globalMemoryBytes() const;
  cl_ulong maxAllocationBytes() const;

private:
  Device(device::ProcessingUnits units, Ref<Device> parent,
         std::vector<cl_device_partition_property> madeWith);

  device::ProcessingUnits processingUnits;
  Ref<Device> parentDevice;
  std::vector<cl_device_partition_property> madeWith;
  std::atomic<device::Arena *> threads{nullptr};
};

/// Whether these bits are device types at all, and whether Weft's root devices are of such a type.
constexpr bool isDeviceType(cl_device_type type) {
  constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                   CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                   CL_DEVICE_TYPE_CUSTOM;
  return type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~known) == 0);
}
constexpr bool matchesDeviceType(cl_device_type type) {
  return (type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT)) != 0;
}

/// clRetainDevice and clReleaseDevice.
void retainDevice(Device &device) noexcept;
void releaseDevice(Device &device) noexcept;

} // namespace weft::icd
