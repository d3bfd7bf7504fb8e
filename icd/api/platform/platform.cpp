// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 4.1: platforms. Section 9.2 (cl_khr_icd) and the addresses of extensions' functions.
#include "icd/core/platform/platform.h"

#include "icd/api/api.h"
#include "icd/api/checked/call_table.h"
#include "icd/api/command_buffer/names.h"
#include "icd/api/names.h"
#include "icd/api/platform/extension_functions.h"

#include <CL/cl_ext.h>

using namespace weft;
using namespace weft::icd;

namespace {

cl_int listPlatforms(cl_uint entries, cl_platform_id *platforms, cl_uint *count) {
  if ((entries == 0 && platforms) || (!platforms && !count))
    return CL_INVALID_VALUE;
  return guarded([&]() -> cl_int {
    checkCallsIfWanted();
    if (platforms)
      platforms[0] = Platform::get().handle();
    if (count)
      *count = 1;
    return CL_SUCCESS;
  });
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint entries, cl_platform_id *platforms,
                                                 cl_uint *count) {
  return listPlatforms(entries, platforms, count);
}

extern "C" __attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clIcdGetPlatformIDsKHR(cl_uint entries, cl_platform_id *platforms, cl_uint *count) {
  return listPlatforms(entries, platforms, count);
}

extern "C" __attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(
    cl_platform_id platform, cl_platform_info name, size_t size, void *value, size_t *sizeReturn) {
  if (!Platform::fromHandle(platform))
    return CL_INVALID_PLATFORM;
  InfoTarget target(size, value, sizeReturn);
  return guarded([&]() -> cl_int {
    switch (name) {
    case CL_PLATFORM_PROFILE:
      return target.text("FULL_PROFILE");
    case CL_PLATFORM_VERSION:
      return target.text("OpenCL 3.1 Weft " WEFT_VERSION);
    case CL_PLATFORM_NUMERIC_VERSION:
      return target.scalar<cl_version>(CL_MAKE_VERSION(3, 1, 0));
    case CL_PLATFORM_NAME:
      return target.text("Weft");
    case CL_PLATFORM_VENDOR:
      return target.text("The Weft project");
    // Those common to all devices.
    case CL_PLATFORM_EXTENSIONS:
      return target.text(joinedNames(compiler::deviceExtensions()));
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
      return target.array<cl_name_version>(nameVersions(compiler::deviceExtensions()));
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return target.scalar<cl_ulong>(1);
    case platformCommandBufferCapabilities:
      return target.scalar<cl_platform_command_buffer_capabilities_khr>(platformUniversalSync |
                                                                        platformRemapQueues);
    case CL_PLATFORM_SEMAPHORE_TYPES_KHR:
      return target.scalar<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR);
    case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
    case CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      return target.scalar<cl_external_semaphore_handle_type_khr>(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR);
    case CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
      return target.scalar<cl_external_memory_handle_type_khr>(
          CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR);
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return target.text("WEFT");
    default:
      return CL_INVALID_VALUE;
    }
  });
}

extern "C" __attribute__((visibility("default"))) CL_API_ENTRY void *CL_API_CALL
clGetExtensionFunctionAddress(const char *name) {
  return extensionFunction(name);
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                        const char *name) {
  return Platform::fromHandle(platform) ? extensionFunction(name) : nullptr;
}
