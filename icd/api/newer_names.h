// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of the API that the headers of Debian 12 lack, with the values of the specification.
#pragma once

#include <CL/cl.h>

namespace weft::icd {

// cl_ext_buffer_device_address
using cl_mem_device_address_ext = cl_ulong;
inline constexpr cl_mem_properties memDevicePrivateAddress = 0x5000;
inline constexpr cl_mem_info memDeviceAddress = 0x5001;
inline constexpr cl_kernel_exec_info kernelExecInfoDevicePointers = 0x5002;

// cl_khr_terminate_context. The first value is from headers for OpenCL 1.2, and programs still
// query it.
inline constexpr cl_device_info deviceTerminateCapabilityOf12 = 0x200F;
inline constexpr cl_bitfield deviceTerminateCapabilityContext = 1 << 0;

// cl_khr_external_memory
inline constexpr cl_mem_properties memDeviceHandleList = 0x2051;
inline constexpr cl_device_info deviceImportAssumeLinearImagesHandleTypes = 0x2052;

// cl_ext_float_atomics
using cl_device_fp_atomic_capabilities_ext = cl_bitfield;
inline constexpr cl_device_info deviceSingleFpAtomicCapabilities = 0x4231;
inline constexpr cl_device_info deviceDoubleFpAtomicCapabilities = 0x4232;
inline constexpr cl_device_info deviceHalfFpAtomicCapabilities = 0x4233;
/// Load, store and exchange; addition; minimum and maximum; in global and in local memory.
inline constexpr cl_device_fp_atomic_capabilities_ext everyFpAtomicCapability = 0x70007;

// cl_khr_spirv_queries
inline constexpr cl_device_info deviceSpirvExtendedInstructionSets = 0x12B9;
inline constexpr cl_device_info deviceSpirvExtensions = 0x12BA;
inline constexpr cl_device_info deviceSpirvCapabilities = 0x12BB;

// cl_khr_kernel_clock
using cl_device_kernel_clock_capabilities_khr = cl_bitfield;
inline constexpr cl_device_info deviceKernelClockCapabilities = 0x1076;
inline constexpr cl_device_kernel_clock_capabilities_khr kernelClockScopeDevice = 1 << 0;
inline constexpr cl_device_kernel_clock_capabilities_khr kernelClockScopeWorkGroup = 1 << 1;
inline constexpr cl_device_kernel_clock_capabilities_khr kernelClockScopeSubGroup = 1 << 2;

} // namespace weft::icd

// cl_pocl_content_size
extern "C" CL_API_ENTRY cl_int CL_API_CALL clSetContentSizeBufferPoCL(cl_mem buffer,
                                                                      cl_mem content_size_buffer);

extern "C" CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(
    cl_kernel kernel, cl_uint arg_index, weft::icd::cl_mem_device_address_ext arg_value);
