// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queues on the device as objects (section 5.1): creation, queries, default queues, arguments, and
// what hosts may not do with them. tests/kernels/enqueue_test.cpp uses them.
#include "tests/api/fixture.h"

namespace weft::test {
namespace {

class DeviceQueues : public Api {
protected:
  static constexpr cl_queue_properties onDevice =
      CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

  cl_command_queue make(std::vector<cl_queue_properties> list, cl_int *error) const {
    list.push_back(0);
    return clCreateCommandQueueWithProperties(context, device(), list.data(), error);
  }
  Queue made(const std::vector<cl_queue_properties> &list) const {
    cl_int error = CL_SUCCESS;
    Queue result = make(list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return result;
  }
  cl_int creation(const std::vector<cl_queue_properties> &list) const {
    cl_int error = 1;
    if (cl_command_queue queue = make(list, &error)) {
      EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
    }
    return error;
  }
  template <class T> T info(cl_command_queue queue, cl_command_queue_info name) const {
    return queried<T>([&](auto... rest) { return clGetCommandQueueInfo(queue, name, rest...); });
  }
};

TEST_F(DeviceQueues, DevicesSayWhatTheyOffer) {
  EXPECT_EQ(
      deviceInfo<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES),
      cl_uint{CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT});
  EXPECT_EQ(deviceInfo<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES),
            cl_ulong{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE});
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE), 16u << 10);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE), 64u << 10);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES), 1u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS), 1024u);
  session.build("#ifndef __opencl_c_device_enqueue\n#error enqueue\n#endif\nkernel void k() {}",
                "-cl-std=CL3.0");
}

TEST_F(DeviceQueues, CreationAndQueries) {
  const cl_queue_properties most = deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
  expectErrors({
      {"plain", CL_SUCCESS, [&] { return creation({CL_QUEUE_PROPERTIES, onDevice}); }},
      {"profiled", CL_SUCCESS,
       [&] { return creation({CL_QUEUE_PROPERTIES, onDevice | CL_QUEUE_PROFILING_ENABLE}); }},
      {"the largest", CL_SUCCESS,
       [&] { return creation({CL_QUEUE_PROPERTIES, onDevice, CL_QUEUE_SIZE, most}); }},
      {"too large", CL_INVALID_QUEUE_PROPERTIES,
       [&] { return creation({CL_QUEUE_PROPERTIES, onDevice, CL_QUEUE_SIZE, most + 1}); }},
      {"in order", CL_INVALID_VALUE,
       [&] { return creation({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE}); }},
      {"the default of the host", CL_INVALID_VALUE,
       [&] {
         return creation({CL_QUEUE_PROPERTIES,
                          CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE});
       }},
  });
  Queue plain = made({CL_QUEUE_PROPERTIES, onDevice});
  EXPECT_EQ(info<cl_uint>(plain, CL_QUEUE_SIZE),
            deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE));
  EXPECT_EQ(info<cl_command_queue_properties>(plain, CL_QUEUE_PROPERTIES), onDevice);
  Queue sized = made({CL_QUEUE_PROPERTIES, onDevice, CL_QUEUE_SIZE, 12345});
  EXPECT_EQ(info<cl_uint>(sized, CL_QUEUE_SIZE), 12345u);
}

TEST_F(DeviceQueues, ADeviceHasOneDefault) {
  EXPECT_EQ(info<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT), nullptr);
  const cl_queue_properties isDefault = onDevice | CL_QUEUE_ON_DEVICE_DEFAULT;
  Queue first = made({CL_QUEUE_PROPERTIES, isDefault});
  Queue again = made({CL_QUEUE_PROPERTIES, isDefault, CL_QUEUE_SIZE, 20000});
  EXPECT_EQ(static_cast<cl_command_queue>(again), static_cast<cl_command_queue>(first));
  EXPECT_EQ(info<cl_uint>(first, CL_QUEUE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(info<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT),
            static_cast<cl_command_queue>(first));
  Queue other = made({CL_QUEUE_PROPERTIES, onDevice});
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device(), other), CL_SUCCESS);
  EXPECT_EQ(info<cl_command_queue>(first, CL_QUEUE_DEVICE_DEFAULT),
            static_cast<cl_command_queue>(other));
  other.reset();
  EXPECT_EQ(info<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT), nullptr);
  Context foreign = otherContext();
  expectErrors({
      {"a queue of the host", CL_INVALID_COMMAND_QUEUE,
       [&] { return clSetDefaultDeviceCommandQueue(context, device(), queue); }},
      {"no queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clSetDefaultDeviceCommandQueue(context, device(), nullptr); }},
      {"another context", CL_INVALID_COMMAND_QUEUE,
       [&] { return clSetDefaultDeviceCommandQueue(foreign, device(), first); }},
      {"no context", CL_INVALID_CONTEXT,
       [&] { return clSetDefaultDeviceCommandQueue(wrong<cl_context>(), device(), first); }},
      {"no device", CL_INVALID_DEVICE,
       [&] { return clSetDefaultDeviceCommandQueue(context, wrong<cl_device_id>(), first); }},
  });
}

TEST_F(DeviceQueues, ThereAreNotMoreThanTheDeviceSays) {
  const cl_uint most = deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES);
  const Context own = otherContext();
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, onDevice, 0};
  const auto create = [&](cl_int *error) {
    return Queue(clCreateCommandQueueWithProperties(own, device(), list, error));
  };
  std::vector<Queue> queues;
  cl_int error;
  for (cl_uint count = 0; count < most; ++count) {
    queues.push_back(create(&error));
    ASSERT_EQ(error, CL_SUCCESS) << count;
  }
  EXPECT_EQ(errorOf(create), CL_OUT_OF_RESOURCES);
  queues.pop_back();
  EXPECT_EQ(errorOf(create), CL_SUCCESS);
}

TEST_F(DeviceQueues, HostsCannotEnqueueThere) {
  Queue own = made({CL_QUEUE_PROPERTIES, onDevice});
  Memory buffer = session.buffer(64);
  int data = 0;
  expectErrors({
      {"read", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, 4, &data, 0, nullptr, nullptr); }},
      {"marker", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueMarkerWithWaitList(own, 0, nullptr, nullptr); }},
      {"flush", CL_INVALID_COMMAND_QUEUE, [&] { return clFlush(own); }},
      {"finish", CL_INVALID_COMMAND_QUEUE, [&] { return clFinish(own); }},
  });
}

TEST_F(DeviceQueues, ArgumentsAreChecked) {
  Program program = session.build(
      "kernel void test(queue_t q) { enqueue_kernel(q, 0, ndrange_1D(1), ^{}); }", "-cl-std=CL3.0");
  Kernel kernel = session.kernel(program, "test");
  Queue own = made({CL_QUEUE_PROPERTIES, onDevice});
  const Context foreign = otherContext();
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, onDevice, 0};
  const Queue elsewhere(clCreateCommandQueueWithProperties(foreign, device(), properties, nullptr));
  const auto set = [&](cl_command_queue value, size_t size = sizeof(cl_command_queue)) {
    return clSetKernelArg(kernel, 0, size, &value);
  };
  expectErrors({
      {"a queue of the host", CL_INVALID_DEVICE_QUEUE, [&] { return set(queue); }},
      {"no queue", CL_INVALID_DEVICE_QUEUE, [&] { return set(nullptr); }},
      {"another context", CL_INVALID_CONTEXT, [&] { return set(elsewhere); }},
      {"size", CL_INVALID_ARG_SIZE, [&] { return set(own, 4); }},
      {"a queue", CL_SUCCESS, [&] { return set(own); }},
  });
  // It stays as long as a launch has it.
  Event gate = userEvent();
  const cl_event wait = gate;
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 1, &wait, nullptr),
            CL_SUCCESS);
  own.reset();
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

} // namespace
} // namespace weft::test
