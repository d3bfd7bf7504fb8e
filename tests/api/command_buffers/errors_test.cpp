// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What calls on command buffers refuse, and what queries answer.
#include "tests/api/command_buffers/fixture.h"

#include <CL/cl_ext.h>

namespace weft::test {
namespace {

class CommandBufferErrors : public CommandBufferApi {
protected:
  const Program program = session.build("kernel void add(global int *x, int n) { *x += n; }");
  const Memory data = ints(4);

  Kernel add() const {
    Kernel made = session.kernel(program, "add");
    setArguments(made, *data.address(), 1);
    return made;
  }
  /// One command of each kind, with what they all take.
  using Record = std::function<cl_int(cl_command_buffer_khr, cl_command_queue,
                                      const icd::cl_command_properties_khr *, cl_uint,
                                      const SyncPoint *, SyncPoint *, cl_mutable_command_khr *)>;
  std::vector<std::pair<const char *, Record>> commands(cl_kernel kernel, cl_mem image) const {
    static const size_t origin[3] = {}, region[3] = {1, 1, 1}, one = 1;
    static int numbers[2] = {};
    const cl_mem memory = data;
    return {
        {"barrier", [=, this](auto into, auto on, auto properties,
                              auto... rest) { return cl.barrier(into, on, properties, rest...); }},
        {"copy",
         [=, this](auto into, auto on, auto properties, auto... rest) {
           return cl.copyBuffer(into, on, properties, memory, memory, 0, 4, 4, rest...);
         }},
        {"copy rect",
         [=, this](auto into, auto on, auto properties, auto... rest) {
           static const size_t to[3] = {4, 0, 0};
           return cl.copyBufferRect(into, on, properties, memory, memory, origin, to, region, 0, 0,
                                    0, 0, rest...);
         }},
        {"fill",
         [=, this](auto into, auto on, auto properties, auto... rest) {
           return cl.fillBuffer(into, on, properties, memory, numbers, 4, 0, 4, rest...);
         }},
        {"buffer to image",
         [=, this](auto into, auto on, auto properties, auto... rest) {
           return cl.copyBufferToImage(into, on, properties, memory, image, 0, origin, region,
                                       rest...);
         }},
        {"image to buffer",
         [=, this](auto into, auto on, auto properties, auto... rest) {
           return cl.copyImageToBuffer(into, on, properties, image, memory, origin, region, 0,
                                       rest...);
         }},
        {"copy image",
         [=, this](auto into, auto on, auto properties, auto... rest) {
           static const size_t to[3] = {1, 0, 0};
           return cl.copyImage(into, on, properties, image, image, origin, to, region, rest...);
         }},
        {"fill image",
         [=, this](auto into, auto on, auto properties, auto... rest) {
           static const float color[4] = {};
           return cl.fillImage(into, on, properties, image, color, origin, region, rest...);
         }},
        {"kernel",
         [=, this](auto into, auto on, auto properties, auto... rest) {
           return cl.kernel(into, on, properties, kernel, 1, nullptr, &one, nullptr, rest...);
         }},
        {"copy memory",
         [=, this](auto into, auto on, auto properties, auto... rest) {
           return cl.copyMemory(into, on, properties, &numbers[1], &numbers[0], 4, rest...);
         }},
        {"fill memory",
         [=, this](auto into, auto on, auto properties, auto... rest) {
           return cl.fillMemory(into, on, properties, &numbers[1], &numbers[0], 4, 4, rest...);
         }},
    };
  }
};

TEST_F(CommandBufferErrors, OfEveryRecordingCall) {
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  cl_int error = CL_SUCCESS;
  Memory image = clCreateImage(context, 0, &format, &description, nullptr, &error);
  Kernel kernel = add();
  Context foreign = otherContext();
  Queue foreignQueue = clCreateCommandQueueWithProperties(foreign, device(), nullptr, &error),
        unlisted = outOfOrderQueue(), second = outOfOrderQueue();
  for (const auto &[name, command] : commands(kernel, image)) {
    SCOPED_TRACE(name);
    const auto &record = command;
    CommandBuffer buffer = commandBuffer(), finalised = commandBuffer(),
                  several = commandBuffer({queue, second});
    cl.finalize(finalised);
    SyncPoint known = 0;
    ASSERT_EQ(record(buffer, nullptr, nullptr, 0, nullptr, &known, nullptr), CL_SUCCESS);
    const SyncPoint unknown[] = {known, known + 1}, good[] = {known, known};
    const icd::cl_command_properties_khr none[] = {0}, invalid[] = {CL_QUEUE_PROPERTIES, 0, 0};
    cl_mutable_command_khr handle = nullptr;
    const bool isKernel = name == std::string("kernel");
    expectErrors({
        {"no command buffer", CL_INVALID_COMMAND_BUFFER_KHR,
         [&] { return record(nullptr, nullptr, nullptr, 0, nullptr, nullptr, nullptr); }},
        {"another type", CL_INVALID_COMMAND_BUFFER_KHR,
         [&] {
           return record(wrong<cl_command_buffer_khr>(), nullptr, nullptr, 0, nullptr, nullptr,
                         nullptr);
         }},
        {"a finalised one", CL_INVALID_OPERATION,
         [&] { return record(finalised, nullptr, nullptr, 0, nullptr, nullptr, nullptr); }},
        {"its own queue", CL_SUCCESS,
         [&] { return record(buffer, queue, nullptr, 0, nullptr, nullptr, nullptr); }},
        {"another queue", CL_INVALID_COMMAND_QUEUE,
         [&] { return record(buffer, unlisted, nullptr, 0, nullptr, nullptr, nullptr); }},
        {"no queue", CL_INVALID_COMMAND_QUEUE,
         [&] {
           return record(buffer, wrong<cl_command_queue>(), nullptr, 0, nullptr, nullptr, nullptr);
         }},
        {"a queue of another context", CL_INVALID_CONTEXT,
         [&] { return record(buffer, foreignQueue, nullptr, 0, nullptr, nullptr, nullptr); }},
        {"no queue of two", CL_INVALID_COMMAND_QUEUE,
         [&] { return record(several, nullptr, nullptr, 0, nullptr, nullptr, nullptr); }},
        {"one of two", CL_SUCCESS,
         [&] { return record(several, second, nullptr, 0, nullptr, nullptr, nullptr); }},
        {"an empty list of properties", CL_SUCCESS,
         [&] { return record(buffer, nullptr, none, 0, nullptr, nullptr, nullptr); }},
        {"invalid properties", CL_INVALID_VALUE,
         [&] { return record(buffer, nullptr, invalid, 0, nullptr, nullptr, nullptr); }},
        {"a handle", isKernel ? CL_SUCCESS : CL_INVALID_VALUE,
         [&] { return record(buffer, nullptr, nullptr, 0, nullptr, nullptr, &handle); }},
        {"a count without a list", CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
         [&] { return record(buffer, nullptr, nullptr, 1, nullptr, nullptr, nullptr); }},
        {"a list without a count", CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
         [&] { return record(buffer, nullptr, nullptr, 0, good, nullptr, nullptr); }},
        {"a good list", CL_SUCCESS,
         [&] { return record(buffer, nullptr, nullptr, 2, good, nullptr, nullptr); }},
    });
    CommandBuffer fresh = commandBuffer();
    EXPECT_EQ(record(fresh, nullptr, nullptr, 2, unknown, nullptr, nullptr),
              CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    EXPECT_EQ(handle != nullptr, isKernel);
  }
}

TEST_F(CommandBufferErrors, OfWhatCommandsDo) {
  CommandBuffer buffer = commandBuffer();
  Context foreign = otherContext();
  Memory foreignData = clCreateBuffer(foreign, 0, 64, nullptr, nullptr);
  Kernel kernel = add(), unset = session.kernel(program, "add");
  const size_t one = 1, none = 0;
  const int number = 0;
  expectErrors({
      {"no buffer", CL_INVALID_MEM_OBJECT,
       [&] {
         return cl.copyBuffer(buffer, nullptr, nullptr, nullptr, data, 0, 0, 4, 0, nullptr, nullptr,
                              nullptr);
       }},
      {"a buffer of another context", CL_INVALID_CONTEXT,
       [&] {
         return cl.copyBuffer(buffer, nullptr, nullptr, data, foreignData, 0, 0, 4, 0, nullptr,
                              nullptr, nullptr);
       }},
      {"overlapping copies", CL_MEM_COPY_OVERLAP,
       [&] {
         return cl.copyBuffer(buffer, nullptr, nullptr, data, data, 0, 2, 4, 0, nullptr, nullptr,
                              nullptr);
       }},
      {"a fill beyond the end", CL_INVALID_VALUE,
       [&] {
         return cl.fillBuffer(buffer, nullptr, nullptr, data, &number, 4, 16, 4, 0, nullptr,
                              nullptr, nullptr);
       }},
      {"no kernel", CL_INVALID_KERNEL, [&] { return record(buffer, nullptr, 1); }},
      {"arguments that are not set", CL_INVALID_KERNEL_ARGS,
       [&] { return record(buffer, unset, 1); }},
      {"no dimensions", CL_INVALID_WORK_DIMENSION,
       [&] {
         return cl.kernel(buffer, nullptr, nullptr, kernel, 0, nullptr, &one, nullptr, 0, nullptr,
                          nullptr, nullptr);
       }},
      {"empty groups", CL_INVALID_WORK_GROUP_SIZE,
       [&] {
         return cl.kernel(buffer, nullptr, nullptr, kernel, 1, nullptr, &one, &none, 0, nullptr,
                          nullptr, nullptr);
       }},
      {"no memory", CL_INVALID_VALUE,
       [&] {
         return cl.copyMemory(buffer, nullptr, nullptr, nullptr, &number, 4, 0, nullptr, nullptr,
                              nullptr);
       }},
  });
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(replay(buffer), CL_SUCCESS) << "what was refused is not in it";
}

TEST_F(CommandBufferErrors, OfCreation) {
  Context foreign = otherContext();
  cl_int error = CL_SUCCESS;
  Queue foreignQueue = clCreateCommandQueueWithProperties(foreign, device(), nullptr, &error);
  const cl_command_queue own[] = {queue}, mixed[] = {queue, foreignQueue}, bad[] = {queue, nullptr};
  const auto creation = [&](cl_uint count, const cl_command_queue *queues,
                            const cl_command_buffer_properties_khr *properties) {
    return errorOf(
        [&](cl_int *code) { return CommandBuffer(cl.create(count, queues, properties, code)); });
  };
  const cl_command_buffer_properties_khr
      twice[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0},
      unknownName[] = {CL_QUEUE_PROPERTIES, 0, 0},
      unknownFlag[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 20, 0},
      unknownAssert[] = {icd::commandBufferMutableDispatchAsserts, 2, 0},
      all[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 7, icd::commandBufferMutableDispatchAsserts, 1, 0};
  expectErrors({
      {"no queues", CL_INVALID_VALUE, [&] { return creation(0, own, nullptr); }},
      {"no list", CL_INVALID_VALUE, [&] { return creation(1, nullptr, nullptr); }},
      {"no queue", CL_INVALID_COMMAND_QUEUE, [&] { return creation(2, bad, nullptr); }},
      {"two contexts", CL_INVALID_CONTEXT, [&] { return creation(2, mixed, nullptr); }},
      {"a property twice", CL_INVALID_VALUE, [&] { return creation(1, own, twice); }},
      {"an unknown property", CL_INVALID_VALUE, [&] { return creation(1, own, unknownName); }},
      {"an unknown flag", CL_INVALID_VALUE, [&] { return creation(1, own, unknownFlag); }},
      {"an unknown assertion", CL_INVALID_VALUE, [&] { return creation(1, own, unknownAssert); }},
      {"every property", CL_SUCCESS, [&] { return creation(1, own, all); }},
  });
}

TEST_F(CommandBufferErrors, OfReplays) {
  CommandBuffer buffer = commandBuffer();
  EXPECT_EQ(replay(buffer), CL_INVALID_OPERATION) << "it is being recorded";
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(cl.finalize(buffer), CL_INVALID_OPERATION);
  EXPECT_EQ(cl.finalize(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  Context foreign = otherContext();
  cl_int error = CL_SUCCESS;
  Queue foreignQueue = clCreateCommandQueueWithProperties(foreign, device(), nullptr, &error);
  const cl_queue_properties local[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL,
                                       0};
  Queue localQueue = clCreateCommandQueueWithProperties(context, device(), local, &error);
  cl_command_queue incompatible[] = {localQueue};
  cl_command_queue own[] = {queue, queue}, other[] = {foreignQueue}, none[] = {nullptr};
  expectErrors({
      {"no command buffer", CL_INVALID_COMMAND_BUFFER_KHR, [&] { return replay(nullptr); }},
      {"a count without queues", CL_INVALID_VALUE,
       [&] { return cl.enqueue(1, nullptr, buffer, 0, nullptr, nullptr); }},
      {"queues without a count", CL_INVALID_VALUE,
       [&] { return cl.enqueue(0, own, buffer, 0, nullptr, nullptr); }},
      {"too many queues", CL_INVALID_VALUE,
       [&] { return cl.enqueue(2, own, buffer, 0, nullptr, nullptr); }},
      {"no queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return cl.enqueue(1, none, buffer, 0, nullptr, nullptr); }},
      {"a queue of another context", CL_INVALID_CONTEXT,
       [&] { return cl.enqueue(1, other, buffer, 0, nullptr, nullptr); }},
      {"a queue of its callers", CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
       [&] { return cl.enqueue(1, incompatible, buffer, 0, nullptr, nullptr); }},
  });
  expectWaitListErrors("clEnqueueCommandBufferKHR", [&](cl_uint count, const cl_event *events) {
    return cl.enqueue(0, nullptr, buffer, count, events, nullptr);
  });
}

TEST_F(CommandBufferErrors, HandlesAndCounts) {
  CommandBuffer buffer = commandBuffer();
  const auto count = [&] {
    return queried<cl_uint>([&](auto... rest) {
      return cl.info(buffer, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, rest...);
    });
  };
  EXPECT_EQ(count(), 1u);
  ASSERT_EQ(cl.retain(buffer), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  ASSERT_EQ(cl.release(buffer), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
  cl_command_buffer_khr handle = buffer;
  buffer.reset();
  EXPECT_EQ(cl.retain(handle), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(cl.release(handle), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(cl.retain(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
}

TEST_F(CommandBufferErrors, Queries) {
  const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                   CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  Queue second = outOfOrderQueue();
  using Queues = std::array<cl_command_queue, 2>;
  const Queues queues{queue, second};
  cl_int error = CL_SUCCESS;
  CommandBuffer buffer = cl.create(2, queues.data(), list, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto info = [&](cl_command_buffer_khr of) {
    return [&cl = cl, of](auto... rest) { return cl.info(of, rest...); };
  };
  expectQueryErrors("clGetCommandBufferInfoKHR", info(buffer), CL_COMMAND_BUFFER_QUEUES_KHR,
                    sizeof queues);
  EXPECT_EQ(info(nullptr)(CL_COMMAND_BUFFER_STATE_KHR, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_BUFFER_KHR);
  using Properties = std::array<cl_command_buffer_properties_khr, 3>;
  const auto get = [&]<class T>(std::type_identity<T>, cl_command_buffer_info_khr name) {
    return queried<T>([&](auto... rest) { return cl.info(buffer, name, rest...); });
  };
  EXPECT_EQ(get(std::type_identity<cl_uint>{}, CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 2u);
  EXPECT_EQ(get(std::type_identity<Queues>{}, CL_COMMAND_BUFFER_QUEUES_KHR), queues);
  EXPECT_EQ(get(std::type_identity<Properties>{}, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR),
            (Properties{list[0], list[1], 0}));
  EXPECT_EQ(get(std::type_identity<cl_context>{}, icd::commandBufferContext), context);
  EXPECT_EQ(stateOf(buffer),
            static_cast<cl_command_buffer_state_khr>(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(stateOf(buffer),
            static_cast<cl_command_buffer_state_khr>(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  CommandBuffer plain = commandBuffer();
  size_t size = 1;
  EXPECT_EQ(info(plain)(CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
}

TEST_F(CommandBufferErrors, DevicesTellWhatTheySupport) {
  EXPECT_EQ(deviceInfo<cl_device_command_buffer_capabilities_khr>(
                CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR) &
                (CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR | icd::capabilityMultipleQueue),
            CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR | icd::capabilityMultipleQueue);
  EXPECT_EQ(deviceInfo<cl_command_queue_properties>(
                CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR),
            0u);
  EXPECT_EQ(
      deviceInfo<cl_command_queue_properties>(icd::deviceCommandBufferSupportedQueueProperties),
      static_cast<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                               CL_QUEUE_PROFILING_ENABLE));
  EXPECT_EQ(deviceInfo<cl_uint>(icd::deviceCommandBufferNumSyncDevices), 1u);
  EXPECT_EQ(deviceInfo<cl_device_id>(icd::deviceCommandBufferSyncDevices), device());
  EXPECT_EQ(deviceInfo<cl_mutable_dispatch_fields_khr>(CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR),
            icd::everyMutableDispatchField);
  EXPECT_EQ(queried<icd::cl_platform_command_buffer_capabilities_khr>([](auto... rest) {
              return clGetPlatformInfo(platform(), icd::platformCommandBufferCapabilities, rest...);
            }),
            icd::platformUniversalSync | icd::platformRemapQueues);
}

} // namespace
} // namespace weft::test
