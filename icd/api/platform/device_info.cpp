// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 4.2, clGetDeviceInfo: the queries in groups, each of which answers its own and passes on
// the rest.
#include "compiler/interface/program/binary.h"
#include "compiler/interface/target/device_features.h"
#include "compiler/interface/target/host_target.h"
#include "compiler/interface/target/spirv_features.h"
#include "device/arch/cpu_info.h"
#include "device/base/checks.h"
#include "device/base/settings.h"
#include "device/launch/printf.h"
#include "device/machine/memory.h"
#include "icd/api/api.h"
#include "icd/api/command_buffer/names.h"
#include "icd/api/names.h"
#include "icd/api/newer_names.h"
#include "icd/core/platform/device.h"
#include "icd/core/platform/platform.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

using namespace weft;
using namespace weft::icd;

namespace {

/// The answer of a group: empty if the query is not in that group.
using Answer = std::optional<cl_int>;

constexpr cl_version version(unsigned major, unsigned minor) {
  return CL_MAKE_VERSION(major, minor, 0);
}

/// The versions of SPIR-V, newest first.
std::vector<cl_name_version> spirvVersions() {
  std::vector<cl_name_version> result;
  for (unsigned minor = compiler::newestSpirvMinor + 1; minor-- != 0;)
    result.push_back({version(1, minor), "SPIR-V"});
  return result;
}

/// The same, separated by spaces: "SPIR-V_1.6 SPIR-V_1.5 ...".
std::string spirvVersionNames() {
  std::string names;
  for (const cl_name_version &known : spirvVersions())
    names += std::string(names.empty() ? "" : " ") + known.name + "_1." +
             std::to_string(CL_VERSION_MINOR(known.version));
  return names;
}

// Programs keep binaries by it, which have the checks that they were built with.
std::string driverVersion() {
  std::string text = compiler::driverVersion(compiler::hostTarget());
  const CheckSet checks = Settings::ofProcess().checks & CheckSet::ofKernels();
  return checks.isEmpty() ? text : text + " (checks " + checks.text() + ")";
}

Answer identity(const Device &device, cl_device_info name, const InfoTarget &target) {
  const auto &cpu = device::CpuInfo::host();
  switch (name) {
  case CL_DEVICE_TYPE:
    return target.scalar<cl_device_type>(CL_DEVICE_TYPE_CPU);
  case CL_DEVICE_VENDOR_ID:
    return target.scalar<cl_uint>(cpu.vendorPciId);
  case CL_DEVICE_NAME:
    return target.text(cpu.name);
  case CL_DEVICE_VENDOR:
    return target.text(cpu.vendor);
  case CL_DRIVER_VERSION:
    return target.text(driverVersion());
  case CL_DEVICE_PROFILE:
    return target.text("FULL_PROFILE");
  case CL_DEVICE_VERSION:
    return target.text("OpenCL 3.1 Weft " WEFT_VERSION);
  case CL_DEVICE_NUMERIC_VERSION:
    return target.scalar<cl_version>(version(3, 1));
  case CL_DEVICE_PLATFORM:
    return target.scalar<cl_platform_id>(Platform::get().handle());
  case CL_DEVICE_AVAILABLE:
    return target.scalar<cl_bool>(CL_TRUE);
  case CL_DEVICE_REFERENCE_COUNT:
    return target.scalar<cl_uint>(device.referenceCount());
  case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
    // The format is prescribed; year 0 means that no version has been passed officially.
    return target.text("v0000-01-01-00");
  case CL_DEVICE_UUID_KHR: {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (unsigned unit : device.units())
      hash = (hash ^ (unit + 1)) * 0x100000001b3u;
    auto uuid = device::deviceUuid(cpu, hash);
    return target.bytes(uuid.data(), uuid.size());
  }
  case CL_DRIVER_UUID_KHR: {
    std::array<cl_uchar, CL_UUID_SIZE_KHR> uuid{'W', 'e', 'f', 't'};
    std::string_view text = WEFT_VERSION;
    std::copy_n(text.begin(), std::min(text.size(), uuid.size() - 4), uuid.begin() + 4);
    return target.bytes(uuid.data(), uuid.size());
  }
  case CL_DEVICE_LUID_VALID_KHR:
    return target.scalar<cl_bool>(CL_FALSE);
  case CL_DEVICE_LUID_KHR: {
    std::array<cl_uchar, CL_LUID_SIZE_KHR> luid{};
    return target.bytes(luid.data(), luid.size());
  }
  case CL_DEVICE_NODE_MASK_KHR:
    return target.scalar<cl_uint>(0);
  default:
    return {};
  }
}

Answer language(cl_device_info name, const InfoTarget &target) {
  switch (name) {
  case CL_DEVICE_OPENCL_C_VERSION:
    // The version of programs that specify none. Newer ones are listed below.
    return target.text("OpenCL C 1.2 Weft " WEFT_VERSION);
  case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
    return target.scalar<cl_version>(version(1, 2));
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS: {
    static constexpr std::array versions{
        cl_name_version{version(1, 0), "OpenCL C"}, cl_name_version{version(1, 1), "OpenCL C"},
        cl_name_version{version(1, 2), "OpenCL C"}, cl_name_version{version(2, 0), "OpenCL C"},
        cl_name_version{version(3, 0), "OpenCL C"}, cl_name_version{version(3, 1), "OpenCL C"}};
    return target.array<cl_name_version>(versions);
  }
  case CL_DEVICE_OPENCL_C_FEATURES:
    return target.array<cl_name_version>(nameVersions(compiler::deviceFeatures()));
  case CL_DEVICE_EXTENSIONS:
    return target.text(joinedNames(compiler::deviceExtensions()));
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    return target.array<cl_name_version>(nameVersions(compiler::deviceExtensions()));
  case CL_DEVICE_IL_VERSION:
    return target.text(spirvVersionNames());
  case CL_DEVICE_ILS_WITH_VERSION:
    return target.array<cl_name_version>(spirvVersions());
  case deviceSpirvExtendedInstructionSets:
    return target.array(compiler::spirvInstructionSets());
  case deviceSpirvExtensions:
    return target.array(compiler::spirvExtensions());
  case deviceSpirvCapabilities:
    return target.array(compiler::spirvCapabilities());
  case CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT:
    // For programs with CLC++; 2021 is too large a number for a major version.
    return target.scalar<cl_version>(version(1, 0));
  case CL_DEVICE_BUILT_IN_KERNELS:
    return target.text("");
  case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    return target.bytes(nullptr, 0);
  case CL_DEVICE_COMPILER_AVAILABLE:
  case CL_DEVICE_LINKER_AVAILABLE:
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
  case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    return target.scalar<cl_bool>(CL_TRUE);
  case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
    return target.scalar<cl_device_integer_dot_product_capabilities_khr>(
        CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR |
        CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR);
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR: {
    // The built-ins are the same as multiplications and additions in a program.
    const cl_device_integer_dot_product_acceleration_properties_khr none{};
    return target.bytes(&none, sizeof none);
  }
  case CL_DEVICE_PRINTF_BUFFER_SIZE:
    return target.scalar<size_t>(device::printfBufferBytes);
  default:
    return {};
  }
}

/// cl_intel_device_attribute_query: a slice shares a last-level cache, a sub-slice is a core, whose
/// one execution unit runs its hardware threads.
Answer attributes(const Device &device, cl_device_info name, const InfoTarget &target) {
  const auto &topology = device::Topology::ofProcess();
  const auto largest = [&](device::AffinityDomain part, const device::ProcessingUnits &units) {
    std::size_t most = 1;
    for (const device::ProcessingUnits &one : topology.domains(part, units))
      most = std::max(most, one.size());
    return most;
  };
  const std::uint32_t signature = device::CpuInfo::host().signature;
  const std::size_t threads = largest(device::AffinityDomain::L1Cache, device.units());
  switch (name) {
  case CL_DEVICE_IP_VERSION_INTEL:
  case CL_DEVICE_ID_INTEL:
    return target.scalar<cl_uint>(signature);
  case CL_DEVICE_NUM_SLICES_INTEL: {
    const auto slices = topology.domains(device::AffinityDomain::L3Cache, device.units());
    return target.scalar<cl_uint>(std::max<cl_uint>(1, static_cast<cl_uint>(slices.size())));
  }
  case CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL: {
    const auto slices = topology.domains(device::AffinityDomain::L3Cache, device.units());
    const std::size_t units = slices.empty()
                                  ? device.units().size()
                                  : largest(device::AffinityDomain::L3Cache, device.units());
    return target.scalar<cl_uint>(static_cast<cl_uint>((units + threads - 1) / threads));
  }
  case CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL:
    return target.scalar<cl_uint>(1);
  case CL_DEVICE_NUM_THREADS_PER_EU_INTEL:
    return target.scalar<cl_uint>(static_cast<cl_uint>(threads));
  case CL_DEVICE_FEATURE_CAPABILITIES_INTEL:
    return target.scalar<cl_device_feature_capabilities_intel>(0);
  default:
    return {};
  }
}

/// Lanes of the widest vector register, at most 16, as in OpenCL's widest vector.
cl_uint lanes(unsigned elementBits) {
  return std::clamp(device::CpuInfo::host().vectorBits / elementBits, 1u, 16u);
}

Answer compute(const Device &device, cl_device_info name, const InfoTarget &target) {
  switch (name) {
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return target.scalar<cl_uint>(device.computeUnits());
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
    return target.scalar<cl_uint>(maxWorkItemDimensions);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES: { // CL_DEVICE_MAX_WORK_GROUP_SIZES has the same number
    const std::array<size_t, 3> sizes{maxWorkGroupSize, maxWorkGroupSize, maxWorkGroupSize};
    return target.array<size_t>(sizes);
  }
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return target.scalar<size_t>(maxWorkGroupSize);
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return target.scalar<size_t>(lanes(32));
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    return target.scalar<cl_uint>(lanes(8));
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    return target.scalar<cl_uint>(lanes(16));
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    return target.scalar<cl_uint>(lanes(32));
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    return target.scalar<cl_uint>(lanes(64));
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    // Computing half in float is no reason to prefer it. With cl_khr_fp16 it is never 0.
    return target.scalar<cl_uint>(device::CpuInfo::host().hasHalfArithmetic ? lanes(16) : 1);
  case CL_DEVICE_MAX_CLOCK_FREQUENCY: {
    cl_uint mhz = device::Topology::ofProcess().maxClockMhz();
    return target.scalar<cl_uint>(mhz ? mhz : device::CpuInfo::host().maxClockMhz);
  }
  case CL_DEVICE_ADDRESS_BITS:
    return target.scalar<cl_uint>(8 * sizeof(void *));
  case CL_DEVICE_ENDIAN_LITTLE:
    return target.scalar<cl_bool>(CL_TRUE);
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
    return target.scalar<cl_uint>(maxWorkGroupSize / subGroupSizes.front());
  case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
    return target.array<size_t>(subGroupSizes);
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    return target.scalar<cl_bool>(CL_FALSE);
  default:
    return {};
  }
}

Answer floatingPoint(cl_device_info name, const InfoTarget &target) {
  constexpr cl_device_fp_config ieee = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                       CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
  switch (name) {
  case CL_DEVICE_SINGLE_FP_CONFIG:
    return target.scalar<cl_device_fp_config>(ieee | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
  case CL_DEVICE_DOUBLE_FP_CONFIG:
  case CL_DEVICE_HALF_FP_CONFIG:
    return target.scalar<cl_device_fp_config>(ieee);
  default:
    return {};
  }
}

Answer memory(const Device &device, cl_device_info name, const InfoTarget &target) {
  const auto &topology = device::Topology::ofProcess();
  switch (name) {
  case CL_DEVICE_GLOBAL_MEM_SIZE:
    return target.scalar<cl_ulong>(device.globalMemoryBytes());
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
    return target.scalar<cl_ulong>(device.maxAllocationBytes());
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
    return target.scalar<cl_device_mem_cache_type>(CL_READ_WRITE_CACHE);
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
    return target.scalar<cl_uint>(topology.l1Data().lineBytes);
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    return target.scalar<cl_ulong>(topology.lastLevel().bytes);
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
    return target.scalar<cl_uint>(8 * device::bufferAlignment);
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
    return target.scalar<cl_uint>(sizeof(cl_long16));
  case CL_DEVICE_MAX_CONSTANT_ARGS:
    return target.scalar<cl_uint>(maxConstantArguments);
  case CL_DEVICE_MAX_PARAMETER_SIZE:
    return target.scalar<size_t>(maxParameterBytes);
  case CL_DEVICE_LOCAL_MEM_TYPE:
    return target.scalar<cl_device_local_mem_type>(CL_GLOBAL);
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return target.scalar<cl_ulong>(localMemoryBytes);
  case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
  case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
    return target.scalar<size_t>(maxGlobalVariableBytes);
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
    return target.scalar<cl_bool>(CL_TRUE);
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    return target.scalar<cl_bool>(CL_FALSE);
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    return target.scalar<cl_device_atomic_capabilities>(
        CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
        CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
        CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
    return target.scalar<cl_device_atomic_capabilities>(
        CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
        CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
        CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE |
        CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
  case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
    return target.scalar<cl_uint>(0); // that of the type
  case deviceKernelClockCapabilities:
    return target.scalar<cl_device_kernel_clock_capabilities_khr>(
        kernelClockScopeDevice | kernelClockScopeWorkGroup | kernelClockScopeSubGroup);
  case deviceSingleFpAtomicCapabilities:
  case deviceDoubleFpAtomicCapabilities:
  case deviceHalfFpAtomicCapabilities:
    return target.scalar<cl_device_fp_atomic_capabilities_ext>(everyFpAtomicCapability);
  case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
    return target.scalar<cl_device_unified_shared_memory_capabilities_intel>(
        CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
        CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL |
        CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL);
  case CL_DEVICE_SVM_CAPABILITIES:
    return target.scalar<cl_device_svm_capabilities>(
        CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
        CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS);
  default:
    return {};
  }
}

/// Images and samplers.
Answer images(cl_device_info name, const InfoTarget &target) {
  switch (name) {
  case CL_DEVICE_IMAGE_SUPPORT:
    return target.scalar<cl_bool>(CL_TRUE);
  case CL_DEVICE_MAX_READ_IMAGE_ARGS:
    return target.scalar<cl_uint>(maxReadImages);
  case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
    return target.scalar<cl_uint>(maxWriteImages);
  case CL_DEVICE_MAX_SAMPLERS:
    return target.scalar<cl_uint>(maxSamplers);
  case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
  case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    return target.scalar<cl_uint>(imageAlignmentTexels);
  case CL_DEVICE_IMAGE2D_MAX_WIDTH:
  case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    return target.scalar<size_t>(maxImageSide);
  case CL_DEVICE_IMAGE3D_MAX_WIDTH:
  case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    return target.scalar<size_t>(maxImage3dSide);
  case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
    return target.scalar<size_t>(maxBufferImageTexels);
  case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    return target.scalar<size_t>(maxImageLayers);
  default:
    return {};
  }
}

Answer pipes(cl_device_info name, const InfoTarget &target) {
  switch (name) {
  case CL_DEVICE_PIPE_SUPPORT:
    return target.scalar<cl_bool>(CL_TRUE);
  case CL_DEVICE_MAX_PIPE_ARGS:
    return target.scalar<cl_uint>(maxPipeArguments);
  case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    return target.scalar<cl_uint>(maxPipeReservations);
  case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
    return target.scalar<cl_uint>(maxPipePacketBytes);
  default:
    return {};
  }
}

Answer queues(cl_device_info name, const InfoTarget &target) {
  switch (name) {
  case CL_DEVICE_TERMINATE_CAPABILITY_KHR:
  case deviceTerminateCapabilityOf12:
    return target.scalar<cl_bitfield>(deviceTerminateCapabilityContext);
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return target.scalar<cl_device_exec_capabilities>(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL);
  case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
    return target.scalar<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                      CL_QUEUE_PROFILING_ENABLE);
  case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    return target.scalar<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                      CL_QUEUE_PROFILING_ENABLE);
  case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    return target.scalar<cl_uint>(preferredDeviceQueueBytes);
  case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    return target.scalar<cl_uint>(maxDeviceQueueBytes);
  case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    return target.scalar<cl_uint>(maxDeviceQueues);
  case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    return target.scalar<cl_uint>(maxDeviceEvents);
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    return target.scalar<cl_device_device_enqueue_capabilities>(
        CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT);
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
    return target.scalar<size_t>(1);
  case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
    return target.scalar<cl_bool>(CL_TRUE);
  default:
    return {};
  }
}

/// Command buffers. They replay on queues with any properties.
Answer commandBuffers(Device &device, cl_device_info name, const InfoTarget &target) {
  switch (name) {
  case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
    return target.scalar<cl_device_command_buffer_capabilities_khr>(
        CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
        CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR |
        CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR | capabilityMultipleQueue);
  case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
    return target.scalar<cl_command_queue_properties>(0);
  case deviceCommandBufferSupportedQueueProperties:
    return target.scalar<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                      CL_QUEUE_PROFILING_ENABLE);
  case deviceCommandBufferNumSyncDevices:
    return target.scalar<cl_uint>(1);
  case deviceCommandBufferSyncDevices:
    return target.scalar<cl_device_id>(device.root().handle());
  case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
    return target.scalar<cl_mutable_dispatch_fields_khr>(everyMutableDispatchField);
  default:
    return {};
  }
}

/// Semaphores, and memory exported by other APIs.
Answer sharing(cl_device_info name, const InfoTarget &target) {
  switch (name) {
  case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
  case deviceImportAssumeLinearImagesHandleTypes:
    return target.scalar<cl_external_memory_handle_type_khr>(
        CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR);
  case CL_DEVICE_SEMAPHORE_TYPES_KHR:
    return target.scalar<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR);
  case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
  case CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
    return target.scalar<cl_external_semaphore_handle_type_khr>(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR);
  default:
    return {};
  }
}

Answer partitions(Device &device, cl_device_info name, const InfoTarget &target) {
  switch (name) {
  case CL_DEVICE_PARENT_DEVICE:
    return target.scalar<cl_device_id>(device.parent() ? device.parent()->handle() : nullptr);
  case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    return target.scalar<cl_uint>(device.computeUnits());
  case CL_DEVICE_PARTITION_PROPERTIES: {
    std::vector<cl_device_partition_property> kinds;
    if (device.computeUnits() > 1)
      kinds = {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
    if (device.affinityDomains())
      kinds.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
    if (kinds.empty())
      kinds.push_back(0);
    return target.array<cl_device_partition_property>(kinds);
  }
  case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    return target.scalar<cl_device_affinity_domain>(device.affinityDomains());
  case CL_DEVICE_PARTITION_TYPE:
    if (device.partitionType().empty())
      return target.scalar<cl_device_partition_property>(0);
    return target.array<cl_device_partition_property>(device.partitionType());
  default:
    return {};
  }
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id handle, cl_device_info name,
                                                size_t size, void *value, size_t *sizeReturn) {
  Device *device = Device::fromHandle(handle);
  if (!device)
    return CL_INVALID_DEVICE;
  InfoTarget target(size, value, sizeReturn);
  return guarded([&]() -> cl_int {
    Answer answer = identity(*device, name, target);
    if (!answer)
      answer = language(name, target);
    if (!answer)
      answer = compute(*device, name, target);
    if (!answer)
      answer = attributes(*device, name, target);
    if (!answer)
      answer = floatingPoint(name, target);
    if (!answer)
      answer = memory(*device, name, target);
    if (!answer)
      answer = images(name, target);
    if (!answer)
      answer = pipes(name, target);
    if (!answer)
      answer = queues(name, target);
    if (!answer)
      answer = commandBuffers(*device, name, target);
    if (!answer)
      answer = sharing(name, target);
    if (!answer)
      answer = partitions(*device, name, target);
    return answer.value_or(CL_INVALID_VALUE);
  });
}
