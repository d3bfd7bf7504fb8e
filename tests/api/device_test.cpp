// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 4.2 and 4.3: device queries, sub-devices and timers.
#include "tests/api/fixture.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>
#include <sstream>

namespace weft::test {
namespace {

class DeviceApi : public Api {
protected:
  std::string text(cl_device_info name) const {
    return infoString([&](auto... rest) { return clGetDeviceInfo(device(), name, rest...); });
  }
  template <class T> std::vector<T> list(cl_device_info name, cl_device_id of = device()) const {
    size_t bytes = 0;
    EXPECT_EQ(clGetDeviceInfo(of, name, 0, nullptr, &bytes), CL_SUCCESS);
    std::vector<T> values(bytes / sizeof(T));
    EXPECT_EQ(clGetDeviceInfo(of, name, bytes, values.data(), nullptr), CL_SUCCESS);
    return values;
  }
};

struct Query {
  cl_device_info name;
  size_t bytes;
  cl_ulong minimum; ///< of the full profile, OpenCL 3.0
};

TEST_F(DeviceApi, NumbersReachTheMinimaOfTheFullProfile) {
  const Query queries[] = {
      {CL_DEVICE_TYPE, sizeof(cl_device_type), CL_DEVICE_TYPE_CPU},
      {CL_DEVICE_VENDOR_ID, sizeof(cl_uint), 0},
      {CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(cl_uint), 1},
      {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, sizeof(cl_uint), 3},
      {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t), 1},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, sizeof(cl_uint), 1},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, sizeof(cl_uint), 1},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, sizeof(cl_uint), 1},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, sizeof(cl_uint), 1},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, sizeof(cl_uint), 1},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, sizeof(cl_uint), 1},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, sizeof(cl_uint), 1},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, sizeof(cl_uint), 1},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, sizeof(cl_uint), 1},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, sizeof(cl_uint), 1},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, sizeof(cl_uint), 1},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof(cl_uint), 1},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, sizeof(cl_uint), 1},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, sizeof(cl_uint), 1},
      {CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof(cl_uint), 0},
      {CL_DEVICE_ADDRESS_BITS, sizeof(cl_uint), 64},
      {CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong), 32u << 20},
      {CL_DEVICE_MAX_PARAMETER_SIZE, sizeof(size_t), 1024},
      {CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(cl_uint), 1024},
      {CL_DEVICE_SINGLE_FP_CONFIG, sizeof(cl_device_fp_config), 1},
      {CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(cl_device_fp_config), 63},
      {CL_DEVICE_HALF_FP_CONFIG, sizeof(cl_device_fp_config), 63},
      {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, sizeof(cl_device_mem_cache_type), CL_READ_WRITE_CACHE},
      {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, sizeof(cl_uint), 16},
      {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, sizeof(cl_ulong), 1024},
      {CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong), 64u << 20},
      {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof(cl_ulong), 64u << 10},
      {CL_DEVICE_MAX_CONSTANT_ARGS, sizeof(cl_uint), 8},
      {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof(size_t), 64u << 10},
      {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, sizeof(size_t), 0},
      {CL_DEVICE_LOCAL_MEM_TYPE, sizeof(cl_device_local_mem_type), CL_LOCAL},
      {CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong), 32u << 10},
      {CL_DEVICE_ERROR_CORRECTION_SUPPORT, sizeof(cl_bool), 0},
      {CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(cl_bool), 1},
      {CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof(size_t), 1},
      {CL_DEVICE_ENDIAN_LITTLE, sizeof(cl_bool), 1},
      {CL_DEVICE_AVAILABLE, sizeof(cl_bool), 1},
      {CL_DEVICE_COMPILER_AVAILABLE, sizeof(cl_bool), 1},
      {CL_DEVICE_LINKER_AVAILABLE, sizeof(cl_bool), 1},
      {CL_DEVICE_EXECUTION_CAPABILITIES, sizeof(cl_device_exec_capabilities),
       CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL},
      {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, sizeof(cl_command_queue_properties),
       CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE},
      {CL_DEVICE_PLATFORM, sizeof(cl_platform_id), 1},
      {CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof(size_t), 1u << 20},
      {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, sizeof(cl_bool), 0},
      {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof(cl_uint), 0},
      {CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof(cl_device_affinity_domain), 0},
      {CL_DEVICE_REFERENCE_COUNT, sizeof(cl_uint), 1},
      {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, sizeof(cl_uint), 0},
      {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, sizeof(cl_uint), 0},
      {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, sizeof(cl_uint), 0},
      {CL_DEVICE_NUMERIC_VERSION, sizeof(cl_version), CL_MAKE_VERSION(3, 1, 0)},
      {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof(cl_device_atomic_capabilities),
       CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP},
      {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, sizeof(cl_device_atomic_capabilities),
       CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
           CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP},
      {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof(cl_bool), 1},
      {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof(cl_bool), 1},
      {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, sizeof(cl_bool), 1},
      {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t), 1},
  };
  for (const Query &query : queries) {
    SCOPED_TRACE("query 0x" + (std::ostringstream() << std::hex << query.name).str());
    cl_ulong value = 0;
    size_t size = 0;
    ASSERT_EQ(errorName(clGetDeviceInfo(device(), query.name, sizeof value, &value, &size)),
              "CL_SUCCESS");
    EXPECT_EQ(size, query.bytes);
    EXPECT_GE(value, query.minimum);
    if (query.bytes == sizeof(cl_bool) && query.minimum == 1 &&
        query.name != CL_DEVICE_REFERENCE_COUNT) {
      EXPECT_NE(value, 0u);
    }
    EXPECT_EQ(clGetDeviceInfo(device(), query.name, query.bytes - 1, &value, nullptr),
              CL_INVALID_VALUE);
  }
}

// The least values for a full profile (OpenCL 3.0, table 5).
TEST_F(DeviceApi, ImagesAreLargeAndMany) {
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_IMAGE_SUPPORT), CL_TRUE);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_READ_IMAGE_ARGS), 128u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_SAMPLERS), 16u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH), 16384u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT), 16384u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_WIDTH), 2048u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_HEIGHT), 2048u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH), 2048u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 65536u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), 2048u);
}

TEST_F(DeviceApi, WhatIsNotThereIsReportedAsZero) {
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS), 0u);
  EXPECT_EQ(deviceInfo<cl_device_id>(CL_DEVICE_PARENT_DEVICE), nullptr);
  EXPECT_EQ(text(CL_DEVICE_BUILT_IN_KERNELS), "");
  EXPECT_TRUE(list<cl_name_version>(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION).empty());
}

TEST_F(DeviceApi, IntermediateLanguages) {
  EXPECT_EQ(text(CL_DEVICE_IL_VERSION), "SPIR-V_1.6 SPIR-V_1.5 SPIR-V_1.4 SPIR-V_1.3 SPIR-V_1.2 "
                                        "SPIR-V_1.1 SPIR-V_1.0");
  const auto versions = list<cl_name_version>(CL_DEVICE_ILS_WITH_VERSION);
  ASSERT_EQ(versions.size(), 7u);
  EXPECT_STREQ(versions[0].name, "SPIR-V");
  EXPECT_EQ(versions[0].version, cl_version{CL_MAKE_VERSION(1, 6, 0)});
  EXPECT_EQ(versions[6].version, cl_version{CL_MAKE_VERSION(1, 0, 0)});
  constexpr cl_device_info instructionSets = 0x12B9, extensions = 0x12BA, capabilities = 0x12BB;
  EXPECT_EQ(std::string(list<const char *>(instructionSets).at(0)), "OpenCL.std");
  const auto names = list<const char *>(extensions);
  EXPECT_TRUE(std::ranges::any_of(names, [](const char *name) {
    return std::string(name) == "SPV_KHR_no_integer_wrap_decoration";
  }));
  constexpr cl_uint shader = 1, addresses = 4, kernel = 6;
  const auto numbers = list<cl_uint>(capabilities);
  EXPECT_NE(std::ranges::find(numbers, addresses), numbers.end());
  EXPECT_NE(std::ranges::find(numbers, kernel), numbers.end());
  EXPECT_EQ(std::ranges::find(numbers, shader), numbers.end());
}

TEST_F(DeviceApi, Strings) {
  EXPECT_FALSE(text(CL_DEVICE_NAME).empty());
  EXPECT_FALSE(text(CL_DEVICE_VENDOR).empty());
  EXPECT_NE(text(CL_DRIVER_VERSION).find(" (binaries "), std::string::npos)
      << "programs that keep binaries cannot tell those that this driver refuses";
  EXPECT_EQ(text(CL_DEVICE_PROFILE), "FULL_PROFILE");
  EXPECT_EQ(text(CL_DEVICE_VERSION).substr(0, 11), "OpenCL 3.1 ");
  EXPECT_EQ(text(CL_DEVICE_OPENCL_C_VERSION).substr(0, 9), "OpenCL C ");
  text(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED);
}

TEST_F(DeviceApi, LanguagesAndFeatures) {
  std::set<std::pair<cl_uint, cl_uint>> versions;
  for (const cl_name_version &version : list<cl_name_version>(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    EXPECT_STREQ(version.name, "OpenCL C");
    versions.emplace(CL_VERSION_MAJOR(version.version), CL_VERSION_MINOR(version.version));
  }
  for (std::pair<cl_uint, cl_uint> wanted :
       {std::pair{1u, 0u}, std::pair{1u, 1u}, std::pair{1u, 2u}, std::pair{3u, 0u},
        std::pair{3u, 1u}})
    EXPECT_TRUE(versions.count(wanted)) << wanted.first << '.' << wanted.second;
  std::set<std::string> features;
  for (const cl_name_version &feature : list<cl_name_version>(CL_DEVICE_OPENCL_C_FEATURES))
    features.insert(feature.name);
  for (const char *wanted :
       {"__opencl_c_fp64", "__opencl_c_int64", "__opencl_c_generic_address_space",
        "__opencl_c_work_group_collective_functions", "__opencl_c_program_scope_global_variables",
        "__opencl_c_atomic_order_seq_cst", "__opencl_c_atomic_scope_device"})
    EXPECT_TRUE(features.count(wanted)) << wanted;
  std::set<std::string> extensions;
  for (const cl_name_version &extension : list<cl_name_version>(CL_DEVICE_EXTENSIONS_WITH_VERSION))
    extensions.insert(extension.name);
  std::istringstream names(text(CL_DEVICE_EXTENSIONS));
  std::set<std::string> fromText{std::istream_iterator<std::string>(names), {}};
  EXPECT_EQ(extensions, fromText);
  for (const char *wanted :
       {"cl_khr_fp64", "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics",
        "cl_khr_byte_addressable_store", "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics", "cl_khr_global_int32_base_atomics",
        "cl_khr_global_int32_extended_atomics"})
    EXPECT_TRUE(extensions.count(wanted)) << wanted;
}

TEST_F(DeviceApi, UuidIsStable) {
  std::array<cl_uchar, CL_UUID_SIZE_KHR> uuid{}, again{}, zero{}, driver{};
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_UUID_KHR, uuid.size(), uuid.data(), nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_UUID_KHR, again.size(), again.data(), nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DRIVER_UUID_KHR, driver.size(), driver.data(), nullptr),
            CL_SUCCESS);
  EXPECT_NE(uuid, zero);
  EXPECT_NE(driver, zero);
  EXPECT_EQ(uuid, again);
}

TEST_F(DeviceApi, WorkItemSizes) {
  auto sizes = list<size_t>(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  ASSERT_EQ(sizes.size(), deviceInfo<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS));
  for (size_t size : sizes)
    EXPECT_GE(size, 1u);
}

TEST_F(DeviceApi, InfoErrors) {
  expectQueryErrors(
      "clGetDeviceInfo", [&](auto... rest) { return clGetDeviceInfo(device(), rest...); },
      CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(cl_uint));
  cl_uint value;
  EXPECT_EQ(clGetDeviceInfo(wrong<cl_device_id>(), CL_DEVICE_VENDOR_ID, 4, &value, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clRetainDevice(wrong<cl_device_id>()), CL_INVALID_DEVICE);
  EXPECT_EQ(clReleaseDevice(wrong<cl_device_id>()), CL_INVALID_DEVICE);
  EXPECT_EQ(clRetainDevice(device()), CL_SUCCESS);
  EXPECT_EQ(clReleaseDevice(device()), CL_SUCCESS);
}

class SubDevices : public DeviceApi {
protected:
  cl_uint units = deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);

  std::vector<Handle<cl_device_id, clReleaseDevice>>
  partition(const std::vector<cl_device_partition_property> &properties) {
    cl_uint count = 0;
    EXPECT_EQ(errorName(clCreateSubDevices(device(), properties.data(), 0, nullptr, &count)),
              "CL_SUCCESS");
    std::vector<cl_device_id> ids(count);
    EXPECT_EQ(
        errorName(clCreateSubDevices(device(), properties.data(), count, ids.data(), nullptr)),
        "CL_SUCCESS");
    return {ids.begin(), ids.end()};
  }
  static cl_uint unitsOf(cl_device_id id) {
    return queried<cl_uint>(
        [&](auto... rest) { return clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, rest...); });
  }
};

TEST_F(SubDevices, Equally) {
  if (units < 2)
    GTEST_SKIP() << "one compute unit";
  auto parts = partition({CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  EXPECT_EQ(parts.size(), units);
  for (const auto &part : parts) {
    EXPECT_EQ(unitsOf(part), 1u);
    EXPECT_EQ(queried<cl_device_id>([&](auto... rest) {
                return clGetDeviceInfo(part, CL_DEVICE_PARENT_DEVICE, rest...);
              }),
              device());
    EXPECT_EQ(list<cl_device_partition_property>(CL_DEVICE_PARTITION_TYPE, part),
              (std::vector<cl_device_partition_property>{CL_DEVICE_PARTITION_EQUALLY, 1, 0}));
    EXPECT_EQ(queried<cl_uint>([&](auto... rest) {
                return clGetDeviceInfo(part, CL_DEVICE_REFERENCE_COUNT, rest...);
              }),
              1u);
    EXPECT_EQ(clRetainDevice(part), CL_SUCCESS);
    EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
  }
}

TEST_F(SubDevices, ByCounts) {
  if (units < 2)
    GTEST_SKIP() << "one compute unit";
  auto parts = partition({CL_DEVICE_PARTITION_BY_COUNTS, cl_device_partition_property(units - 1), 1,
                          CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(unitsOf(parts[0]), units - 1);
  EXPECT_EQ(unitsOf(parts[1]), 1u);
}

TEST_F(SubDevices, RunKernelsOfTheirOwn) {
  if (units < 2)
    GTEST_SKIP() << "one compute unit";
  auto parts = partition({CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  cl_device_id ids[] = {parts[0], parts[1]};
  cl_int error;
  Context both = clCreateContext(nullptr, 2, ids, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const char *source = "kernel void test(global int *out) { out[get_global_id(0)] += 1; }";
  Program program = clCreateProgramWithSource(both, 1, &source, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = clCreateKernel(program, "test", &error);
  std::vector<int> zeros(1000), out(1000);
  Memory buffer = clCreateBuffer(both, CL_MEM_COPY_HOST_PTR, 4000, zeros.data(), &error);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  size_t items = 1000;
  for (cl_device_id id : ids) {
    Queue queue = clCreateCommandQueueWithProperties(both, id, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4000, out.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  EXPECT_EQ(out, std::vector<int>(1000, 2));
  cl_device_id root = device();
  EXPECT_EQ(errorOf([&](cl_int *e) {
              return clCreateCommandQueueWithProperties(both, root, nullptr, e);
            }),
            CL_INVALID_DEVICE)
      << "the parent is not a device of this context";
}

TEST_F(SubDevices, Errors) {
  cl_device_id ids[64];
  cl_uint count;
  using Properties = std::vector<cl_device_partition_property>;
  auto create = [&](const Properties &properties, cl_uint room = 64) {
    return clCreateSubDevices(device(), properties.data(), room, ids, &count);
  };
  auto many = static_cast<cl_device_partition_property>(units) + 1;
  expectErrors({
      {"another type", CL_INVALID_DEVICE,
       [&] {
         Properties good = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
         return clCreateSubDevices(wrong<cl_device_id>(), good.data(), 64, ids, &count);
       }},
      {"no properties", CL_INVALID_VALUE,
       [&] { return clCreateSubDevices(device(), nullptr, 64, ids, &count); }},
      {"an unknown scheme", CL_INVALID_VALUE, [&] { return create({0x9999, 1, 0}); }},
      {"equal parts of nothing", CL_INVALID_VALUE,
       [&] { return create({CL_DEVICE_PARTITION_EQUALLY, 0, 0}); }},
      {"parts larger than the device", CL_INVALID_DEVICE_PARTITION_COUNT,
       [&] { return create({CL_DEVICE_PARTITION_EQUALLY, many, 0}); }},
      {"a count larger than the device", CL_INVALID_DEVICE_PARTITION_COUNT,
       [&] {
         return create(
             {CL_DEVICE_PARTITION_BY_COUNTS, many, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
       }},
      {"counts that add up to too many", CL_INVALID_DEVICE_PARTITION_COUNT,
       [&] {
         return create({CL_DEVICE_PARTITION_BY_COUNTS, many - 1, 1,
                        CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
       }},
      {"an unknown affinity domain", CL_INVALID_VALUE,
       [&] { return create({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 1 << 20, 0}); }},
  });
  if (units >= 2) {
    Properties halves = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    EXPECT_EQ(create(halves, 1), CL_INVALID_VALUE) << "room for too few";
  }
}

TEST_F(DeviceApi, Timers) {
  cl_ulong host = 0, deviceTime = 0, hostAgain = 0;
  ASSERT_EQ(clGetDeviceAndHostTimer(device(), &deviceTime, &host), CL_SUCCESS);
  ASSERT_EQ(clGetHostTimer(device(), &hostAgain), CL_SUCCESS);
  EXPECT_GT(host, 0u);
  EXPECT_GT(deviceTime, 0u);
  EXPECT_GE(hostAgain, host);
  expectErrors({
      {"another type", CL_INVALID_DEVICE,
       [&] { return clGetDeviceAndHostTimer(wrong<cl_device_id>(), &deviceTime, &host); }},
      {"no host time", CL_INVALID_VALUE,
       [&] { return clGetDeviceAndHostTimer(device(), &deviceTime, nullptr); }},
      {"no device time", CL_INVALID_VALUE,
       [&] { return clGetDeviceAndHostTimer(device(), nullptr, &host); }},
      {"another type, host timer", CL_INVALID_DEVICE,
       [&] { return clGetHostTimer(wrong<cl_device_id>(), &host); }},
      {"nowhere to answer", CL_INVALID_VALUE, [&] { return clGetHostTimer(device(), nullptr); }},
  });
}

} // namespace
} // namespace weft::test
