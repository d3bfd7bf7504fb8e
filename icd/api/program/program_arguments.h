// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device lists and callbacks that the entry points of programs share.
#pragma once

#include "icd/api/api.h"
#include "icd/core/context/context.h"
#include "icd/core/platform/device.h"
#include "icd/core/program/program.h"

#include <algorithm>
#include <vector>

namespace weft::icd {

/// The devices of a list that is not empty: CL_SUCCESS, or CL_INVALID_DEVICE when one is not of the
/// context.
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

/// Whether a device list and its length, and a callback and its data, go together.
template <class Notify>
bool areListAndCallbackValid(cl_uint count, const cl_device_id *list, Notify notify,
                             const void *userData) {
  return (list != nullptr) == (count != 0) && (notify || !userData);
}

/// Whether one device is the other or, directly or not, a part of it.
inline bool isPartOf(const Device &device, const Device &whole) {
  const Device *candidate = &device;
  while (candidate && candidate != &whole)
    candidate = candidate->parent();
  return candidate != nullptr;
}

/// The positions in the program's list of the devices to build for, without duplicates: of all when
/// `list` is null. A build for a device is one for its sub-devices too. CL_INVALID_DEVICE when one
/// is not of the program.
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
