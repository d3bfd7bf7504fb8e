// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/platform/extension_functions.h"

#include "icd/api/command_buffer/names.h"
#include "icd/api/newer_names.h"
#include "icd/api/semaphore/names.h"

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <array>
#include <string_view>

namespace weft::icd {
namespace {

struct Entry {
  std::string_view name;
  void *address;
};

template <class Function> Entry entry(std::string_view name, Function *function) {
  return {name, reinterpret_cast<void *>(function)};
}

} // namespace

void *extensionFunction(const char *name) noexcept {
  static const std::array entries{
      entry("clIcdGetPlatformIDsKHR", clIcdGetPlatformIDsKHR),
      entry("clGetPlatformInfo", clGetPlatformInfo),
      // cl_khr_create_command_queue
      entry("clCreateCommandQueueWithPropertiesKHR", clCreateCommandQueueWithPropertiesKHR),
      // cl_khr_il_program
      entry("clCreateProgramWithILKHR", clCreateProgramWithIL),
      // cl_khr_terminate_context
      entry("clTerminateContextKHR", clTerminateContextKHR),
      // cl_khr_suggested_local_work_size
      entry("clGetKernelSuggestedLocalWorkSizeKHR", clGetKernelSuggestedLocalWorkSizeKHR),
      // cl_intel_subgroups
      entry("clGetKernelSubGroupInfoKHR", clGetKernelSubGroupInfoKHR),
      // OpenCL 3.1, for hosts whose loaders do not know it
      entry("clGetKernelSuggestedLocalWorkSize", clGetKernelSuggestedLocalWorkSizeKHR),
      // cl_ext_image_requirements_info
      entry("clGetImageRequirementsInfoEXT", clGetImageRequirementsInfoEXT),
      // cl_ext_buffer_device_address
      entry("clSetKernelArgDevicePointerEXT", clSetKernelArgDevicePointerEXT),
      // cl_intel_unified_shared_memory
      entry("clHostMemAllocINTEL", clHostMemAllocINTEL),
      entry("clDeviceMemAllocINTEL", clDeviceMemAllocINTEL),
      entry("clSharedMemAllocINTEL", clSharedMemAllocINTEL),
      entry("clMemFreeINTEL", clMemFreeINTEL),
      entry("clMemBlockingFreeINTEL", clMemBlockingFreeINTEL),
      entry("clGetMemAllocInfoINTEL", clGetMemAllocInfoINTEL),
      entry("clSetKernelArgMemPointerINTEL", clSetKernelArgMemPointerINTEL),
      entry("clEnqueueMemFillINTEL", clEnqueueMemFillINTEL),
      entry("clEnqueueMemcpyINTEL", clEnqueueMemcpyINTEL),
      entry("clEnqueueMigrateMemINTEL", clEnqueueMigrateMemINTEL),
      entry("clEnqueueMemAdviseINTEL", clEnqueueMemAdviseINTEL),
      // cl_pocl_content_size
      entry("clSetContentSizeBufferPoCL", clSetContentSizeBufferPoCL),
      // cl_khr_command_buffer
      entry("clCreateCommandBufferKHR", clCreateCommandBufferKHR),
      entry("clRetainCommandBufferKHR", clRetainCommandBufferKHR),
      entry("clReleaseCommandBufferKHR", clReleaseCommandBufferKHR),
      entry("clFinalizeCommandBufferKHR", clFinalizeCommandBufferKHR),
      entry("clEnqueueCommandBufferKHR", clEnqueueCommandBufferKHR),
      entry("clGetCommandBufferInfoKHR", clGetCommandBufferInfoKHR),
      entry("clCommandBarrierWithWaitListKHR", clCommandBarrierWithWaitListKHR),
      entry("clCommandCopyBufferKHR", clCommandCopyBufferKHR),
      entry("clCommandCopyBufferRectKHR", clCommandCopyBufferRectKHR),
      entry("clCommandCopyBufferToImageKHR", clCommandCopyBufferToImageKHR),
      entry("clCommandCopyImageKHR", clCommandCopyImageKHR),
      entry("clCommandCopyImageToBufferKHR", clCommandCopyImageToBufferKHR),
      entry("clCommandFillBufferKHR", clCommandFillBufferKHR),
      entry("clCommandFillImageKHR", clCommandFillImageKHR),
      entry("clCommandNDRangeKernelKHR", clCommandNDRangeKernelKHR),
      entry("clCommandSVMMemcpyKHR", clCommandSVMMemcpyKHR),
      entry("clCommandSVMMemFillKHR", clCommandSVMMemFillKHR),
      // cl_khr_command_buffer_mutable_dispatch
      entry("clUpdateMutableCommandsKHR", clUpdateMutableCommandsKHR),
      entry("clGetMutableCommandInfoKHR", clGetMutableCommandInfoKHR),
      // cl_khr_command_buffer_multi_device
      entry("clRemapCommandBufferKHR", clRemapCommandBufferKHR),
      // cl_khr_external_memory
      entry("clEnqueueAcquireExternalMemObjectsKHR", clEnqueueAcquireExternalMemObjectsKHR),
      entry("clEnqueueReleaseExternalMemObjectsKHR", clEnqueueReleaseExternalMemObjectsKHR),
      // cl_khr_semaphore
      entry("clCreateSemaphoreWithPropertiesKHR", clCreateSemaphoreWithPropertiesKHR),
      entry("clRetainSemaphoreKHR", clRetainSemaphoreKHR),
      entry("clReleaseSemaphoreKHR", clReleaseSemaphoreKHR),
      entry("clEnqueueWaitSemaphoresKHR", clEnqueueWaitSemaphoresKHR),
      entry("clEnqueueSignalSemaphoresKHR", clEnqueueSignalSemaphoresKHR),
      entry("clGetSemaphoreInfoKHR", clGetSemaphoreInfoKHR),
      // cl_khr_external_semaphore and cl_khr_external_semaphore_sync_fd
      entry("clGetSemaphoreHandleForTypeKHR", clGetSemaphoreHandleForTypeKHR),
      entry("clReImportSemaphoreSyncFdKHR", clReImportSemaphoreSyncFdKHR),
  };
  if (name)
    for (const Entry &candidate : entries)
      if (candidate.name == name)
        return candidate.address;
  return nullptr;
}

} // namespace weft::icd
