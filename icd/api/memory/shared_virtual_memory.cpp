// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.6: shared virtual memory. Devices run on the host's CPUs, so they have the finest
// granularity by nature: kernels reach all memory of the process, and mapping is a no-op.
#include "icd/api/memory/memory_pointers.h"
#include "icd/api/newer_names.h"
#include "icd/core/context/checked/released_storage.h"
#include "icd/core/program/kernel.h"

using namespace weft::icd;

namespace {

bool areFlagsValid(cl_svm_mem_flags flags) {
  constexpr cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  const cl_svm_mem_flags chosen = flags & access;
  return !hasUnknownBits(flags, access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS) &&
         (chosen & (chosen - 1)) == 0 &&
         (!(flags & CL_MEM_SVM_ATOMICS) || flags & CL_MEM_SVM_FINE_GRAIN_BUFFER);
}

bool areRangesAllocated(const Context &context, cl_uint count, const void *const *pointers,
                        const size_t *sizes) {
  for (cl_uint index = 0; index < count; ++index) {
    const size_t size = sizes ? sizes[index] : 0;
    const auto allocation = context.allocations().find(pointers[index]);
    if (size && !(allocation && allocation->contains(pointers[index], size)))
      return false;
  }
  return true;
}

} // namespace

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                                          cl_uint alignment) {
  return creating(nullptr, [&](cl_int &) -> void * {
    Context *owner = live(Context::fromHandle(context));
    if (!owner || !areFlagsValid(flags) || size == 0 || !fitsEveryDevice(*owner, size) ||
        !isAlignmentValid(alignment))
      return nullptr;
    AllocationPurpose purpose;
    purpose.isFineGrained = flags & CL_MEM_SVM_FINE_GRAIN_BUFFER;
    void *memory = owner->allocations().allocate(*owner, size, alignment, purpose);
    noteAllocatingCall(memory, "clSVMAlloc");
    return memory;
  });
}

CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context context, void *svm_pointer) {
  if (Context *owner = Context::fromHandle(context)) {
    noteFreeingCall(svm_pointer, "clSVMFree");
    owner->allocations().freeSharedVirtual(svm_pointer);
  }
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMFree(
    cl_command_queue command_queue, cl_uint num_svm_pointers, void *svm_pointers[],
    void(CL_CALLBACK *pfn_free_func)(cl_command_queue, cl_uint, void *[], void *), void *user_data,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      if ((num_svm_pointers == 0) != (svm_pointers == nullptr))
                        return CL_INVALID_VALUE;
                      return enqueueFree(slot, std::span(svm_pointers, num_svm_pointers),
                                         pfn_free_func, user_data);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue,
                                                   cl_bool blocking_copy, void *dst_ptr,
                                                   const void *src_ptr, size_t size,
                                                   cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list,
                                                   cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      return copyMemory(slot, CL_COMMAND_SVM_MEMCPY, dst_ptr, src_ptr, size,
                                        blocking_copy);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr,
                                                    const void *pattern, size_t pattern_size,
                                                    size_t size, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list,
                                                    cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      if (!svm_ptr || !isFillPatternValid(pattern, pattern_size, size) ||
                          reinterpret_cast<std::uintptr_t>(svm_ptr) % pattern_size != 0)
                        return CL_INVALID_VALUE;
                      return enqueueFillMemory(slot, CL_COMMAND_SVM_MEMFILL, svm_ptr, pattern,
                                               pattern_size, size);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue,
                                                cl_bool blocking_map, cl_map_flags flags,
                                                void *svm_ptr, size_t size,
                                                cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      if (!svm_ptr || size == 0 || !areMapFlagsValid(flags))
                        return CL_INVALID_VALUE;
                      return enqueueMapPointer(slot, flags, svm_ptr, size, blocking_map);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                                                  cl_uint num_events_in_wait_list,
                                                  const cl_event *event_wait_list,
                                                  cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      if (!svm_ptr)
                        return CL_INVALID_VALUE;
                      return enqueueUnmapPointer(slot, svm_ptr);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMigrateMem(
    cl_command_queue command_queue, cl_uint num_svm_pointers, const void **svm_pointers,
    const size_t *sizes, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(
      command_queue, num_events_in_wait_list, event_wait_list, event,
      [&](const CommandSlot &slot) -> cl_int {
        if (num_svm_pointers == 0 || !svm_pointers || !areMigrationFlagsValid(flags) ||
            !areRangesAllocated(slot.queue.context(), num_svm_pointers, svm_pointers, sizes))
          return CL_INVALID_VALUE;
        return enqueueSynchronisation(slot, CL_COMMAND_SVM_MIGRATE_MEM);
      });
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel handle, cl_uint arg_index,
                                                         const void *arg_value) {
  Kernel *kernel = Kernel::fromHandle(handle);
  return kernel ? kernel->setPointer(arg_index, arg_value) : CL_INVALID_KERNEL;
}

/// Kernels may follow every pointer, so there is nothing to record.
CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel handle,
                                                    cl_kernel_exec_info param_name,
                                                    size_t param_value_size,
                                                    const void *param_value) {
  if (!isHandle(handle, ObjectType::Kernel))
    return CL_INVALID_KERNEL;
  switch (param_name) {
  case CL_KERNEL_EXEC_INFO_SVM_PTRS:
  case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
  case kernelExecInfoDevicePointers:
    return param_value_size % sizeof(void *) == 0 && (param_value_size == 0 || param_value)
               ? CL_SUCCESS
               : CL_INVALID_VALUE;
  case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
  case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
    return param_value && param_value_size == sizeof(cl_bool) ? CL_SUCCESS : CL_INVALID_VALUE;
  default:
    return CL_INVALID_VALUE;
  }
}
