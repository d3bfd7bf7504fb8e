// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.1: command queues; section 5.15: flush and finish.
#include "icd/api/api.h"
#include "icd/api/property_list.h"
#include "icd/core/context/context.h"
#include "icd/core/context/queue.h"
#include "icd/core/platform/device.h"
#include "icd/core/platform/limits.h"

#include <CL/cl_ext.h>

using namespace weft;
using namespace weft::icd;

namespace {

constexpr cl_command_queue_properties hostProperties = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                       CL_QUEUE_PROFILING_ENABLE |
                                                       CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;
constexpr cl_command_queue_properties deviceProperties =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

/// Unknown bits are invalid. On-device queues are out-of-order, and only they can be the default
/// queue; no thread calls them.
cl_int checkProperties(cl_command_queue_properties properties) {
  if (hasUnknownBits(properties, hostProperties | deviceProperties))
    return CL_INVALID_VALUE;
  if ((properties & deviceProperties) == 0)
    return CL_SUCCESS;
  constexpr cl_command_queue_properties needed =
      CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  if ((properties & needed) != needed)
    return CL_INVALID_VALUE;
  return properties & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL ? CL_INVALID_QUEUE_PROPERTIES
                                                              : CL_SUCCESS;
}

/// The values of hints are single bits of three.
bool isHint(cl_queue_properties value) {
  return value == CL_QUEUE_PRIORITY_HIGH_KHR || value == CL_QUEUE_PRIORITY_MED_KHR ||
         value == CL_QUEUE_PRIORITY_LOW_KHR;
}

device::CallPriority priorityOf(cl_queue_properties value) {
  return value == CL_QUEUE_PRIORITY_HIGH_KHR  ? device::CallPriority::High
         : value == CL_QUEUE_PRIORITY_LOW_KHR ? device::CallPriority::Low
                                              : device::CallPriority::Normal;
}

cl_int readProperties(const cl_queue_properties *list, cl_command_queue_properties &properties,
                      QueueHints &hints, std::vector<cl_queue_properties> &copy) {
  properties = 0;
  if (!list)
    return CL_SUCCESS;
  bool hasSize = false, hasHint = false;
  const auto read = [&](cl_queue_properties name, PropertyValues<cl_queue_properties> &values) {
    const cl_queue_properties value = values.next();
    switch (name) {
    case CL_QUEUE_PROPERTIES:
      properties = static_cast<cl_command_queue_properties>(value);
      return CL_SUCCESS;
    case CL_QUEUE_SIZE:
      hasSize = true;
      hints.deviceBytes = static_cast<cl_uint>(value);
      return value <= maxDeviceQueueBytes ? CL_SUCCESS : CL_INVALID_QUEUE_PROPERTIES;
    case CL_QUEUE_THROTTLE_KHR: // left to the system, which controls the clocks
    case CL_QUEUE_PRIORITY_KHR:
      hasHint = true;
      if (name == CL_QUEUE_PRIORITY_KHR)
        hints.priority = priorityOf(value);
      return isHint(value) ? CL_SUCCESS : CL_INVALID_VALUE;
    default:
      return CL_INVALID_VALUE;
    }
  };
  if (cl_int error = readPropertyList(list, CL_INVALID_VALUE, copy, read))
    return error;
  if (hasHint && properties & CL_QUEUE_ON_DEVICE)
    return CL_INVALID_QUEUE_PROPERTIES;
  if (cl_int error = checkProperties(properties))
    return error;
  if (!(properties & CL_QUEUE_ON_DEVICE)) // only these have a size
    return hasSize ? CL_INVALID_VALUE : CL_SUCCESS;
  if (!hasSize)
    hints.deviceBytes = preferredDeviceQueueBytes;
  return CL_SUCCESS;
}

cl_int findTargets(cl_context contextHandle, cl_device_id deviceHandle, Context *&context,
                   Device *&device) {
  context = live(Context::fromHandle(contextHandle));
  if (!context)
    return CL_INVALID_CONTEXT;
  device = Device::fromHandle(deviceHandle);
  return device && context->contains(*device) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

/// A device has one default queue, not included in the count: it is returned again. Null if there
/// are too many on the device.
cl_command_queue createQueue(Context &context, Device &device,
                             cl_command_queue_properties properties,
                             std::vector<cl_queue_properties> list, const QueueHints &hints) {
  const bool isDefault = properties & CL_QUEUE_ON_DEVICE_DEFAULT;
  if (isDefault)
    if (const Ref<Queue> before = context.defaultQueueOn(device.arena())) {
      before->retainApi();
      return before->handle();
    }
  Queue *queue = new Queue(context, device, properties, std::move(list), hints);
  if (queue->isOnDevice() && !isDefault && context.queuesOn(device) > maxDeviceQueues) {
    queue->releaseApi();
    return nullptr;
  }
  if (isDefault)
    context.setDefaultQueue(*queue);
  return queue->handle();
}

} // namespace

CL_API_ENTRY cl_command_queue CL_API_CALL
clCreateCommandQueueWithProperties(cl_context contextHandle, cl_device_id deviceHandle,
                                   const cl_queue_properties *list, cl_int *errorReturn) {
  return creating(errorReturn, [&](cl_int &error) -> cl_command_queue {
    Context *context;
    Device *device;
    if ((error = findTargets(contextHandle, deviceHandle, context, device)))
      return nullptr;
    cl_command_queue_properties properties;
    QueueHints hints;
    std::vector<cl_queue_properties> copy;
    if ((error = readProperties(list, properties, hints, copy)))
      return nullptr;
    cl_command_queue queue = createQueue(*context, *device, properties, std::move(copy), hints);
    return queue ? queue : fail(error, CL_OUT_OF_RESOURCES);
  });
}

/// cl_khr_create_command_queue.
CL_API_ENTRY cl_command_queue CL_API_CALL
clCreateCommandQueueWithPropertiesKHR(cl_context contextHandle, cl_device_id deviceHandle,
                                      const cl_queue_properties_khr *list, cl_int *errorReturn) {
  return clCreateCommandQueueWithProperties(contextHandle, deviceHandle, list, errorReturn);
}

CL_API_ENTRY cl_command_queue CL_API_CALL
clCreateCommandQueue(cl_context contextHandle, cl_device_id deviceHandle,
                     cl_command_queue_properties properties, cl_int *errorReturn) {
  return creating(errorReturn, [&](cl_int &error) -> cl_command_queue {
    Context *context;
    Device *device;
    if ((error = findTargets(contextHandle, deviceHandle, context, device)))
      return nullptr;
    if (hasUnknownBits(properties, hostProperties | deviceProperties))
      return fail(error, CL_INVALID_VALUE);
    if (properties & deviceProperties)
      return fail(error, CL_INVALID_QUEUE_PROPERTIES);
    return (new Queue(*context, *device, properties, {}))->handle();
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context contextHandle,
                                                               cl_device_id deviceHandle,
                                                               cl_command_queue handle) {
  return guarded([&]() -> cl_int {
    Context *context;
    Device *device;
    if (cl_int error = findTargets(contextHandle, deviceHandle, context, device))
      return error;
    Queue *queue = Queue::fromHandle(handle);
    if (!queue || !queue->isOnDevice() || &queue->context() != context ||
        &queue->device() != device)
      return CL_INVALID_COMMAND_QUEUE;
    context->setDefaultQueue(*queue);
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue handle) {
  Queue *queue = Queue::fromHandle(handle);
  if (!queue)
    return CL_INVALID_COMMAND_QUEUE;
  queue->retainApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue handle) {
  Queue *queue = Queue::fromHandle(handle);
  if (!queue)
    return CL_INVALID_COMMAND_QUEUE;
  // Every release flushes, not only the last.
  queue->flush();
  queue->releaseApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue handle,
                                                      cl_command_queue_info name, size_t size,
                                                      void *value, size_t *sizeReturn) {
  Queue *queue = Queue::fromHandle(handle);
  if (!queue)
    return CL_INVALID_COMMAND_QUEUE;
  InfoTarget target(size, value, sizeReturn);
  switch (name) {
  case CL_QUEUE_CONTEXT:
    return target.scalar<cl_context>(queue->context().handle());
  case CL_QUEUE_DEVICE:
    return target.scalar<cl_device_id>(queue->device().handle());
  case CL_QUEUE_REFERENCE_COUNT:
    return target.scalar<cl_uint>(queue->referenceCount());
  case CL_QUEUE_PROPERTIES:
    return target.scalar<cl_command_queue_properties>(queue->properties());
  case CL_QUEUE_PROPERTIES_ARRAY:
    return target.array<cl_queue_properties>(queue->listedProperties());
  case CL_QUEUE_SIZE: // of on-device queues only
    return queue->isOnDevice() ? target.scalar<cl_uint>(queue->deviceBytes())
                               : CL_INVALID_COMMAND_QUEUE;
  case CL_QUEUE_DEVICE_DEFAULT: {
    const Ref<Queue> queueByDefault = queue->context().defaultQueueOn(queue->device().arena());
    return target.scalar<cl_command_queue>(queueByDefault ? queueByDefault->handle() : nullptr);
  }
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue handle,
                                                          cl_command_queue_properties properties,
                                                          cl_bool enable,
                                                          cl_command_queue_properties *old) {
  Queue *queue = Queue::fromHostHandle(handle);
  if (!queue)
    return CL_INVALID_COMMAND_QUEUE;
  if (cl_int error = checkProperties(properties))
    return error;
  return guarded([&]() -> cl_int {
    cl_command_queue_properties before = queue->properties();
    queue->setProperties(enable ? before | properties : before & ~properties);
    if (old)
      *old = before;
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clFlush(cl_command_queue handle) {
  Queue *queue = Queue::fromHostHandle(handle);
  if (!queue)
    return CL_INVALID_COMMAND_QUEUE;
  queue->flush();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clFinish(cl_command_queue handle) {
  Queue *queue = Queue::fromHostHandle(handle);
  if (!queue)
    return CL_INVALID_COMMAND_QUEUE;
  return guarded([&]() -> cl_int {
    queue->finish();
    return CL_SUCCESS;
  });
}
