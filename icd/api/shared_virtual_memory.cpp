// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.6: shared virtual memory, which no device supports.
#include "icd/api/api.h"
#include "icd/core/queue/queue.h"

#include <cstring>

using namespace weft::icd;

namespace {

cl_int refuseCommand(cl_command_queue queue) noexcept {
  return Queue::fromHandle(queue) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

cl_int refuseArgument(cl_kernel kernel) noexcept {
  return isHandle(kernel, ObjectType::Kernel) ? CL_INVALID_OPERATION : CL_INVALID_KERNEL;
}

} // namespace

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) {
  return nullptr;
}

CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context, void *) {}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint, void *[],
                                                 void(CL_CALLBACK *)(cl_command_queue, cl_uint,
                                                                     void *[], void *),
                                                 void *, cl_uint, const cl_event *, cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool, void *,
                                                   const void *, size_t, cl_uint, const cl_event *,
                                                   cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void *, const void *,
                                                    size_t, size_t, cl_uint, const cl_event *,
                                                    cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool, cl_map_flags,
                                                void *, size_t, cl_uint, const cl_event *,
                                                cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void *, cl_uint,
                                                  const cl_event *, cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint,
                                                       const void **, const size_t *,
                                                       cl_mem_migration_flags, cl_uint,
                                                       const cl_event *, cl_event *) {
  return refuseCommand(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint, const void *) {
  return refuseArgument(kernel);
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel handle,
                                                    cl_kernel_exec_info param_name,
                                                    size_t param_value_size,
                                                    const void *param_value) {
  if (!isHandle(handle, ObjectType::Kernel))
    return CL_INVALID_KERNEL;
  switch (param_name) {
  case CL_KERNEL_EXEC_INFO_SVM_PTRS:
    return CL_INVALID_OPERATION;
  case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM: {
    cl_bool isEnabled = CL_FALSE;
    if (!param_value || param_value_size != sizeof(isEnabled))
      return CL_INVALID_VALUE;
    std::memcpy(&isEnabled, param_value, sizeof(isEnabled));
    return isEnabled ? CL_INVALID_OPERATION : CL_SUCCESS;
  }
  default:
    return CL_INVALID_VALUE;
  }
}
