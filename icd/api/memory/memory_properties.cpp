// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/memory/memory_properties.h"

#include "icd/api/newer_names.h"
#include "icd/api/property_list.h"

#include <CL/cl_ext.h>

namespace weft::icd {
namespace {

/// Reads the devices of CL_MEM_DEVICE_HANDLE_LIST_KHR, and the terminating 0.
cl_int readDevices(const Context &context, PropertyValues<cl_mem_properties> &values,
                   std::vector<Ref<Device>> &devices) {
  while (const cl_mem_properties handle = values.next()) {
    Device *device = Device::fromHandle(reinterpret_cast<cl_device_id>(handle));
    if (!device || !context.contains(*device))
      return CL_INVALID_DEVICE;
    devices.emplace_back(device);
  }
  return devices.empty() ? CL_INVALID_DEVICE : CL_SUCCESS;
}

} // namespace

cl_int readMemoryProperties(const Context &context, MemoryKind kind, const cl_mem_properties *list,
                            MemoryProperties &read) {
  if (!list)
    return CL_SUCCESS;
  const auto readOne = [&](cl_mem_properties name, PropertyValues<cl_mem_properties> &values) {
    if (name == memDeviceHandleList)
      return readDevices(context, values, read.devices);
    const cl_mem_properties value = values.next();
    const bool isAddress =
        name == memDevicePrivateAddress && kind == MemoryKind::Buffer && value <= CL_TRUE;
    const bool isFile = name == CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;
    if (isFile)
      read.file = static_cast<int>(value);
    return isFile || isAddress ? CL_SUCCESS : CL_INVALID_PROPERTY;
  };
  if (cl_int error = readPropertyList(list, CL_INVALID_PROPERTY, read.list, readOne))
    return error;
  if (!read.devices.empty() && !read.file)
    return CL_INVALID_PROPERTY;
  if (read.devices.empty())
    for (std::size_t index = 0; index < context.deviceCount(); ++index)
      read.devices.emplace_back(&context.device(index));
  return CL_SUCCESS;
}

bool hasPrivateAddress(std::span<const cl_mem_properties> list) {
  for (std::size_t i = 0; i + 1 < list.size() && list[i] != 0; i += 2) {
    if (list[i] == memDevicePrivateAddress)
      return list[i + 1] != 0;
    if (list[i] == memDeviceHandleList)
      while (list[i + 1] != 0)
        ++i;
  }
  return false;
}

} // namespace weft::icd
