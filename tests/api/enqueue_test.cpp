// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections 5.10 and 5.12: executing kernels, native kernels, markers and barriers.
#include "tests/api/fixture.h"

#include <CL/cl_ext.h>

#include <cstring>

namespace weft::test {
namespace {

class EnqueueApi : public Api {
protected:
  Program program = session.build(R"(
    kernel void set(global int *x, int value) { x[get_global_id(0)] = value; }
    kernel __attribute__((reqd_work_group_size(8, 2, 1))) void sized() {}
    kernel void local_block(local int *l) { l[0] = 1; }
    kernel void empty() {})",
                                  "-cl-std=CL3.0");
  Kernel empty = session.kernel(program, "empty");
  Kernel sized = session.kernel(program, "sized");
  Kernel set = session.kernel(program, "set");

  cl_int enqueue(cl_kernel kernel, const std::vector<size_t> &global,
                 const std::vector<size_t> &local = {}, const std::vector<size_t> &offset = {}) {
    return clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()),
                                  offset.empty() ? nullptr : offset.data(), global.data(),
                                  local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
  }
};

TEST_F(EnqueueApi, KernelErrors) {
  size_t one[] = {1, 1, 1, 1};
  auto largest = deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  std::array<size_t, 3> largestItems{};
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof largestItems,
                            largestItems.data(), nullptr),
            CL_SUCCESS);
  Context foreign = otherContext();
  cl_int error;
  Queue foreignQueue = clCreateCommandQueueWithProperties(foreign, device(), nullptr, &error);
  auto raw = [&](cl_command_queue q, cl_kernel kernel, cl_uint dimensions, const size_t *global) {
    return clEnqueueNDRangeKernel(q, kernel, dimensions, nullptr, global, nullptr, 0, nullptr,
                                  nullptr);
  };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return raw(queue, empty, 1, one); }},
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return raw(wrong<cl_command_queue>(), empty, 1, one); }},
      {"null queue", CL_INVALID_COMMAND_QUEUE, [&] { return raw(nullptr, empty, 1, one); }},
      {"kernel", CL_INVALID_KERNEL, [&] { return raw(queue, wrong<cl_kernel>(), 1, one); }},
      {"null kernel", CL_INVALID_KERNEL, [&] { return raw(queue, nullptr, 1, one); }},
      {"context", CL_INVALID_CONTEXT, [&] { return raw(foreignQueue, empty, 1, one); }},
      {"arguments not set", CL_INVALID_KERNEL_ARGS, [&] { return raw(queue, set, 1, one); }},
      {"no dimension", CL_INVALID_WORK_DIMENSION, [&] { return raw(queue, empty, 0, one); }},
      {"four dimensions", CL_INVALID_WORK_DIMENSION, [&] { return raw(queue, empty, 4, one); }},
      {"offset overflow", CL_INVALID_GLOBAL_OFFSET,
       [&] { return enqueue(empty, {16}, {}, {~size_t{0} - 4}); }},
      {"not the required size", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return enqueue(sized, {16, 2}, {4, 2}); }},
      {"the required size in too few dimensions", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return enqueue(sized, {16}, {8}); }},
      {"the required size", CL_SUCCESS, [&] { return enqueue(sized, {16, 2}, {8, 2}); }},
      {"a group too large", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return enqueue(empty, {largest * 2, 2}, {largest, 2}); }},
      {"an item count of zero", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return enqueue(empty, {16}, {0}); }},
  });
  if (largestItems[2] < largest) {
    EXPECT_EQ(enqueue(empty, {1, 1, largest}, {1, 1, largest}), CL_INVALID_WORK_ITEM_SIZE);
  }
  cl_int beyond = enqueue(empty, {largestItems[0] + 1}, {largestItems[0] + 1});
  EXPECT_TRUE(beyond == CL_INVALID_WORK_ITEM_SIZE || beyond == CL_INVALID_WORK_GROUP_SIZE);
  expectWaitListErrors("clEnqueueNDRangeKernel", [&](cl_uint n, const cl_event *list) {
    return clEnqueueNDRangeKernel(queue, empty, 1, nullptr, one, nullptr, n, list, nullptr);
  });
}

/// clGetKernelSuggestedLocalWorkSizeKHR, found as programs find it.
cl_int suggest(cl_command_queue queue, cl_kernel kernel, const std::vector<size_t> &global,
               size_t *suggested, const size_t *offset = nullptr) {
  const auto query = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clGetKernelSuggestedLocalWorkSizeKHR"));
  return query(queue, kernel, static_cast<cl_uint>(global.size()), offset, global.data(),
               suggested);
}

TEST_F(EnqueueApi, SuggestedLocalSizesAreThoseThatLaunchesTake) {
  Program sizes =
      session.build("kernel void sizes(global uint *x) {"
                    " for (uint d = 0; d < get_work_dim(); ++d) x[d] = get_local_size(d); }");
  Kernel kernel = session.kernel(sizes, "sizes");
  Memory buffer = session.buffer(3 * sizeof(cl_uint));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  for (const std::vector<size_t> &global :
       {std::vector<size_t>{1}, {1000}, {1 << 20}, {127, 3}, {64, 64}, {100, 10, 7}}) {
    std::vector<size_t> suggested(global.size());
    ASSERT_EQ(suggest(queue, kernel, global, suggested.data()), CL_SUCCESS);
    ASSERT_EQ(enqueue(kernel, global), CL_SUCCESS);
    std::vector<cl_uint> taken(global.size());
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, taken.size() * sizeof(cl_uint), taken.data(), 0,
                        nullptr, nullptr);
    EXPECT_EQ(std::vector<size_t>(taken.begin(), taken.end()), suggested);
  }
  std::vector<size_t> required(2);
  ASSERT_EQ(suggest(queue, sized, {16, 2}, required.data()), CL_SUCCESS);
  EXPECT_EQ(required, (std::vector<size_t>{8, 2}));
}

TEST_F(EnqueueApi, ErrorsOfSuggestions) {
  size_t size[4];
  const size_t far = ~size_t{0} - 4;
  Context foreign = otherContext();
  cl_int error;
  Queue foreignQueue = clCreateCommandQueueWithProperties(foreign, device(), nullptr, &error);
  expectErrors({
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return suggest(wrong<cl_command_queue>(), empty, {8}, size); }},
      {"kernel", CL_INVALID_KERNEL, [&] { return suggest(queue, wrong<cl_kernel>(), {8}, size); }},
      {"context", CL_INVALID_CONTEXT, [&] { return suggest(foreignQueue, empty, {8}, size); }},
      {"arguments", CL_INVALID_KERNEL_ARGS, [&] { return suggest(queue, set, {8}, size); }},
      {"four dimensions", CL_INVALID_WORK_DIMENSION,
       [&] { return suggest(queue, empty, {8, 8, 8, 8}, size); }},
      {"no dimension", CL_INVALID_WORK_DIMENSION, [&] { return suggest(queue, empty, {}, size); }},
      {"nothing", CL_INVALID_GLOBAL_WORK_SIZE, [&] { return suggest(queue, empty, {8, 0}, size); }},
      {"offset", CL_INVALID_GLOBAL_OFFSET, [&] { return suggest(queue, empty, {8}, size, &far); }},
      {"no place", CL_INVALID_VALUE, [&] { return suggest(queue, empty, {8}, nullptr); }},
  });
}

TEST_F(EnqueueApi, UniformGroupsWhenPromised) {
  Program uniform =
      session.build("kernel void empty() {}", "-cl-std=CL3.0 -cl-uniform-work-group-size");
  Kernel kernel = session.kernel(uniform, "empty");
  EXPECT_EQ(errorName(enqueue(kernel, {10}, {4})), "CL_INVALID_WORK_GROUP_SIZE");
  EXPECT_EQ(errorName(enqueue(kernel, {12}, {4})), "CL_SUCCESS");
  EXPECT_EQ(errorName(enqueue(empty, {10}, {4})), "CL_SUCCESS");
}

TEST_F(EnqueueApi, EmptyRangesAreCommands) {
  // Since OpenCL 2.1 a global size of zero is a command like a marker.
  size_t zero[] = {0, 4};
  Event event;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(queue, empty, 2, nullptr, zero, nullptr, 0, nullptr, event.out()),
      CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, empty, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
}

TEST_F(EnqueueApi, LocalMemoryBeyondTheDevice) {
  Kernel kernel = session.kernel(program, "local_block");
  size_t limit = static_cast<size_t>(deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE));
  EXPECT_EQ(clSetKernelArg(kernel, 0, limit, nullptr), CL_SUCCESS);
  EXPECT_EQ(enqueue(kernel, {1}), CL_SUCCESS);
  cl_int error = clSetKernelArg(kernel, 0, limit + 4096, nullptr);
  if (error == CL_SUCCESS)
    error = enqueue(kernel, {1});
  EXPECT_TRUE(error == CL_OUT_OF_RESOURCES || error == CL_MAX_SIZE_RESTRICTION_EXCEEDED)
      << errorName(error);
}

TEST_F(EnqueueApi, Task) {
  expectErrors({
      {"good", CL_SUCCESS, [&] { return clEnqueueTask(queue, empty, 0, nullptr, nullptr); }},
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueTask(wrong<cl_command_queue>(), empty, 0, nullptr, nullptr); }},
      {"kernel", CL_INVALID_KERNEL,
       [&] { return clEnqueueTask(queue, wrong<cl_kernel>(), 0, nullptr, nullptr); }},
      {"arguments", CL_INVALID_KERNEL_ARGS,
       [&] { return clEnqueueTask(queue, set, 0, nullptr, nullptr); }},
      {"required size", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return clEnqueueTask(queue, sized, 0, nullptr, nullptr); }},
  });
  expectWaitListErrors("clEnqueueTask", [&](cl_uint n, const cl_event *list) {
    return clEnqueueTask(queue, empty, n, list, nullptr);
  });
}

struct NativeArguments {
  int *counter;
  int *memory;
  int by;
};
void CL_CALLBACK nativeAdd(void *raw) {
  NativeArguments arguments;
  std::memcpy(&arguments, raw, sizeof arguments);
  *arguments.counter += 1;
  if (arguments.memory)
    *arguments.memory += arguments.by;
}

TEST_F(EnqueueApi, NativeKernels) {
  int counter = 0, start = 30;
  Memory buffer = session.buffer(4, &start);
  NativeArguments arguments{&counter, nullptr, 12};
  cl_mem objects[] = {buffer};
  const void *places[] = {&arguments.memory};
  ASSERT_EQ(clEnqueueNativeKernel(queue, nativeAdd, &arguments, sizeof arguments, 1, objects,
                                  places, 0, nullptr, nullptr),
            CL_SUCCESS);
  arguments.by = 0; // the arguments were copied
  int result = 0;
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &result, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(result, 42);
  EXPECT_EQ(counter, 1);
}

TEST_F(EnqueueApi, NativeKernelErrors) {
  int counter = 0;
  NativeArguments arguments{&counter, nullptr, 1};
  Memory buffer = session.buffer(4);
  cl_mem objects[] = {buffer}, wrongObjects[] = {wrong<cl_mem>()};
  const void *places[] = {&arguments.memory};
  auto native = [&](cl_command_queue q, void(CL_CALLBACK * function)(void *), void *data,
                    size_t bytes, cl_uint count, const cl_mem *list, const void **where) {
    return clEnqueueNativeKernel(q, function, data, bytes, count, list, where, 0, nullptr, nullptr);
  };
  constexpr size_t size = sizeof arguments;
  expectErrors({
      {"no memory objects", CL_SUCCESS,
       [&] { return native(queue, nativeAdd, &arguments, size, 0, nullptr, nullptr); }},
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] {
         return native(wrong<cl_command_queue>(), nativeAdd, &arguments, size, 0, nullptr, nullptr);
       }},
      {"no function", CL_INVALID_VALUE,
       [&] { return native(queue, nullptr, &arguments, size, 0, nullptr, nullptr); }},
      {"bytes without arguments", CL_INVALID_VALUE,
       [&] { return native(queue, nativeAdd, nullptr, size, 0, nullptr, nullptr); }},
      {"arguments without bytes", CL_INVALID_VALUE,
       [&] { return native(queue, nativeAdd, &arguments, 0, 0, nullptr, nullptr); }},
      {"memory objects without arguments", CL_INVALID_VALUE,
       [&] { return native(queue, nativeAdd, nullptr, 0, 1, objects, places); }},
      {"a count without a list", CL_INVALID_VALUE,
       [&] { return native(queue, nativeAdd, &arguments, size, 1, nullptr, places); }},
      {"a count without places", CL_INVALID_VALUE,
       [&] { return native(queue, nativeAdd, &arguments, size, 1, objects, nullptr); }},
      {"a list without a count", CL_INVALID_VALUE,
       [&] { return native(queue, nativeAdd, &arguments, size, 0, objects, nullptr); }},
      {"memory object", CL_INVALID_MEM_OBJECT,
       [&] { return native(queue, nativeAdd, &arguments, size, 1, wrongObjects, places); }},
  });
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  expectWaitListErrors("clEnqueueNativeKernel", [&](cl_uint n, const cl_event *list) {
    return clEnqueueNativeKernel(queue, nativeAdd, &arguments, size, 0, nullptr, nullptr, n, list,
                                 nullptr);
  });
}

TEST_F(EnqueueApi, MarkersAndBarriers) {
  auto bad = wrong<cl_command_queue>();
  Event event;
  cl_event unused = nullptr;
  expectErrors({
      {"marker", CL_SUCCESS,
       [&] { return clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()); }},
      {"barrier", CL_SUCCESS,
       [&] { return clEnqueueBarrierWithWaitList(queue, 0, nullptr, event.out()); }},
      {"marker's queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueMarkerWithWaitList(bad, 0, nullptr, nullptr); }},
      {"barrier's queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueBarrierWithWaitList(bad, 0, nullptr, nullptr); }},
      {"old marker", CL_SUCCESS, [&] { return clEnqueueMarker(queue, event.out()); }},
      {"old marker's queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueMarker(bad, &unused); }},
      {"old marker without event", CL_INVALID_VALUE,
       [&] { return clEnqueueMarker(queue, nullptr); }},
      {"old barrier", CL_SUCCESS, [&] { return clEnqueueBarrier(queue); }},
      {"old barrier's queue", CL_INVALID_COMMAND_QUEUE, [&] { return clEnqueueBarrier(bad); }},
      {"old wait", CL_SUCCESS, [&] { return clEnqueueWaitForEvents(queue, 1, event.address()); }},
      {"old wait's queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueWaitForEvents(bad, 1, event.address()); }},
      {"old wait for nothing", CL_INVALID_VALUE,
       [&] { return clEnqueueWaitForEvents(queue, 0, event.address()); }},
      {"old wait without a list", CL_INVALID_VALUE,
       [&] { return clEnqueueWaitForEvents(queue, 1, nullptr); }},
  });
  expectWaitListErrors("clEnqueueMarkerWithWaitList", [&](cl_uint n, const cl_event *list) {
    return clEnqueueMarkerWithWaitList(queue, n, list, nullptr);
  });
  expectWaitListErrors("clEnqueueBarrierWithWaitList", [&](cl_uint n, const cl_event *list) {
    return clEnqueueBarrierWithWaitList(queue, n, list, nullptr);
  });
}

} // namespace
} // namespace weft::test
