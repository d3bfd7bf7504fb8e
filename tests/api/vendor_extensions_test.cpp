// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small extensions: cl_arm_printf, cl_intel_device_attribute_query, cl_intel_mem_force_host_memory,
// cl_pocl_content_size; names of OpenCL 3.1; and what is refused.
#include "icd/api/newer_names.h"
#include "tests/api/fixture.h"

#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

namespace weft::test {
namespace {

class VendorExtensionsApi : public Api {
protected:
  static std::set<std::string> extensions() {
    const std::string text = infoString(
        [](auto... rest) { return clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, rest...); });
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), {}};
  }
};

TEST_F(VendorExtensionsApi, TheDeviceTellsTheRevisions) {
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size),
            CL_SUCCESS);
  std::vector<cl_name_version> list(size / sizeof(cl_name_version));
  ASSERT_EQ(
      clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, size, list.data(), nullptr),
      CL_SUCCESS);
  std::map<std::string, cl_version> versions;
  for (const cl_name_version &entry : list)
    versions[entry.name] = entry.version;
  const std::pair<const char *, cl_version> expected[] = {
      {"cl_khr_command_buffer", CL_MAKE_VERSION(0, 9, 8)},
      {"cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 5)},
      {"cl_khr_command_buffer_multi_device", CL_MAKE_VERSION(0, 9, 2)},
      {"cl_khr_semaphore", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_khr_external_semaphore", CL_MAKE_VERSION(1, 0, 1)},
      {"cl_khr_external_semaphore_sync_fd", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_khr_external_memory", CL_MAKE_VERSION(1, 0, 1)},
      {"cl_khr_external_memory_opaque_fd", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_khr_priority_hints", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_khr_throttle_hints", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_arm_printf", CL_MAKE_VERSION(2, 0, 0)},
      {"cl_intel_device_attribute_query", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_intel_exec_by_local_thread", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_intel_mem_force_host_memory", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_pocl_content_size", CL_MAKE_VERSION(1, 0, 0)},
  };
  for (const auto &[name, version] : expected)
    EXPECT_EQ(versions[name], version) << name;
}

/// What the host is told of kernels' text.
struct Printed {
  std::string text;
  int calls = 0;
  bool wasLast = false;

  static void print(const char *text, size_t length, size_t isLast, void *data) {
    auto &self = *static_cast<Printed *>(data);
    self.text.append(text, length);
    self.wasLast = isLast != 0;
    ++self.calls;
  }
};

TEST_F(VendorExtensionsApi, KernelsPrintToAFunctionOfTheHost) {
  Printed printed;
  const cl_context_properties list[] = {CL_PRINTF_CALLBACK_ARM,
                                        reinterpret_cast<cl_context_properties>(&Printed::print),
                                        CL_PRINTF_BUFFERSIZE_ARM, 1 << 16, 0};
  const cl_device_id id = device();
  cl_int error = CL_SUCCESS;
  Context own = clCreateContext(list, 1, &id, nullptr, &printed, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(errorOf([&](cl_int *code) {
              return Context(clCreateContext(nullptr, 1, &id, nullptr, &printed, code));
            }),
            CL_INVALID_VALUE)
      << "data without any function";
  Queue ownQueue = clCreateCommandQueueWithProperties(own, id, nullptr, &error);
  const char *source = "kernel void say(int n) { printf(\"%d of %s\\n\", n, \"them\"); }";
  Program program = clCreateProgramWithSource(own, 1, &source, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  Kernel say = clCreateKernel(program, "say", &error);
  const int n = 7;
  const size_t one = 1;
  ASSERT_EQ(clSetKernelArg(say, 0, sizeof n, &n), CL_SUCCESS);
  testing::internal::CaptureStdout();
  for (int times = 0; times < 2; ++times)
    ASSERT_EQ(clEnqueueNDRangeKernel(ownQueue, say, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
  ASSERT_EQ(clFinish(ownQueue), CL_SUCCESS);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(printed.text, "7 of them\n7 of them\n");
  EXPECT_EQ(printed.calls, 2);
  EXPECT_TRUE(printed.wasLast);
}

TEST_F(VendorExtensionsApi, DeviceAttributes) {
  const auto slices = deviceInfo<cl_uint>(CL_DEVICE_NUM_SLICES_INTEL),
             parts = deviceInfo<cl_uint>(CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL),
             units = deviceInfo<cl_uint>(CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL),
             threads = deviceInfo<cl_uint>(CL_DEVICE_NUM_THREADS_PER_EU_INTEL);
  EXPECT_GE(slices * parts * units * threads, deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS));
  EXPECT_NE(deviceInfo<cl_uint>(CL_DEVICE_ID_INTEL), 0u);
  EXPECT_NE(deviceInfo<cl_version>(CL_DEVICE_IP_VERSION_INTEL), 0u);
  deviceInfo<cl_device_feature_capabilities_intel>(CL_DEVICE_FEATURE_CAPABILITIES_INTEL);
}

TEST_F(VendorExtensionsApi, BuffersForcedIntoHostMemory) {
  constexpr cl_mem_flags forced = CL_MEM_FORCE_HOST_MEMORY_INTEL;
  const size_t line = deviceInfo<cl_uint>(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE);
  auto *host = static_cast<char *>(std::aligned_alloc(line, 4 * line));
  const auto creation = [&](cl_mem_flags flags, size_t size, void *memory) {
    return errorOf(
        [&](cl_int *error) { return Memory(clCreateBuffer(context, flags, size, memory, error)); });
  };
  expectErrors({
      {"memory of Weft's", CL_SUCCESS, [&] { return creation(forced, 100, nullptr); }},
      {"memory of the host's", CL_SUCCESS,
       [&] { return creation(forced | CL_MEM_USE_HOST_PTR, 2 * line, host); }},
      {"in the midst of a line", CL_INVALID_HOST_PTR,
       [&] { return creation(forced | CL_MEM_USE_HOST_PTR, line, host + 4); }},
      {"a part of a line", CL_INVALID_BUFFER_SIZE,
       [&] { return creation(forced | CL_MEM_USE_HOST_PTR, line + 4, host); }},
      {"copied from anywhere", CL_SUCCESS,
       [&] { return creation(forced | CL_MEM_COPY_HOST_PTR, line + 4, host + 4); }},
  });
  Memory whole = clCreateBuffer(context, forced, 4 * line, nullptr, nullptr);
  EXPECT_EQ(queried<cl_mem_flags>([&](auto... rest) {
              return clGetMemObjectInfo(whole, CL_MEM_FLAGS, rest...);
            }) & forced,
            forced);
  const cl_buffer_region region{0, line};
  EXPECT_EQ(errorOf([&](cl_int *error) {
              return Memory(
                  clCreateSubBuffer(whole, forced, CL_BUFFER_CREATE_TYPE_REGION, &region, error));
            }),
            CL_INVALID_VALUE);
  std::free(host);
}

TEST_F(VendorExtensionsApi, ContentSizes) {
  auto *set = reinterpret_cast<decltype(&clSetContentSizeBufferPoCL)>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clSetContentSizeBufferPoCL"));
  ASSERT_NE(set, nullptr);
  Context foreign = otherContext();
  Memory content = session.buffer(100), size = session.buffer(8), small = session.buffer(4),
         other = clCreateBuffer(foreign, 0, 8, nullptr, nullptr);
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE1D;
  description.image_width = 16;
  Memory image = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
  expectErrors({
      {"buffers", CL_SUCCESS, [&] { return set(content, size); }},
      {"no buffer", CL_INVALID_MEM_OBJECT, [&] { return set(nullptr, size); }},
      {"no size", CL_INVALID_MEM_OBJECT, [&] { return set(content, nullptr); }},
      {"an image", CL_INVALID_VALUE, [&] { return set(image, size); }},
      {"an image as size", CL_INVALID_VALUE, [&] { return set(content, image); }},
      {"too small a size", CL_INVALID_VALUE, [&] { return set(content, small); }},
      {"another context", CL_INVALID_CONTEXT, [&] { return set(content, other); }},
  });
}

/// The devices have no place on a bus.
TEST_F(VendorExtensionsApi, NoPciBus) {
  EXPECT_FALSE(extensions().count("cl_khr_pci_bus_info"));
  cl_device_pci_bus_info_khr info{};
  EXPECT_EQ(clGetDeviceInfo(device(), CL_DEVICE_PCI_BUS_INFO_KHR, sizeof info, &info, nullptr),
            CL_INVALID_VALUE);
}

/// Clang's own built-ins are what cl_khr_expect_assume describes for OpenCL C.
TEST_F(VendorExtensionsApi, KernelsExpectAndAssume) {
  Program program = session.build(R"(
    #if !__has_builtin(__builtin_expect) || !__has_builtin(__builtin_assume)
    #error missing
    #endif
    kernel void test(global int *to, global const int *from) {
      int value = from[get_global_id(0)];
      __builtin_assume(value >= 0);
      if (__builtin_expect(value == 3, 0))
        value = 100;
      to[get_global_id(0)] = value % 4;
    })");
  const std::vector<int> from{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<int> to(8);
  session.run(program, "test", {{8}}, inOut(to), in(from));
  EXPECT_EQ(to, (std::vector<int>{0, 1, 2, 0, 0, 1, 2, 3}));
}

// ---- OpenCL 3.1.

TEST_F(VendorExtensionsApi, TheDispatchTableKnowsTheNewestFunction) {
  using Suggest = decltype(&clGetKernelSuggestedLocalWorkSizeKHR);
  // The first word of a handle; what follows the headers' table is that of OpenCL 3.1.
  const auto *table = *reinterpret_cast<const char *const *>(device());
  const auto suggest = *reinterpret_cast<const Suggest *>(table + sizeof(cl_icd_dispatch));
  EXPECT_EQ(
      reinterpret_cast<void *>(suggest),
      clGetExtensionFunctionAddressForPlatform(platform(), "clGetKernelSuggestedLocalWorkSize"));
  Program program = session.build("kernel void test(global int *x) { *x = 1; }");
  Kernel test = session.kernel(program, "test");
  Memory memory = session.buffer(4);
  ASSERT_EQ(clSetKernelArg(test, 0, sizeof(cl_mem), memory.address()), CL_SUCCESS);
  const size_t global = 64;
  size_t local = 0;
  ASSERT_EQ(suggest(queue, test, 1, nullptr, &global, &local), CL_SUCCESS);
  EXPECT_GE(local, 1u);
  EXPECT_EQ(global % local, 0u);
}

} // namespace
} // namespace weft::test
