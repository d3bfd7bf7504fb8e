// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.1: command queues.
#include "tests/api/fixture.h"

#include <CL/cl_ext.h>

namespace weft::test {
namespace {

class QueueApi : public Api {
protected:
  cl_int create(cl_context in, cl_device_id on, const cl_queue_properties *properties) {
    return errorOf([&](cl_int *error) {
      cl_command_queue made = clCreateCommandQueueWithProperties(in, on, properties, error);
      if (made) {
        EXPECT_EQ(clReleaseCommandQueue(made), CL_SUCCESS);
      }
      return made;
    });
  }
  cl_int create(const std::vector<cl_queue_properties> &properties) {
    return create(context, device(), properties.data());
  }
};

TEST_F(QueueApi, Creation) {
  constexpr cl_queue_properties both =
      CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  expectErrors({
      {"no properties", CL_SUCCESS, [&] { return create(context, device(), nullptr); }},
      {"an empty list", CL_SUCCESS, [&] { return create({0}); }},
      {"profiling and out of order", CL_SUCCESS,
       [&] { return create({CL_QUEUE_PROPERTIES, both, 0}); }},
      {"another type as context", CL_INVALID_CONTEXT,
       [&] { return create(wrong<cl_context>(), device(), nullptr); }},
      {"no device", CL_INVALID_DEVICE, [&] { return create(context, nullptr, nullptr); }},
      {"another type as device", CL_INVALID_DEVICE,
       [&] { return create(context, wrong<cl_device_id>(), nullptr); }},
      {"an unknown name", CL_INVALID_VALUE, [&] { return create({0x7777, 1, 0}); }},
      {"unknown bits", CL_INVALID_VALUE,
       [&] { return create({CL_QUEUE_PROPERTIES, 1u << 20, 0}); }},
      {"a size for a host queue", CL_INVALID_VALUE,
       [&] { return create({CL_QUEUE_SIZE, 1024, 0}); }},
      {"a device queue that is not out of order", CL_INVALID_VALUE,
       [&] { return create({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}); }},
  });
}

TEST_F(QueueApi, CreationAsIn1x) {
  auto create = [&](cl_context in, cl_device_id on, cl_command_queue_properties properties) {
    return errorOf([&](cl_int *error) {
      cl_command_queue made = clCreateCommandQueue(in, on, properties, error);
      if (made) {
        EXPECT_EQ(clReleaseCommandQueue(made), CL_SUCCESS);
      }
      return made;
    });
  };
  expectErrors({
      {"plain", CL_SUCCESS, [&] { return create(context, device(), 0); }},
      {"out of order", CL_SUCCESS,
       [&] { return create(context, device(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }},
      {"context", CL_INVALID_CONTEXT, [&] { return create(wrong<cl_context>(), device(), 0); }},
      {"device", CL_INVALID_DEVICE, [&] { return create(context, wrong<cl_device_id>(), 0); }},
      {"unknown bits", CL_INVALID_VALUE, [&] { return create(context, device(), 1u << 20); }},
  });
}

TEST_F(QueueApi, Queries) {
  cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int error;
  Queue made = clCreateCommandQueueWithProperties(context, device(), list, &error);
  auto get = [&](cl_command_queue_info name) {
    return [&, name](auto... rest) { return clGetCommandQueueInfo(made, name, rest...); };
  };
  EXPECT_EQ(queried<cl_context>(get(CL_QUEUE_CONTEXT)), context);
  EXPECT_EQ(queried<cl_device_id>(get(CL_QUEUE_DEVICE)), device());
  EXPECT_EQ(queried<cl_command_queue_properties>(get(CL_QUEUE_PROPERTIES)),
            cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE});
  EXPECT_EQ(queried<cl_uint>(get(CL_QUEUE_REFERENCE_COUNT)), 1u);
  EXPECT_EQ(clRetainCommandQueue(made), CL_SUCCESS);
  EXPECT_EQ(queried<cl_uint>(get(CL_QUEUE_REFERENCE_COUNT)), 2u);
  EXPECT_EQ(clReleaseCommandQueue(made), CL_SUCCESS);
  using Three = std::array<cl_queue_properties, 3>;
  EXPECT_EQ(queried<Three>(get(CL_QUEUE_PROPERTIES_ARRAY)), (Three{list[0], list[1], 0}));
  EXPECT_EQ(queried<cl_command_queue>(get(CL_QUEUE_DEVICE_DEFAULT)), nullptr);
  cl_uint size;
  EXPECT_EQ(clGetCommandQueueInfo(made, CL_QUEUE_SIZE, sizeof size, &size, nullptr),
            CL_INVALID_COMMAND_QUEUE)
      << "only device queues have a size";
  Queue plain = clCreateCommandQueueWithProperties(context, device(), nullptr, &error);
  size_t bytes = 77;
  EXPECT_EQ(clGetCommandQueueInfo(plain, CL_QUEUE_PROPERTIES_ARRAY, 0, nullptr, &bytes),
            CL_SUCCESS);
  EXPECT_EQ(bytes, 0u);
  expectQueryErrors(
      "clGetCommandQueueInfo", [&](auto... rest) { return clGetCommandQueueInfo(made, rest...); },
      CL_QUEUE_REFERENCE_COUNT, sizeof(cl_uint));
}

TEST_F(QueueApi, TheExtensionsFunctionMakesQueuesToo) {
  const auto create = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(),
                                               "clCreateCommandQueueWithPropertiesKHR"));
  ASSERT_NE(create, nullptr);
  const cl_queue_properties_khr list[] = {CL_QUEUE_PROPERTIES,
                                          CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error;
  Queue made = create(context, device(), list, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(queried<cl_command_queue_properties>([&](auto... rest) {
              return clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES, rest...);
            }),
            cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE});
  EXPECT_EQ(create(wrong<cl_context>(), device(), list, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(QueueApi, WrongHandles) {
  auto bad = wrong<cl_command_queue>();
  expectErrors({
      {"retain", CL_INVALID_COMMAND_QUEUE, [&] { return clRetainCommandQueue(bad); }},
      {"release", CL_INVALID_COMMAND_QUEUE, [&] { return clReleaseCommandQueue(bad); }},
      {"retain null", CL_INVALID_COMMAND_QUEUE, [&] { return clRetainCommandQueue(nullptr); }},
      {"query", CL_INVALID_COMMAND_QUEUE,
       [&] { return clGetCommandQueueInfo(bad, CL_QUEUE_DEVICE, 0, nullptr, nullptr); }},
      {"flush", CL_INVALID_COMMAND_QUEUE, [&] { return clFlush(bad); }},
      {"finish", CL_INVALID_COMMAND_QUEUE, [&] { return clFinish(bad); }},
      {"flush null", CL_INVALID_COMMAND_QUEUE, [&] { return clFlush(nullptr); }},
      {"finish null", CL_INVALID_COMMAND_QUEUE, [&] { return clFinish(nullptr); }},
  });
}

TEST_F(QueueApi, AReleasedOneIsKnown) {
  cl_int error;
  cl_command_queue gone = clCreateCommandQueueWithProperties(context, device(), nullptr, &error);
  ASSERT_EQ(clReleaseCommandQueue(gone), CL_SUCCESS);
  EXPECT_EQ(clFinish(gone), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(QueueApi, ReleasingRunsWhatIsQueued) {
  // The last release flushes: commands that were enqueued still run.
  std::vector<int> source(1 << 20, 5), target(1 << 20);
  Memory buffer = session.buffer(source.size() * 4);
  cl_int error;
  cl_command_queue made = clCreateCommandQueueWithProperties(context, device(), nullptr, &error);
  Event done;
  ASSERT_EQ(clEnqueueWriteBuffer(made, buffer, CL_FALSE, 0, source.size() * 4, source.data(), 0,
                                 nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(made, buffer, CL_FALSE, 0, source.size() * 4, target.data(), 0,
                                nullptr, done.out()),
            CL_SUCCESS);
  EXPECT_EQ(clReleaseCommandQueue(made), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  EXPECT_EQ(target, source);
}

} // namespace
} // namespace weft::test
