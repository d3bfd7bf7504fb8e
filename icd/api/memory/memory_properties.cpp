// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/memory/memory_properties.h"

#include "icd/api/newer_names.h"

#include <CL/cl_ext.h>

#include <algorithm>

namespace weft::icd {
namespace {

/// Reads the devices behind CL_MEM_DEVICE_HANDLE_LIST_KHR, and their terminating 0.
cl_int readDevices(const Context &context, const cl_mem_properties *&next, MemoryProperties &read) {
  for (;;) {
    const cl_mem_properties handle = *next++;
    read.list.push_back(handle);
    if (handle == 0)
      return read.devices.empty() ? CL_INVALID_DEVICE : CL_SUCCESS;
    Device *device = Device::fromHandle(reinterpret_cast<cl_device_id>(handle));
    if (!device || !context.contains(*device))
      return CL_INVALID_DEVICE;
    read.devices.emplace_back(device);
  }
}

} // namespace

cl_int readMemoryProperties(const Context &context, MemoryKind kind, const cl_mem_properties *list,
                            MemoryProperties &read) {
  if (!list)
    return CL_SUCCESS;
  std::vector<cl_mem_properties> names;
  const cl_mem_properties *next = list;
  while (const cl_mem_properties name = *next++) {
    if (std::ranges::find(names, name) != names.end())
      return CL_INVALID_PROPERTY;
    names.push_back(name);
    read.list.push_back(name);
    if (name == memDeviceHandleList) {
      if (cl_int error = readDevices(context, next, read))
        return error;
      continue;
    }
    const cl_mem_properties value = *next++;
    read.list.push_back(value);
    const bool isAddress =
        name == memDevicePrivateAddress && kind == MemoryKind::Buffer && value <= CL_TRUE;
    if (name == CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR)
      read.file = static_cast<int>(value);
    else if (!isAddress)
      return CL_INVALID_PROPERTY;
  }
  read.list.push_back(0);
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
