// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_intel_unified_shared_memory. Host, device and shared allocations are the same memory here, and
// migration and advice are no-ops.
#include "icd/api/memory/memory_pointers.h"
#include "icd/api/property_list.h"
#include "icd/core/context/checked/released_storage.h"
#include "icd/core/program/kernel.h"

#include <CL/cl_ext.h>

using namespace weft::icd;

namespace {

using Type = AllocationPurpose::Type;

constexpr cl_mem_alloc_flags_intel placements =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

bool areFlagsValid(Type type, cl_mem_alloc_flags_intel flags) {
  const cl_mem_alloc_flags_intel placement = flags & placements;
  return !hasUnknownBits(flags, CL_MEM_ALLOC_WRITE_COMBINED_INTEL | placements) &&
         (type == Type::Shared ? placement != placements : placement == 0);
}

cl_int readProperties(Type type, const cl_mem_properties_intel *list,
                      cl_mem_alloc_flags_intel &flags) {
  std::vector<cl_mem_properties_intel> copy;
  return readPropertyList(
      list, CL_INVALID_PROPERTY, copy, [&](cl_mem_properties_intel name, auto &values) {
        flags = values.next();
        return name == CL_MEM_ALLOC_FLAGS_INTEL && areFlagsValid(type, flags) ? CL_SUCCESS
                                                                              : CL_INVALID_PROPERTY;
      });
}

/// The call that allocates memory of a type.
const char *callOf(Type type) {
  return type == Type::Host     ? "clHostMemAllocINTEL"
         : type == Type::Device ? "clDeviceMemAllocINTEL"
                                : "clSharedMemAllocINTEL";
}

void *allocate(Type type, cl_context contextHandle, cl_device_id deviceHandle,
               const cl_mem_properties_intel *properties, std::size_t size, cl_uint alignment,
               cl_int &error) {
  Context *context = live(Context::fromHandle(contextHandle));
  if (!context)
    return fail(error, CL_INVALID_CONTEXT);
  const bool needsDevice = type == Type::Device || (type == Type::Shared && deviceHandle);
  Device *device = needsDevice ? Device::fromHandle(deviceHandle) : nullptr;
  if (needsDevice && !(device && context->contains(*device)))
    return fail(error, CL_INVALID_DEVICE);
  if (!isAlignmentValid(alignment))
    return fail(error, CL_INVALID_VALUE);
  AllocationPurpose purpose{type, device, 0};
  if ((error = readProperties(type, properties, purpose.flags)))
    return nullptr;
  if (size == 0 ||
      !(device ? size <= device->maxAllocationBytes() : fitsEveryDevice(*context, size)))
    return fail(error, CL_INVALID_BUFFER_SIZE);
  void *memory = context->allocations().allocate(*context, size, alignment, purpose);
  noteAllocatingCall(memory, callOf(type));
  return memory ? memory : fail(error, CL_OUT_OF_RESOURCES);
}

cl_int freeMemory(cl_context handle, void *memory, bool blocking) {
  return guarded([&]() -> cl_int {
    Context *context = Context::fromHandle(handle);
    if (!context)
      return CL_INVALID_CONTEXT;
    if (!memory)
      return CL_SUCCESS;
    if (blocking)
      context->finish();
    noteFreeingCall(memory, blocking ? "clMemBlockingFreeINTEL" : "clMemFreeINTEL");
    return context->allocations().freeUnified(memory) ? CL_SUCCESS : CL_INVALID_VALUE;
  });
}

cl_unified_shared_memory_type_intel typeName(Type type) {
  switch (type) {
  case Type::Host:
    return CL_MEM_TYPE_HOST_INTEL;
  case Type::Device:
    return CL_MEM_TYPE_DEVICE_INTEL;
  case Type::Shared:
    return CL_MEM_TYPE_SHARED_INTEL;
  case Type::SharedVirtual:
    break;
  }
  return CL_MEM_TYPE_UNKNOWN_INTEL;
}

cl_int answer(const Allocation &allocation, cl_mem_info_intel name, const InfoTarget &target) {
  const AllocationPurpose &purpose = allocation.purpose;
  switch (name) {
  case CL_MEM_ALLOC_TYPE_INTEL:
    return target.scalar<cl_unified_shared_memory_type_intel>(typeName(purpose.type));
  case CL_MEM_ALLOC_BASE_PTR_INTEL:
    return target.scalar<void *>(allocation.base);
  case CL_MEM_ALLOC_SIZE_INTEL:
    return target.scalar<size_t>(allocation.bytes);
  case CL_MEM_ALLOC_DEVICE_INTEL:
    return target.scalar<cl_device_id>(purpose.device ? purpose.device->handle() : nullptr);
  case CL_MEM_ALLOC_FLAGS_INTEL:
    return target.scalar<cl_mem_alloc_flags_intel>(purpose.flags);
  default:
    return CL_INVALID_VALUE;
  }
}

} // namespace

CL_API_ENTRY void *CL_API_CALL clHostMemAllocINTEL(cl_context context,
                                                   const cl_mem_properties_intel *properties,
                                                   size_t size, cl_uint alignment,
                                                   cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) {
    return allocate(Type::Host, context, nullptr, properties, size, alignment, error);
  });
}

CL_API_ENTRY void *CL_API_CALL clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                                                     const cl_mem_properties_intel *properties,
                                                     size_t size, cl_uint alignment,
                                                     cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) {
    return allocate(Type::Device, context, device, properties, size, alignment, error);
  });
}

CL_API_ENTRY void *CL_API_CALL clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                                                     const cl_mem_properties_intel *properties,
                                                     size_t size, cl_uint alignment,
                                                     cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) {
    return allocate(Type::Shared, context, device, properties, size, alignment, error);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clMemFreeINTEL(cl_context context, void *ptr) {
  return freeMemory(context, ptr, false);
}

CL_API_ENTRY cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context context, void *ptr) {
  return freeMemory(context, ptr, true);
}

CL_API_ENTRY cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context context, const void *ptr,
                                                       cl_mem_info_intel param_name,
                                                       size_t param_value_size, void *param_value,
                                                       size_t *param_value_size_ret) {
  const Context *owner = Context::fromHandle(context);
  if (!owner)
    return CL_INVALID_CONTEXT;
  std::optional<Allocation> allocation = owner->allocations().find(ptr);
  if (!allocation || !allocation->purpose.isUnified())
    allocation.emplace();
  return answer(*allocation, param_name,
                InfoTarget(param_value_size, param_value, param_value_size_ret));
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index,
                                                              const void *arg_value) {
  return clSetKernelArgSVMPointer(kernel, arg_index, arg_value);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr,
                                                      const void *pattern, size_t pattern_size,
                                                      size_t size, cl_uint num_events_in_wait_list,
                                                      const cl_event *event_wait_list,
                                                      cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      return fillMemory(slot, CL_COMMAND_MEMFILL_INTEL, dst_ptr, pattern,
                                        pattern_size, size);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue command_queue,
                                                     cl_bool blocking, void *dst_ptr,
                                                     const void *src_ptr, size_t size,
                                                     cl_uint num_events_in_wait_list,
                                                     const cl_event *event_wait_list,
                                                     cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      return copyMemory(slot, CL_COMMAND_MEMCPY_INTEL, dst_ptr, src_ptr, size,
                                        blocking);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMigrateMemINTEL(
    cl_command_queue command_queue, const void *, size_t, cl_mem_migration_flags flags,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      if (!areMigrationFlagsValid(flags))
                        return CL_INVALID_VALUE;
                      return enqueueSynchronisation(slot, CL_COMMAND_MIGRATEMEM_INTEL);
                    });
}

/// No advice is defined except 0 and vendors' own; all is accepted, since none affects results.
CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemAdviseINTEL(cl_command_queue command_queue,
                                                        const void *, size_t, cl_mem_advice_intel,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list,
                                                        cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) {
                      return enqueueSynchronisation(slot, CL_COMMAND_MEMADVISE_INTEL);
                    });
}
