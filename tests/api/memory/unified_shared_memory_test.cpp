// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_intel_unified_shared_memory: what SYCL runtimes call.
#include "tests/api/fixture.h"

#include <CL/cl_ext.h>

#include <numeric>

namespace weft::test {
namespace {

/// The extension's functions, found as programs find them.
class UsmApi : public Api {
protected:
  template <class Function> static Function *found(const char *name) {
    void *address = clGetExtensionFunctionAddressForPlatform(platform(), name);
    EXPECT_NE(address, nullptr) << name;
    return reinterpret_cast<Function *>(address);
  }
#define WEFT_FOUND(name) decltype(::name) *name = found<decltype(::name)>(#name)
  WEFT_FOUND(clHostMemAllocINTEL);
  WEFT_FOUND(clDeviceMemAllocINTEL);
  WEFT_FOUND(clSharedMemAllocINTEL);
  WEFT_FOUND(clMemFreeINTEL);
  WEFT_FOUND(clMemBlockingFreeINTEL);
  WEFT_FOUND(clGetMemAllocInfoINTEL);
  WEFT_FOUND(clSetKernelArgMemPointerINTEL);
  WEFT_FOUND(clEnqueueMemFillINTEL);
  WEFT_FOUND(clEnqueueMemcpyINTEL);
  WEFT_FOUND(clEnqueueMigrateMemINTEL);
  WEFT_FOUND(clEnqueueMemAdviseINTEL);
#undef WEFT_FOUND

  cl_device_id id = device();

  template <class T> T info(const void *pointer, cl_mem_info_intel name) const {
    return queried<T>([&](size_t size, void *value, size_t *sizeReturn) {
      return clGetMemAllocInfoINTEL(context, pointer, name, size, value, sizeReturn);
    });
  }

  struct Expected {
    cl_unified_shared_memory_type_intel type = CL_MEM_TYPE_UNKNOWN_INTEL;
    void *base = nullptr;
    size_t size = 0;
    cl_device_id device = nullptr;
    cl_mem_alloc_flags_intel flags = 0;
  };
  void expectInfo(const void *pointer, const Expected &expected) const {
    EXPECT_EQ(info<cl_unified_shared_memory_type_intel>(pointer, CL_MEM_ALLOC_TYPE_INTEL),
              expected.type);
    EXPECT_EQ(info<void *>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL), expected.base);
    EXPECT_EQ(info<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL), expected.size);
    EXPECT_EQ(info<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL), expected.device);
    EXPECT_EQ(info<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL), expected.flags);
  }

  void *allocateShared(size_t bytes) const {
    cl_int error = CL_INVALID_VALUE;
    void *memory = clSharedMemAllocINTEL(context, id, nullptr, bytes, 0, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return memory;
  }

  cl_command_type typeOf(cl_event event) const {
    return queried<cl_command_type>([&](size_t size, void *value, size_t *sizeReturn) {
      return clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, size, value, sizeReturn);
    });
  }
};

TEST_F(UsmApi, DevicesOfferAllOfIt) {
  const std::string extensions = infoString([&](size_t size, void *value, size_t *sizeReturn) {
    return clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, value, sizeReturn);
  });
  EXPECT_NE(extensions.find("cl_intel_unified_shared_memory"), std::string::npos);
  for (cl_device_info name :
       {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL})
    EXPECT_EQ(deviceInfo<cl_device_unified_shared_memory_capabilities_intel>(name), 0xfu) << name;
}

TEST_F(UsmApi, AllocationsTellWhatTheyAre) {
  const cl_mem_properties_intel combined[] = {CL_MEM_ALLOC_FLAGS_INTEL,
                                              CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
  const cl_mem_properties_intel onHost[] = {CL_MEM_ALLOC_FLAGS_INTEL,
                                            CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
  const cl_mem_properties_intel none[] = {0};
  cl_int error = CL_INVALID_VALUE;
  auto *host = static_cast<char *>(clHostMemAllocINTEL(context, combined, 100, 64, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  auto *own = static_cast<char *>(clDeviceMemAllocINTEL(context, id, none, 200, 0, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  auto *shared = static_cast<char *>(clSharedMemAllocINTEL(context, id, onHost, 300, 0, nullptr));
  auto *free =
      static_cast<char *>(clSharedMemAllocINTEL(context, nullptr, nullptr, 1, 128, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  expectInfo(host + 50,
             {CL_MEM_TYPE_HOST_INTEL, host, 100, nullptr, CL_MEM_ALLOC_WRITE_COMBINED_INTEL});
  expectInfo(own, {CL_MEM_TYPE_DEVICE_INTEL, own, 200, id, 0});
  expectInfo(shared + 299, {CL_MEM_TYPE_SHARED_INTEL, shared, 300, id,
                            CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL});
  expectInfo(free, {CL_MEM_TYPE_SHARED_INTEL, free, 1, nullptr, 0});
  expectInfo(shared + 300, {});
  expectInfo(&error, {});
  expectInfo(nullptr, {});
  for (char *memory : {host, own, shared, free}) {
    EXPECT_EQ(clMemFreeINTEL(context, memory), CL_SUCCESS);
    expectInfo(memory, {});
  }
}

TEST_F(UsmApi, EveryPowerOfTwoIsAnAlignment) {
  for (cl_uint alignment = 1; alignment <= 2u << 20; alignment *= 2)
    for (size_t size : {size_t{1}, size_t{4096}, size_t{100'000}, size_t{5} << 20}) {
      cl_int errors[3] = {1, 1, 1};
      void *const all[] = {
          clHostMemAllocINTEL(context, nullptr, size, alignment, &errors[0]),
          clDeviceMemAllocINTEL(context, id, nullptr, size, alignment, &errors[1]),
          clSharedMemAllocINTEL(context, id, nullptr, size, alignment, &errors[2])};
      for (size_t index = 0; index < std::size(all); ++index) {
        ASSERT_EQ(errors[index], CL_SUCCESS) << alignment;
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(all[index]) % alignment, 0u) << size;
        static_cast<char *>(all[index])[size - 1] = 1;
        EXPECT_EQ(clMemFreeINTEL(context, all[index]), CL_SUCCESS);
      }
    }
}

TEST_F(UsmApi, SharedVirtualMemoryIsAnotherThing) {
  void *virtualMemory = clSVMAlloc(context, 0, 64, 0), *shared = allocateShared(64);
  expectInfo(virtualMemory, {});
  EXPECT_EQ(clMemFreeINTEL(context, virtualMemory), CL_INVALID_VALUE);
  clSVMFree(context, shared);
  expectInfo(shared, {CL_MEM_TYPE_SHARED_INTEL, shared, 64, id, 0});
  clSVMFree(context, virtualMemory);
  EXPECT_EQ(clMemFreeINTEL(context, shared), CL_SUCCESS);
}

TEST_F(UsmApi, KernelsAndCommandsUseIt) {
  Program program = session.build("typedef struct { global int *data; } Box;"
                                  "kernel void addAll(global Box *box, int n) {"
                                  " size_t i = get_global_id(0); box->data[i] += n; }");
  Kernel addAll = session.kernel(program, "addAll");
  constexpr size_t count = 1000, bytes = count * sizeof(int);
  int *data = static_cast<int *>(clDeviceMemAllocINTEL(context, id, nullptr, bytes, 0, nullptr));
  int **box = static_cast<int **>(clHostMemAllocINTEL(context, nullptr, 8, 0, nullptr));
  *box = data;
  const int pattern = 5, n = 7;
  const cl_bool yes = CL_TRUE;
  std::vector<int> read(count);
  Event fill, copy, migrate, advise;
  for (cl_kernel_exec_info name : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL})
    ASSERT_EQ(clSetKernelExecInfo(addAll, name, sizeof yes, &yes), CL_SUCCESS);
  ASSERT_EQ(clSetKernelExecInfo(addAll, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof(void *), &data),
            CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(addAll, 0, box), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(addAll, 1, sizeof n, &n), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMemFillINTEL(queue, data, &pattern, 4, bytes, 0, nullptr, fill.out()),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueMigrateMemINTEL(queue, data, bytes, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr,
                                     migrate.out()),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueMemAdviseINTEL(queue, data, bytes, 0, 0, nullptr, advise.out()), CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, addAll, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueMemcpyINTEL(queue, CL_TRUE, read.data(), data, bytes, 0, nullptr, copy.out()),
            CL_SUCCESS);
  EXPECT_EQ(read, std::vector<int>(count, 12));
  EXPECT_EQ(typeOf(fill), cl_command_type{CL_COMMAND_MEMFILL_INTEL});
  EXPECT_EQ(typeOf(copy), cl_command_type{CL_COMMAND_MEMCPY_INTEL});
  EXPECT_EQ(typeOf(migrate), cl_command_type{CL_COMMAND_MIGRATEMEM_INTEL});
  EXPECT_EQ(typeOf(advise), cl_command_type{CL_COMMAND_MEMADVISE_INTEL});
  EXPECT_EQ(clMemFreeINTEL(context, data), CL_SUCCESS);
  EXPECT_EQ(clMemFreeINTEL(context, box), CL_SUCCESS);
}

TEST_F(UsmApi, BlockingFreeWaitsForTheWholeContext) {
  Program program = session.build("kernel void put(global int *to, global int *done) {"
                                  " for (int i = 0; i < 1000000; ++i) *to += i & 1; *done = 1; }");
  Kernel put = session.kernel(program, "put");
  cl_int error = CL_SUCCESS;
  std::vector<Queue> queues;
  std::vector<int> done(4);
  auto *memory = static_cast<int *>(allocateShared(sizeof(int) * 4));
  std::fill_n(memory, 4, 0);
  const size_t one = 1;
  for (size_t i = 0; i < done.size(); ++i) {
    queues.push_back(clCreateCommandQueueWithProperties(context, id, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clSetKernelArgMemPointerINTEL(put, 0, memory + i), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArgMemPointerINTEL(put, 1, &done[i]), CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queues[i], put, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  queues.pop_back(); // What a queue without handle has to do counts too.
  EXPECT_EQ(clMemBlockingFreeINTEL(context, memory), CL_SUCCESS);
  EXPECT_EQ(done, std::vector<int>(4, 1));
  EXPECT_EQ(clMemBlockingFreeINTEL(context, nullptr), CL_SUCCESS);
  EXPECT_EQ(clMemBlockingFreeINTEL(context, done.data()), CL_INVALID_VALUE);
}

TEST_F(UsmApi, ErrorsOfAllocations) {
  const auto most = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const auto flags = [](cl_mem_alloc_flags_intel value) {
    return std::vector<cl_mem_properties_intel>{CL_MEM_ALLOC_FLAGS_INTEL, value, 0};
  };
  const auto placed = flags(CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL);
  const auto both = flags(CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL |
                          CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL);
  const auto unknown = flags(1 << 9);
  const cl_mem_properties_intel twice[] = {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0,
                                           0},
                                other[] = {0x7fff, 0, 0};
  const auto host = [&](cl_context in, const cl_mem_properties_intel *list, size_t size,
                        cl_uint alignment) {
    return errorOf([&](cl_int *e) { return clHostMemAllocINTEL(in, list, size, alignment, e); });
  };
  const auto onDevice = [&](cl_device_id of, const cl_mem_properties_intel *list, size_t size) {
    return errorOf([&](cl_int *e) { return clDeviceMemAllocINTEL(context, of, list, size, 0, e); });
  };
  const auto shared = [&](cl_device_id of, const cl_mem_properties_intel *list, size_t size) {
    return errorOf([&](cl_int *e) { return clSharedMemAllocINTEL(context, of, list, size, 0, e); });
  };
  expectErrors({
      {"context", CL_INVALID_CONTEXT, [&] { return host(wrong<cl_context>(), nullptr, 64, 0); }},
      {"nothing", CL_INVALID_BUFFER_SIZE, [&] { return host(context, nullptr, 0, 0); }},
      {"too much", CL_INVALID_BUFFER_SIZE, [&] { return host(context, nullptr, most + 1, 0); }},
      {"alignment of 3", CL_INVALID_VALUE, [&] { return host(context, nullptr, 64, 3); }},
      {"alignment of 384", CL_INVALID_VALUE, [&] { return host(context, nullptr, 64, 384); }},
      {"property", CL_INVALID_PROPERTY, [&] { return host(context, other, 64, 0); }},
      {"property twice", CL_INVALID_PROPERTY, [&] { return host(context, twice, 64, 0); }},
      {"flags", CL_INVALID_PROPERTY, [&] { return host(context, unknown.data(), 64, 0); }},
      {"host's placement", CL_INVALID_PROPERTY,
       [&] { return host(context, placed.data(), 64, 0); }},
      {"no device", CL_INVALID_DEVICE, [&] { return onDevice(nullptr, nullptr, 64); }},
      {"no such device", CL_INVALID_DEVICE,
       [&] { return onDevice(wrong<cl_device_id>(), nullptr, 64); }},
      {"device's placement", CL_INVALID_PROPERTY, [&] { return onDevice(id, placed.data(), 64); }},
      {"device's size", CL_INVALID_BUFFER_SIZE, [&] { return onDevice(id, nullptr, most + 1); }},
      {"shared: no such device", CL_INVALID_DEVICE,
       [&] { return shared(wrong<cl_device_id>(), nullptr, 64); }},
      {"shared: both places", CL_INVALID_PROPERTY, [&] { return shared(id, both.data(), 64); }},
      {"shared: size", CL_INVALID_BUFFER_SIZE, [&] { return shared(nullptr, nullptr, most + 1); }},
  });
}

TEST_F(UsmApi, ErrorsOfEverythingElse) {
  auto *memory = static_cast<char *>(allocateShared(128));
  const char pattern[256] = {};
  cl_command_queue bad = wrong<cl_command_queue>();
  expectErrors({
      {"free: context", CL_INVALID_CONTEXT,
       [&] { return clMemFreeINTEL(wrong<cl_context>(), memory); }},
      {"free: inner pointer", CL_INVALID_VALUE,
       [&] { return clMemFreeINTEL(context, memory + 1); }},
      {"free: null", CL_SUCCESS, [&] { return clMemFreeINTEL(context, nullptr); }},
      {"info: context", CL_INVALID_CONTEXT,
       [&] {
         return clGetMemAllocInfoINTEL(wrong<cl_context>(), memory, CL_MEM_ALLOC_TYPE_INTEL, 0,
                                       nullptr, nullptr);
       }},
      {"fill: queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueMemFillINTEL(bad, memory, pattern, 1, 1, 0, nullptr, nullptr); }},
      {"fill: null", CL_INVALID_VALUE,
       [&] { return clEnqueueMemFillINTEL(queue, nullptr, pattern, 1, 1, 0, nullptr, nullptr); }},
      {"fill: alignment", CL_INVALID_VALUE,
       [&] {
         return clEnqueueMemFillINTEL(queue, memory + 1, pattern, 2, 2, 0, nullptr, nullptr);
       }},
      {"fill: pattern's size", CL_INVALID_VALUE,
       [&] {
         return clEnqueueMemFillINTEL(queue, memory, pattern, 256, 256, 0, nullptr, nullptr);
       }},
      {"copy: null", CL_INVALID_VALUE,
       [&] {
         return clEnqueueMemcpyINTEL(queue, CL_TRUE, nullptr, pattern, 1, 0, nullptr, nullptr);
       }},
      {"copy: overlap", CL_MEM_COPY_OVERLAP,
       [&] {
         return clEnqueueMemcpyINTEL(queue, CL_TRUE, memory, memory + 1, 2, 0, nullptr, nullptr);
       }},
      {"migrate: flags", CL_INVALID_VALUE,
       [&] { return clEnqueueMigrateMemINTEL(queue, memory, 1, 1 << 20, 0, nullptr, nullptr); }},
      {"advise: queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueMemAdviseINTEL(bad, memory, 1, 0, 0, nullptr, nullptr); }},
  });
  expectQueryErrors(
      "info",
      [&](cl_uint name, size_t size, void *value, size_t *sizeReturn) {
        return clGetMemAllocInfoINTEL(context, memory, name, size, value, sizeReturn);
      },
      CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof(void *));
  expectWaitListErrors("copy", [&](cl_uint count, const cl_event *list) {
    return clEnqueueMemcpyINTEL(queue, CL_FALSE, memory, pattern, 1, count, list, nullptr);
  });
  EXPECT_EQ(clMemFreeINTEL(context, memory), CL_SUCCESS);
}

} // namespace
} // namespace weft::test
