// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 4.5: contexts.
#include "icd/core/context/context.h"

#include "icd/api/api.h"
#include "icd/api/property_list.h"
#include "icd/core/platform/device.h"
#include "icd/core/platform/platform.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <vector>

using namespace weft;
using namespace weft::icd;

namespace {

cl_int checkProperty(cl_context_properties name, PropertyValues<cl_context_properties> &values) {
  const cl_context_properties value = values.next();
  switch (name) {
  case CL_CONTEXT_PLATFORM:
    return Platform::fromHandle(reinterpret_cast<cl_platform_id>(value)) ? CL_SUCCESS
                                                                         : CL_INVALID_PLATFORM;
  case CL_PRINTF_CALLBACK_ARM:   // any function
  case CL_PRINTF_BUFFERSIZE_ARM: // longer text is flushed earlier
    return CL_SUCCESS;
  case CL_CONTEXT_MEMORY_INITIALIZE_KHR:
    return (value & ~cl_context_properties{Context::localMemory | Context::privateMemory}) == 0
               ? CL_SUCCESS
               : CL_INVALID_PROPERTY;
  case CL_CONTEXT_TERMINATE_KHR:
  case CL_CONTEXT_INTEROP_USER_SYNC:
    return value == CL_TRUE || value == CL_FALSE ? CL_SUCCESS : CL_INVALID_PROPERTY;
  default:
    return CL_INVALID_PROPERTY;
  }
}

/// Checks a property list and copies it with its terminating 0.
cl_int readProperties(const cl_context_properties *list, std::vector<cl_context_properties> &copy) {
  return readPropertyList(list, CL_INVALID_PROPERTY, copy, checkProperty);
}

/// A new context with one API reference.
cl_context makeContext(std::vector<Ref<Device>> members, std::vector<cl_context_properties> list,
                       Context::Notify notify, void *data) {
  using Print = decltype(device::PrintfOutput::function);
  Print print = nullptr;
  for (std::size_t i = 0; i + 1 < list.size(); i += 2)
    if (list[i] == CL_PRINTF_CALLBACK_ARM)
      print = reinterpret_cast<Print>(list[i + 1]);
  auto *context = new Context(std::move(members), std::move(list), notify, data);
  context->setPrintfOutput({print, data});
  return context->handle();
}

/// Whether the host's data is for one of its functions.
bool isDataWanted(const std::vector<cl_context_properties> &list, Context::Notify notify) {
  return notify || std::ranges::find(list, CL_PRINTF_CALLBACK_ARM) != list.end();
}

cl_int readDevices(cl_uint count, const cl_device_id *handles, std::vector<Ref<Device>> &devices) {
  for (cl_uint i = 0; i < count; ++i) {
    Device *device = Device::fromHandle(handles[i]);
    if (!device)
      return CL_INVALID_DEVICE;
    if (std::none_of(devices.begin(), devices.end(),
                     [&](const Ref<Device> &known) { return known.get() == device; }))
      devices.emplace_back(device);
  }
  return CL_SUCCESS;
}

} // namespace

CL_API_ENTRY cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties,
                                                    cl_uint count, const cl_device_id *devices,
                                                    Context::Notify notify, void *data,
                                                    cl_int *errorReturn) {
  return creating(errorReturn, [&](cl_int &error) -> cl_context {
    std::vector<cl_context_properties> list;
    std::vector<Ref<Device>> members;
    if ((error = readProperties(properties, list)))
      return nullptr;
    if (!devices || count == 0 || (data && !isDataWanted(list, notify)))
      return fail(error, CL_INVALID_VALUE);
    if ((error = readDevices(count, devices, members)))
      return nullptr;
    return makeContext(std::move(members), std::move(list), notify, data);
  });
}

CL_API_ENTRY cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties,
                                                            cl_device_type type,
                                                            Context::Notify notify, void *data,
                                                            cl_int *errorReturn) {
  return creating(errorReturn, [&](cl_int &error) -> cl_context {
    std::vector<cl_context_properties> list;
    if ((error = readProperties(properties, list)))
      return nullptr;
    if (data && !isDataWanted(list, notify))
      return fail(error, CL_INVALID_VALUE);
    if (!isDeviceType(type))
      return fail(error, CL_INVALID_DEVICE_TYPE);
    if (!matchesDeviceType(type))
      return fail(error, CL_DEVICE_NOT_FOUND);
    std::vector<Ref<Device>> members;
    for (Device *device : Platform::get().devices())
      members.emplace_back(device);
    return makeContext(std::move(members), std::move(list), notify, data);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainContext(cl_context handle) {
  Context *context = Context::fromHandle(handle);
  if (!context)
    return CL_INVALID_CONTEXT;
  context->retainApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseContext(cl_context handle) {
  Context *context = Context::fromHandle(handle);
  return context && context->releaseApi() ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

CL_API_ENTRY cl_int CL_API_CALL clTerminateContextKHR(cl_context handle) {
  return guarded([&]() -> cl_int {
    Context *context = Context::fromHandle(handle);
    if (!context)
      return CL_INVALID_CONTEXT;
    if (!context->termination())
      return CL_INVALID_OPERATION;
    return context->terminate() ? CL_SUCCESS : CL_CONTEXT_TERMINATED_KHR;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetContextInfo(cl_context handle, cl_context_info name,
                                                 size_t size, void *value, size_t *sizeReturn) {
  Context *context = Context::fromHandle(handle);
  if (!context)
    return CL_INVALID_CONTEXT;
  InfoTarget target(size, value, sizeReturn);
  return guarded([&]() -> cl_int {
    switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return target.scalar<cl_uint>(context->referenceCount());
    case CL_CONTEXT_NUM_DEVICES:
      return target.scalar<cl_uint>(static_cast<cl_uint>(context->deviceCount()));
    case CL_CONTEXT_DEVICES: {
      std::vector<cl_device_id> devices;
      devices.reserve(context->deviceCount());
      for (std::size_t i = 0; i < context->deviceCount(); ++i)
        devices.push_back(context->device(i).handle());
      return target.array<cl_device_id>(devices);
    }
    case CL_CONTEXT_PROPERTIES:
      return target.array<cl_context_properties>(context->properties());
    default:
      return CL_INVALID_VALUE;
    }
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetContextDestructorCallback(cl_context handle,
                                                               Context::Destructor callback,
                                                               void *data) {
  return guarded([&]() -> cl_int {
    Context *context = live(Context::fromHandle(handle));
    if (!context)
      return CL_INVALID_CONTEXT;
    if (!callback)
      return CL_INVALID_VALUE;
    context->addDestructor(callback, data);
    return CL_SUCCESS;
  });
}
