// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections 4.2 to 4.4: devices, sub-devices, and host and device timers.
#include "icd/core/platform/device.h"

#include "device/base/clock.h"
#include "icd/api/api.h"
#include "icd/core/platform/platform.h"

using namespace weft;
using namespace weft::icd;

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platformHandle, cl_device_type type,
                                               cl_uint entries, cl_device_id *devices,
                                               cl_uint *count) {
  Platform *platform = Platform::fromHandle(platformHandle);
  if (!platform)
    return CL_INVALID_PLATFORM;
  if (!isDeviceType(type))
    return CL_INVALID_DEVICE_TYPE;
  if ((entries == 0 && devices) || (!devices && !count))
    return CL_INVALID_VALUE;
  if (!matchesDeviceType(type)) {
    if (count)
      *count = 0;
    return CL_DEVICE_NOT_FOUND;
  }
  return guarded([&]() -> cl_int {
    auto all = platform->devices();
    if (devices)
      for (cl_uint i = 0; i < entries && i < all.size(); ++i)
        devices[i] = all[i]->handle();
    if (count)
      *count = static_cast<cl_uint>(all.size());
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCreateSubDevices(cl_device_id parent,
                                                   const cl_device_partition_property *properties,
                                                   cl_uint entries, cl_device_id *devices,
                                                   cl_uint *count) {
  Device *device = Device::fromHandle(parent);
  if (!device)
    return CL_INVALID_DEVICE;
  return guarded([&] { return device->partition(properties, entries, devices, count); });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainDevice(cl_device_id handle) {
  Device *device = Device::fromHandle(handle);
  if (!device)
    return CL_INVALID_DEVICE;
  retainDevice(*device);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseDevice(cl_device_id handle) {
  Device *device = Device::fromHandle(handle);
  if (!device)
    return CL_INVALID_DEVICE;
  releaseDevice(*device);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device,
                                                        cl_ulong *deviceTimestamp,
                                                        cl_ulong *hostTimestamp) {
  if (!Device::fromHandle(device))
    return CL_INVALID_DEVICE;
  if (!deviceTimestamp || !hostTimestamp)
    return CL_INVALID_VALUE;
  *deviceTimestamp = *hostTimestamp = monotonicNanoseconds();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *hostTimestamp) {
  if (!Device::fromHandle(device))
    return CL_INVALID_DEVICE;
  if (!hostTimestamp)
    return CL_INVALID_VALUE;
  *hostTimestamp = monotonicNanoseconds();
  return CL_SUCCESS;
}
