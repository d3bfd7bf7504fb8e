// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reference counts, destructor callbacks, queries, unmapping and migration of memory objects
// (section 5.5).
#include "icd/api/memory/memory_properties.h"
#include "icd/api/newer_names.h"
#include "icd/api/queue/command.h"

#include <vector>

using namespace weft::icd;

namespace {

/// CL_MEM_DEVICE_ADDRESS_EXT: one address for each device, all the same. A kernel that has it
/// writes without telling.
cl_int deviceAddresses(const Memory &memory, const InfoTarget &target) {
  if (!hasPrivateAddress(memory.properties()))
    return CL_INVALID_OPERATION;
  memory.noteWrites();
  return guarded([&] {
    const std::vector<cl_mem_device_address_ext> addresses(
        memory.context().deviceCount(), reinterpret_cast<std::uintptr_t>(memory.data()));
    return target.array(std::span<const cl_mem_device_address_ext>(addresses));
  });
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clRetainMemObject(cl_mem memobj) {
  Memory *memory = Memory::fromHandle(memobj);
  if (!memory)
    return CL_INVALID_MEM_OBJECT;
  memory->retainApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) {
  Memory *memory = Memory::fromHandle(memobj);
  return memory && memory->releaseApi() ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY cl_int CL_API_CALL clSetMemObjectDestructorCallback(
    cl_mem memobj, void(CL_CALLBACK *pfn_notify)(cl_mem, void *), void *user_data) {
  return guarded([&]() -> cl_int {
    Memory *memory = Memory::fromHandle(memobj);
    if (!memory)
      return CL_INVALID_MEM_OBJECT;
    if (!pfn_notify)
      return CL_INVALID_VALUE;
    memory->addDestructorCallback(pfn_notify, user_data);
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name,
                                                   size_t param_value_size, void *param_value,
                                                   size_t *param_value_size_ret) {
  Memory *memory = Memory::fromHandle(memobj);
  if (!memory)
    return CL_INVALID_MEM_OBJECT;
  const InfoTarget target(param_value_size, param_value, param_value_size_ret);
  switch (param_name) {
  case CL_MEM_TYPE:
    return target.scalar<cl_mem_object_type>(memory->type());
  case CL_MEM_FLAGS:
    return target.scalar<cl_mem_flags>(memory->flags());
  case CL_MEM_SIZE:
    return target.scalar<size_t>(memory->size());
  case CL_MEM_HOST_PTR:
    return target.scalar<void *>(memory->hostPointer());
  case CL_MEM_MAP_COUNT:
    return target.scalar<cl_uint>(memory->mapCount());
  case CL_MEM_REFERENCE_COUNT:
    return target.scalar<cl_uint>(memory->referenceCount());
  case CL_MEM_CONTEXT:
    return target.scalar<cl_context>(memory->context().handle());
  case CL_MEM_ASSOCIATED_MEMOBJECT:
    return target.scalar<cl_mem>(memory->parent() ? memory->parent()->handle() : nullptr);
  case CL_MEM_OFFSET:
    return target.scalar<size_t>(memory->origin());
  case CL_MEM_USES_SVM_POINTER:
    return target.scalar<cl_bool>(memory->isSharedVirtualMemory());
  case CL_MEM_PROPERTIES:
    return target.array(std::span<const cl_mem_properties>(memory->properties()));
  case memDeviceAddress:
    return deviceAddresses(*memory, target);
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue,
                                                        cl_mem memobj, void *mapped_ptr,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list,
                                                        cl_event *event) {
  return enqueueingOn<findMemory>(memobj, command_queue, num_events_in_wait_list, event_wait_list,
                                  event, [&](const CommandSlot &slot, Memory &memory) -> cl_int {
                                    return enqueueUnmap(slot, memory, mapped_ptr);
                                  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMigrateMemObjects(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects,
    cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
    cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      if (num_mem_objects == 0 || !mem_objects || !areMigrationFlagsValid(flags))
                        return CL_INVALID_VALUE;
                      std::vector<Memory *> objects(num_mem_objects);
                      for (cl_uint index = 0; index < num_mem_objects; ++index)
                        if (cl_int status =
                                findMemory(slot.queue, mem_objects[index], objects[index]))
                          return status;
                      return enqueueMigrate(slot, objects);
                    });
}

/// cl_pocl_content_size. Transfers never cross memories, so none can be shortened.
CL_API_ENTRY cl_int CL_API_CALL clSetContentSizeBufferPoCL(cl_mem buffer,
                                                           cl_mem content_size_buffer) {
  const Memory *content = Memory::fromHandle(buffer);
  const Memory *size = Memory::fromHandle(content_size_buffer);
  if (!content || !size)
    return CL_INVALID_MEM_OBJECT;
  if (!content->isBuffer() || !size->isBuffer() || size->size() < sizeof(cl_ulong))
    return CL_INVALID_VALUE;
  return &content->context() == &size->context() ? CL_SUCCESS : CL_INVALID_CONTEXT;
}
