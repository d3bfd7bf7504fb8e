// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_command_buffer_multi_device: commands for the parts of a partitioned device, and copies of
// command buffers for other devices.
#include "tests/api/command_buffers/fixture.h"

#include <array>

namespace weft::test {
namespace {

using SubDevice = Handle<cl_device_id, clReleaseDevice>;

class CommandBufferDevices : public testing::Test {
protected:
  void SetUp() override {
    if (deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
      GTEST_SKIP() << "needs two compute units";
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    std::array<cl_device_id, 256> handles{};
    cl_uint count = 0;
    ASSERT_EQ(clCreateSubDevices(device(), equally, 256, handles.data(), &count), CL_SUCCESS);
    for (cl_uint index = 0; index < count; ++index)
      parts.emplace_back(handles[index]);
    all = {parts[0], parts[1], device()};
    cl_int error = CL_SUCCESS;
    context = clCreateContext(nullptr, 3, all.data(), nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    for (cl_device_id id : all)
      queues.push_back(clCreateCommandQueueWithProperties(context, id, nullptr, &error));
    const char *source = "kernel void step(global int *x, int n) { *x = *x * 3 + n; }";
    program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    ASSERT_EQ(clBuildProgram(program, 2, all.data(), "", nullptr, nullptr), CL_SUCCESS);
    step = clCreateKernel(program, "step", &error);
    const int one = 1;
    data =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof one, const_cast<int *>(&one), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(step, 0, sizeof(cl_mem), data.address()), CL_SUCCESS);
  }

  CommandBuffer commandBuffer(std::vector<cl_command_queue> on,
                              cl_command_buffer_flags_khr flags = 0) const {
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int error = CL_SUCCESS;
    CommandBuffer made = cl.create(static_cast<cl_uint>(on.size()), on.data(), list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_int record(cl_command_buffer_khr into, cl_command_queue on, int n,
                std::vector<SyncPoint> waits, SyncPoint *point,
                cl_mutable_command_khr *handle = nullptr) const {
    EXPECT_EQ(clSetKernelArg(step, 1, sizeof n, &n), CL_SUCCESS);
    const size_t one = 1;
    return cl.kernel(into, on, nullptr, step, 1, nullptr, &one, nullptr,
                     static_cast<cl_uint>(waits.size()), waits.empty() ? nullptr : waits.data(),
                     point, handle);
  }
  int result() const {
    int value = 0;
    EXPECT_EQ(
        clEnqueueReadBuffer(queues[2], data, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr),
        CL_SUCCESS);
    return value;
  }
  void replay(cl_command_buffer_khr buffer) const {
    Event done;
    ASSERT_EQ(cl.enqueue(0, nullptr, buffer, 0, nullptr, done.out()), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  }

  const CommandBufferFunctions &cl = CommandBufferFunctions::get();
  std::vector<SubDevice> parts;
  std::vector<cl_device_id> all; ///< two parts, and the whole
  Context context;
  std::vector<Queue> queues;
  Program program;
  Kernel step;
  Memory data;
};

TEST_F(CommandBufferDevices, CommandsAlternateBetweenThem) {
  CommandBuffer buffer = commandBuffer({queues[0], queues[1]}, icd::commandBufferDeviceSideSync);
  SyncPoint last = 0;
  unsigned expected = 1;
  for (int i = 0; i < 30; ++i)
    ASSERT_EQ(record(buffer, queues[i % 2 == 0], i,
                     last ? std::vector<SyncPoint>{last} : std::vector<SyncPoint>{}, &last),
              CL_SUCCESS);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  for (int replays = 0; replays < 3; ++replays) {
    replay(buffer);
    for (unsigned i = 0; i < 30; ++i)
      expected = expected * 3 + i;
    EXPECT_EQ(static_cast<unsigned>(result()), expected);
  }
}

TEST_F(CommandBufferDevices, ReplaysNeedTheDevicesOfTheRecording) {
  CommandBuffer buffer = commandBuffer({queues[0], queues[1]});
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  cl_command_queue swapped[] = {queues[1], queues[0]};
  EXPECT_EQ(cl.enqueue(2, swapped, buffer, 0, nullptr, nullptr), CL_INVALID_DEVICE);
}

TEST_F(CommandBufferDevices, CopiesRunElsewhere) {
  CommandBuffer buffer = commandBuffer({queues[0]}, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr first = nullptr, second = nullptr;
  ASSERT_EQ(record(buffer, nullptr, 5, {}, nullptr, &first), CL_SUCCESS);
  ASSERT_EQ(record(buffer, nullptr, 7, {}, nullptr, &second), CL_SUCCESS);
  const cl_command_queue other = queues[1];
  const cl_mutable_command_khr handles[] = {second, first};
  cl_mutable_command_khr copied[2] = {};
  cl_int error = CL_SUCCESS;
  CommandBuffer copy = cl.remap(buffer, CL_FALSE, 1, &other, 2, handles, copied, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  // Both are still being recorded, each for itself.
  ASSERT_EQ(record(copy, nullptr, 1, {}, nullptr), CL_SUCCESS);
  ASSERT_EQ(cl.finalize(copy), CL_SUCCESS);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  replay(copy);
  EXPECT_EQ(result(), ((1 * 3 + 5) * 3 + 7) * 3 + 1);
  EXPECT_EQ(queried<cl_command_queue>([&](auto... rest) {
              return cl.commandInfo(copied[0], CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, rest...);
            }),
            other);
  // A change of the copy's command is none of the original's.
  const int hundred = 100, zero = 0;
  const cl_mutable_dispatch_arg_khr argument{1, sizeof hundred, &hundred};
  const icd::MutableDispatchConfig config{
      .command = copied[0], .num_args = 1, .arg_list = &argument};
  const icd::cl_command_buffer_update_type_khr type = icd::structureTypeMutableDispatchConfig;
  const void *configs[] = {&config};
  ASSERT_EQ(cl.update(copy, 1, &type, configs), CL_SUCCESS);
  EXPECT_EQ(cl.update(buffer, 1, &type, configs), CL_INVALID_MUTABLE_COMMAND_KHR);
  ASSERT_EQ(clEnqueueWriteBuffer(queues[2], data, CL_TRUE, 0, 4, &zero, 0, nullptr, nullptr),
            CL_SUCCESS);
  replay(copy);
  EXPECT_EQ(result(), (5 * 3 + 100) * 3 + 1);
  ASSERT_EQ(clEnqueueWriteBuffer(queues[2], data, CL_TRUE, 0, 4, &zero, 0, nullptr, nullptr),
            CL_SUCCESS);
  replay(buffer);
  EXPECT_EQ(result(), 5 * 3 + 7);
}

TEST_F(CommandBufferDevices, ErrorsOfCopies) {
  CommandBuffer buffer = commandBuffer({queues[0]});
  cl_mutable_command_khr handle = nullptr, copied = nullptr;
  ASSERT_EQ(record(buffer, nullptr, 5, {}, nullptr, &handle), CL_SUCCESS);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  const cl_command_queue one[] = {queues[1]}, two[] = {queues[1], queues[0]}, none[] = {nullptr},
                         unbuilt[] = {queues[2]};
  const cl_mutable_command_khr bad =
      reinterpret_cast<cl_mutable_command_khr>(static_cast<cl_context>(context));
  const auto remap = [&](cl_command_buffer_khr of, cl_bool automatic, cl_uint count,
                         const cl_command_queue *on, cl_uint handles,
                         const cl_mutable_command_khr *from, cl_mutable_command_khr *to) {
    return errorOf([&](cl_int *error) {
      return CommandBuffer(cl.remap(of, automatic, count, on, handles, from, to, error));
    });
  };
  expectErrors({
      {"no command buffer", CL_INVALID_COMMAND_BUFFER_KHR,
       [&] { return remap(nullptr, CL_FALSE, 1, one, 0, nullptr, nullptr); }},
      {"no queues", CL_INVALID_VALUE,
       [&] { return remap(buffer, CL_FALSE, 0, one, 0, nullptr, nullptr); }},
      {"no list", CL_INVALID_VALUE,
       [&] { return remap(buffer, CL_FALSE, 1, nullptr, 0, nullptr, nullptr); }},
      {"too many queues", CL_INVALID_VALUE,
       [&] { return remap(buffer, CL_FALSE, 2, two, 0, nullptr, nullptr); }},
      {"no queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return remap(buffer, CL_FALSE, 1, none, 0, nullptr, nullptr); }},
      {"handles without a count", CL_INVALID_VALUE,
       [&] { return remap(buffer, CL_FALSE, 1, one, 0, &handle, &copied); }},
      {"no handles", CL_INVALID_VALUE,
       [&] { return remap(buffer, CL_FALSE, 1, one, 1, nullptr, &copied); }},
      {"no place for handles", CL_INVALID_VALUE,
       [&] { return remap(buffer, CL_FALSE, 1, one, 1, &handle, nullptr); }},
      {"another type of object", CL_INVALID_VALUE,
       [&] { return remap(buffer, CL_FALSE, 1, one, 1, &bad, &copied); }},
      {"a choice of the platform", CL_INVALID_OPERATION,
       [&] { return remap(buffer, CL_TRUE, 1, one, 0, nullptr, nullptr); }},
      {"a device without the program", CL_INVALID_PROGRAM_EXECUTABLE,
       [&] { return remap(buffer, CL_FALSE, 1, unbuilt, 0, nullptr, nullptr); }},
      {"a good one", CL_SUCCESS,
       [&] { return remap(buffer, CL_FALSE, 1, one, 1, &handle, &copied); }},
  });
}

} // namespace
} // namespace weft::test
