// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device lists and callbacks, shared by the entry points of programs.
#pragma once

#include "icd/api/api.h"
#include "icd/core/context/context.h"
#include "icd/core/platform/device.h"
#include "icd/core/program/program.h"

#include <algorithm>
#include <vector>

namespace weft::icd {

/// The devices of a non-empty list: CL_SUCCESS, or CL_INVALID_DEVICE if one is not in the context.
inline cl_int contextDevices(const Context &context, cl_uint count, const cl_device_id *list,
                             std::vector<Ref<Device>> &devices) {
  for (cl_uint index = 0; index < count; ++index) {
    Device *device = Device::fromHandle(list[index]);
    if (!device || !context.contains(*device))
      return CL_INVALID_DEVICE;
    devices.emplace_back(device);
  }
  return CL_SUCCESS;
}

/// Whether a device list and its length, and a callback and its data, are consistent.
template <class Notify>
bool areListAndCallbackValid(cl_uint count, const cl_device_id *list, Notify notify,
                             const void *userData) {
  return (list != nullptr) == (count != 0) && (notify || !userData);
}

/// Whether one device is the other or, directly or indirectly, a part of it.
inline bool isPartOf(const Device &device, const Device &whole) {
  const Device *candidate = &device;
  while (candidate && candidate != &whole)
    candidate = candidate->parent();
  return candidate != nullptr;
}

/// The positions in the program's list of the devices to build for, without duplicates: of all if
/// `list` is null. A build for a device includes its sub-devices. CL_INVALID_DEVICE if one is not a
/// device of the program.
inline cl_int programPositions(const Program &program, cl_uint count, const cl_device_id *list,
                               std::vector<std::size_t> &positions) {
  if (!list)
    for (std::size_t index = 0; index < program.devices().size(); ++index)
      positions.push_back(index);
  for (cl_uint index = 0; index < count; ++index) {
    const Device *device = Device::fromHandle(list[index]);
    if (!device || !program.position(*device))
      return CL_INVALID_DEVICE;
    for (std::size_t position = 0; position < program.devices().size(); ++position)
      if (isPartOf(*program.devices()[position], *device) &&
          std::ranges::find(positions, position) == positions.end())
        positions.push_back(position);
  }
  return CL_SUCCESS;
}

} // namespace weft::icd
