// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What replays of recorded commands do: each kind of command, order, events, lives of objects.
#include "tests/api/command_buffers/fixture.h"

#include <array>
#include <cstring>
#include <random>

namespace weft::test {
namespace {

const char *const source = "kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }"
                           "kernel void step(global int *x, int to, int from, int n) {"
                           " x[to] = x[from] * 3 + n; }"
                           "kernel void say(int n) { printf(\"n = %d\\n\", n); }";

class CommandBufferReplay : public CommandBufferApi {
protected:
  const Program program = session.build(source);
};

TEST_F(CommandBufferReplay, KernelsRunAsTheyWereRecorded) {
  constexpr size_t count = 100;
  Kernel add = session.kernel(program, "add");
  Memory data = ints(count);
  CommandBuffer buffer = commandBuffer();
  setArguments(add, *data.address(), 5);
  ASSERT_EQ(record(buffer, add, count), CL_SUCCESS);
  // What the kernel object gets later is for later recordings.
  setArguments(add, *data.address(), 100);
  ASSERT_EQ(record(buffer, add, 1), CL_SUCCESS);
  setArguments(add, *data.address(), 7);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(read(data, count), std::vector<int>(count, 0)) << "nothing runs before the replay";
  for (int replays = 1; replays <= 3; ++replays) {
    ASSERT_EQ(replay(buffer), CL_SUCCESS);
    const std::vector<int> values = read(data, count);
    EXPECT_EQ(values[0], 105 * replays);
    EXPECT_EQ(values[count - 1], 5 * replays);
  }
}

TEST_F(CommandBufferReplay, CopiesAndFillsOfBuffers) {
  Memory a = ints(64, 1), b = ints(64), c = ints(64);
  CommandBuffer buffer = commandBuffer();
  const int pattern = 9;
  ASSERT_EQ(cl.fillBuffer(buffer, nullptr, nullptr, a, &pattern, sizeof pattern, 16, 32, 0, nullptr,
                          nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(cl.copyBuffer(buffer, nullptr, nullptr, a, b, 0, 4, 252, 0, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  // A column of 8 rows, 4 bytes wide.
  const size_t from[3] = {4, 0, 0}, to[3] = {8, 0, 0}, region[3] = {4, 8, 1};
  ASSERT_EQ(cl.copyBufferRect(buffer, nullptr, nullptr, b, c, from, to, region, 16, 0, 32, 0, 0,
                              nullptr, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  std::vector<int> filled(64, 1), copied(64), column(64);
  std::fill_n(filled.begin() + 4, 8, 9);
  std::copy_n(filled.begin(), 63, copied.begin() + 1);
  for (size_t row = 0; row < 8; ++row)
    column[row * 8 + 2] = copied[row * 4 + 1];
  for (int replays = 0; replays < 2; ++replays) {
    ASSERT_EQ(replay(buffer), CL_SUCCESS);
    EXPECT_EQ(read(a, 64), filled);
    EXPECT_EQ(read(b, 64), copied);
    EXPECT_EQ(read(c, 64), column);
    for (cl_mem memory : std::initializer_list<cl_mem>{a, b, c}) // again from the beginning
      ASSERT_EQ(clEnqueueFillBuffer(queue, memory, memory == a ? &filled[0] : &column[0], 4, 0, 256,
                                    0, nullptr, nullptr),
                CL_SUCCESS);
  }
}

TEST_F(CommandBufferReplay, CopiesAndFillsOfMemory) {
  std::array<int, 32> a{}, b{};
  CommandBuffer buffer = commandBuffer();
  const int pattern = 6;
  ASSERT_EQ(cl.fillMemory(buffer, nullptr, nullptr, a.data(), &pattern, sizeof pattern, 64, 0,
                          nullptr, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(cl.copyMemory(buffer, nullptr, nullptr, b.data() + 4, a.data(), 80, 0, nullptr, nullptr,
                          nullptr),
            CL_SUCCESS);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  for (int replays = 0; replays < 2; ++replays) {
    a.fill(-1);
    b.fill(0);
    ASSERT_EQ(replay(buffer), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    for (int i = 0; i < 32; ++i) {
      EXPECT_EQ(a[i], i < 16 ? 6 : -1);
      EXPECT_EQ(b[i], i < 4 || i >= 24 ? 0 : i < 20 ? 6 : -1);
    }
  }
}

TEST_F(CommandBufferReplay, CopiesAndFillsOfImages) {
  const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 8;
  description.image_height = 4;
  const auto makeImage = [&] {
    cl_int error = CL_SUCCESS;
    Memory made = clCreateImage(context, 0, &format, &description, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  };
  Memory one = makeImage(), two = makeImage(), in = ints(32), out = ints(32);
  const cl_uint color[4] = {1, 2, 3, 4};
  const size_t origin[3] = {}, inner[3] = {2, 1, 0}, whole[3] = {8, 4, 1}, part[3] = {4, 2, 1};
  CommandBuffer buffer = commandBuffer();
  ASSERT_EQ(cl.copyBufferToImage(buffer, nullptr, nullptr, in, one, 0, origin, whole, 0, nullptr,
                                 nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(
      cl.fillImage(buffer, nullptr, nullptr, one, color, inner, part, 0, nullptr, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(cl.copyImage(buffer, nullptr, nullptr, one, two, origin, origin, whole, 0, nullptr,
                         nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(cl.copyImageToBuffer(buffer, nullptr, nullptr, two, out, origin, whole, 0, 0, nullptr,
                                 nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  for (int replays = 1; replays <= 2; ++replays) {
    std::vector<int> expected(32);
    std::iota(expected.begin(), expected.end(), 1000 * replays);
    ASSERT_EQ(
        clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, 128, expected.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    for (size_t y = 1; y < 3; ++y)
      std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(8 * y + 2), 4, 0x04030201);
    ASSERT_EQ(replay(buffer), CL_SUCCESS);
    EXPECT_EQ(read(out, 32), expected);
  }
}

TEST_F(CommandBufferReplay, KernelsPrint) {
  const auto capabilities = deviceInfo<cl_device_command_buffer_capabilities_khr>(
      CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR);
  EXPECT_TRUE(capabilities & CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR);
  Kernel say = session.kernel(program, "say");
  CommandBuffer buffer = commandBuffer();
  for (int n : {1, 2}) {
    setArguments(say, n);
    ASSERT_EQ(record(buffer, say, 1), CL_SUCCESS);
  }
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  testing::internal::CaptureStdout();
  EXPECT_EQ(replay(buffer), CL_SUCCESS);
  EXPECT_EQ(replay(buffer), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "n = 1\nn = 2\nn = 1\nn = 2\n");
}

TEST_F(CommandBufferReplay, KernelsEnqueueOthers) {
  const auto capabilities = deviceInfo<cl_device_command_buffer_capabilities_khr>(
      CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR);
  EXPECT_TRUE(capabilities & CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR);
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error;
  const Queue byDefault(clCreateCommandQueueWithProperties(context, device(), list, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  const Program own = session.build(R"(
    kernel void spread(global int *x, int n) {
      enqueue_kernel(get_default_queue(), 0, ndrange_1D(16), ^{ x[get_global_id(0)] += n; });
    })",
                                    "-cl-std=CL3.0");
  Kernel spread = session.kernel(own, "spread");
  Memory data = ints(16);
  CommandBuffer buffer = commandBuffer();
  for (int n : {1, 20}) {
    setArguments(spread, *data.address(), n);
    ASSERT_EQ(record(buffer, spread, 1), CL_SUCCESS);
  }
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  for (int replays = 1; replays <= 3; ++replays) {
    ASSERT_EQ(replay(buffer), CL_SUCCESS);
    EXPECT_EQ(read(data, 16), std::vector<int>(16, 21 * replays));
  }
}

TEST_F(CommandBufferReplay, AnEmptyOneCompletes) {
  CommandBuffer buffer = commandBuffer();
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  Event gate = userEvent(), done;
  ASSERT_EQ(cl.enqueue(0, nullptr, buffer, 1, gate.address(), done.out()), CL_SUCCESS);
  EXPECT_GT(queried<cl_int>([&](auto... rest) {
              return clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, rest...);
            }),
            CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
}

TEST_F(CommandBufferReplay, EventsTellOfIt) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int error = CL_SUCCESS;
  Queue profiled = clCreateCommandQueueWithProperties(context, device(), list, &error);
  Kernel add = session.kernel(program, "add");
  Memory data = ints(1);
  setArguments(add, *data.address(), 1);
  CommandBuffer buffer = commandBuffer({profiled});
  ASSERT_EQ(record(buffer, add, 1), CL_SUCCESS);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  Event gate = userEvent(), event;
  ASSERT_EQ(cl.enqueue(0, nullptr, buffer, 1, gate.address(), event.out()), CL_SUCCESS);
  const auto info = [&]<class T>(std::type_identity<T>, cl_event_info name) {
    return queried<T>([&](auto... rest) { return clGetEventInfo(event, name, rest...); });
  };
  EXPECT_EQ(info(std::type_identity<cl_command_type>{}, CL_EVENT_COMMAND_TYPE),
            static_cast<cl_command_type>(CL_COMMAND_COMMAND_BUFFER_KHR));
  EXPECT_EQ(info(std::type_identity<cl_command_queue>{}, CL_EVENT_COMMAND_QUEUE), profiled);
  EXPECT_EQ(info(std::type_identity<cl_context>{}, CL_EVENT_CONTEXT), context);
  clSetUserEventStatus(gate, CL_COMPLETE);
  ASSERT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  cl_ulong previous = 0;
  for (cl_profiling_info name : {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                 CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END}) {
    const auto time = queried<cl_ulong>(
        [&](auto... rest) { return clGetEventProfilingInfo(event, name, rest...); });
    EXPECT_GE(time, previous);
    previous = time;
  }
  EXPECT_GT(previous, 0u);
}

TEST_F(CommandBufferReplay, AFailedWaitListFailsIt) {
  Kernel add = session.kernel(program, "add");
  Memory data = ints(1);
  setArguments(add, *data.address(), 1);
  CommandBuffer buffer = commandBuffer();
  ASSERT_EQ(record(buffer, add, 1), CL_SUCCESS);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  Event gate = userEvent(), event;
  ASSERT_EQ(cl.enqueue(0, nullptr, buffer, 1, gate.address(), event.out()), CL_SUCCESS);
  clSetUserEventStatus(gate, -5);
  EXPECT_EQ(clWaitForEvents(1, event.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(read(data), 0);
}

TEST_F(CommandBufferReplay, ItKeepsWhatItNeeds) {
  constexpr size_t count = 16;
  Memory out = ints(count);
  Event gate = userEvent();
  {
    Kernel add = session.kernel(program, "add");
    Memory middle = ints(count, 3), in = ints(count, 10);
    Queue own = clCreateCommandQueueWithProperties(context, device(), nullptr, nullptr);
    setArguments(add, *middle.address(), 1);
    CommandBuffer buffer = commandBuffer({own});
    ASSERT_EQ(cl.copyBuffer(buffer, nullptr, nullptr, in, middle, 0, 0, count * 4, 0, nullptr,
                            nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(record(buffer, add, count), CL_SUCCESS);
    ASSERT_EQ(cl.copyBuffer(buffer, nullptr, nullptr, middle, out, 0, 0, count * 4, 0, nullptr,
                            nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
    in.reset(); // the storage, its objects and the queue are the command buffer's now
    middle.reset();
    add.reset();
    own.reset();
    ASSERT_EQ(cl.enqueue(0, nullptr, buffer, 1, gate.address(), nullptr), CL_SUCCESS);
    Event last;
    ASSERT_EQ(replay(buffer, last.out()), CL_SUCCESS);
    ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 1, last.address(), nullptr), CL_SUCCESS);
  } // and the command buffer goes before its replays run
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(read(out, count), std::vector<int>(count, 11));
}

TEST_F(CommandBufferReplay, OtherQueuesOfTheDeviceTakeIt) {
  Kernel add = session.kernel(program, "add");
  Memory data = ints(1);
  setArguments(add, *data.address(), 1);
  CommandBuffer buffer = commandBuffer();
  ASSERT_EQ(record(buffer, add, 1), CL_SUCCESS);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  Queue other = outOfOrderQueue();
  cl_command_queue substitute = other;
  Event done;
  ASSERT_EQ(cl.enqueue(1, &substitute, buffer, 0, nullptr, done.out()), CL_SUCCESS);
  EXPECT_EQ(queried<cl_command_queue>([&](auto... rest) {
              return clGetEventInfo(done, CL_EVENT_COMMAND_QUEUE, rest...);
            }),
            other);
  ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  EXPECT_EQ(read(data), 1);
}

/// Random commands on a few numbers, recorded to several queues with no more sync points than
/// their order needs, against the same steps on the host.
class CommandBufferOrder : public CommandBufferReplay,
                           public testing::WithParamInterface<unsigned> {
protected:
  static constexpr int cells = 7;
  struct Cell {
    int value = 1;
    std::vector<SyncPoint> writers, readers; ///< the last writer, and who read since
  };
};

TEST_P(CommandBufferOrder, IsThatOfSyncPointsBarriersAndQueues) {
  std::mt19937 random(GetParam());
  const auto below = [&](int limit) {
    return std::uniform_int_distribution<int>(0, limit - 1)(random);
  };
  Kernel step = session.kernel(program, "step");
  Memory data = ints(cells, 1);
  std::vector<Queue> made;
  std::vector<cl_command_queue> queues;
  for (int i = below(3); i >= 0; --i) {
    made.push_back(outOfOrderQueue());
    queues.push_back(made.back());
  }
  CommandBuffer buffer = commandBuffer(queues);
  std::array<Cell, cells> model;
  std::vector<std::array<int, 3>> steps;
  for (int i = 0; i < 120; ++i) {
    cl_command_queue on = queues[static_cast<size_t>(below(static_cast<int>(queues.size())))];
    if (below(12) == 0) {
      ASSERT_EQ(cl.barrier(buffer, on, nullptr, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
      for (Cell &cell : model)
        cell.writers.clear(), cell.readers.clear();
      continue;
    }
    const int to = below(cells), from = below(cells), n = below(100);
    std::vector<SyncPoint> waits = model[static_cast<size_t>(from)].writers;
    const Cell &target = model[static_cast<size_t>(to)];
    waits.insert(waits.end(), target.writers.begin(), target.writers.end());
    waits.insert(waits.end(), target.readers.begin(), target.readers.end());
    setArguments(step, *data.address(), to, from, n);
    const size_t one = 1;
    SyncPoint point = 0;
    ASSERT_EQ(cl.kernel(buffer, on, nullptr, step, 1, nullptr, &one, nullptr,
                        static_cast<cl_uint>(waits.size()), waits.empty() ? nullptr : waits.data(),
                        &point, nullptr),
              CL_SUCCESS);
    model[static_cast<size_t>(from)].readers.push_back(point);
    model[static_cast<size_t>(to)].writers = {point};
    model[static_cast<size_t>(to)].readers.clear();
    steps.push_back({to, from, n});
  }
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  std::array<unsigned, cells> expected;
  expected.fill(1);
  for (int replays = 0; replays < 3; ++replays) {
    for (const auto &[to, from, n] : steps)
      expected[static_cast<size_t>(to)] =
          expected[static_cast<size_t>(from)] * 3 + static_cast<unsigned>(n);
    Event done;
    ASSERT_EQ(replay(buffer, done.out()), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
    const std::vector<int> values = read(data, cells);
    for (size_t cell = 0; cell < cells; ++cell)
      EXPECT_EQ(static_cast<unsigned>(values[cell]), expected[cell]) << "cell " << cell;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CommandBufferOrder, testing::Range(0u, 20u));

TEST_F(CommandBufferReplay, InOrderQueuesKeepTheOrderOfTheirCommands) {
  Kernel step = session.kernel(program, "step");
  Memory data = ints(2, 1);
  Queue other = clCreateCommandQueueWithProperties(context, device(), nullptr, nullptr);
  CommandBuffer buffer = commandBuffer({queue, other});
  const size_t one = 1;
  std::array<unsigned, 2> expected{1, 1};
  for (int i = 0; i < 50; ++i)
    for (int on : {0, 1}) {
      setArguments(step, *data.address(), on, on, i + on);
      expected[static_cast<size_t>(on)] =
          expected[static_cast<size_t>(on)] * 3 + static_cast<unsigned>(i + on);
      ASSERT_EQ(cl.kernel(buffer, on ? static_cast<cl_command_queue>(other) : queue, nullptr, step,
                          1, nullptr, &one, nullptr, 0, nullptr, nullptr, nullptr),
                CL_SUCCESS);
    }
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  const std::vector<int> values = read(data, 2);
  EXPECT_EQ(static_cast<unsigned>(values[0]), expected[0]);
  EXPECT_EQ(static_cast<unsigned>(values[1]), expected[1]);
}

TEST_F(CommandBufferReplay, BarriersHoldBackWhatFollowsOnAnyQueue) {
  Kernel step = session.kernel(program, "step");
  Memory data = ints(2, 1);
  Queue one = outOfOrderQueue(), two = outOfOrderQueue();
  CommandBuffer buffer = commandBuffer({one, two});
  const size_t items = 1;
  SyncPoint first = 0;
  setArguments(step, *data.address(), 0, 0, 4); // x0 = 7
  ASSERT_EQ(cl.kernel(buffer, one, nullptr, step, 1, nullptr, &items, nullptr, 0, nullptr, &first,
                      nullptr),
            CL_SUCCESS);
  ASSERT_EQ(cl.barrier(buffer, two, nullptr, 1, &first, nullptr, nullptr), CL_SUCCESS);
  setArguments(step, *data.address(), 1, 0, 1); // x1 = 22
  ASSERT_EQ(cl.kernel(buffer, two, nullptr, step, 1, nullptr, &items, nullptr, 0, nullptr, nullptr,
                      nullptr),
            CL_SUCCESS);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  Event done;
  ASSERT_EQ(replay(buffer, done.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  EXPECT_EQ(read(data, 2), (std::vector<int>{7, 22}));
}

/// Large independent commands, which several threads run at once.
TEST_F(CommandBufferReplay, IndependentCommandsOfAnySize) {
  constexpr size_t count = 200'000, many = 12;
  Kernel add = session.kernel(program, "add");
  std::vector<Memory> buffers;
  Queue unordered = outOfOrderQueue();
  CommandBuffer buffer = commandBuffer({unordered});
  for (size_t i = 0; i < many; ++i) {
    buffers.push_back(ints(count, static_cast<int>(i)));
    setArguments(add, *buffers.back().address(), 1);
    ASSERT_EQ(record(buffer, add, i % 3 ? count : 3), CL_SUCCESS);
  }
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  for (int replays = 0; replays < 5; ++replays) {
    Event done;
    ASSERT_EQ(replay(buffer, done.out()), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  }
  for (size_t i = 0; i < many; ++i) {
    const std::vector<int> values = read(buffers[i], count);
    EXPECT_EQ(values.front(), static_cast<int>(i) + 5);
    EXPECT_EQ(values.back(), static_cast<int>(i) + (i % 3 ? 5 : 0));
  }
}

} // namespace
} // namespace weft::test
