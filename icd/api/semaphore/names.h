// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of cl_khr_semaphore and cl_khr_external_semaphore that the headers of Debian 12 lack.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

namespace weft::icd {

inline constexpr cl_semaphore_properties_khr semaphoreDeviceHandleList = 0x2053;
inline constexpr cl_semaphore_info_khr semaphoreExportable = 0x2054;
using cl_semaphore_reimport_properties_khr = cl_properties;

} // namespace weft::icd

extern "C" CL_API_ENTRY cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(
    cl_semaphore_khr sema_object, weft::icd::cl_semaphore_reimport_properties_khr *reimport_props,
    int fd);
