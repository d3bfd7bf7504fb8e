// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runs at the same time: independent commands of all kinds, and launches while programs are
// built. Commands that depend on nothing of each other here wait for each other, so that they end
// as they should only if they overlap.
#include "tests/support/leased_file.h"
#include "tests/support/opencl.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace {

using namespace weft::test;
using namespace std::chrono_literals;

const char *source = R"(
// Looks at a flag until it is set, but not for ever.
kernel void await(volatile global uint *flag, global uint *seen) {
  uint value = 0;
  for (ulong looks = 0; looks < 4000000000ul && value == 0; ++looks)
    value = *flag;
  *seen = value;
}
kernel void meet(volatile global uint *mine, volatile global uint *other, global uint *seen) {
  *mine = 1;
  uint value = 0;
  for (ulong looks = 0; looks < 4000000000ul && value == 0; ++looks)
    value = *other;
  *seen = value;
}
kernel void count(global uint *x) { x[get_global_id(0)] += 1; }
)";

class Overlap : public testing::Test {
protected:
  void SetUp() override {
    if (deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
      GTEST_SKIP() << "one compute unit";
    program = session.build(source);
  }

  Memory zeros(size_t count) { return session.buffer(count * sizeof(cl_uint), none.data()); }
  Kernel kernel(const char *name, const std::vector<cl_mem> &buffers) {
    Kernel made = session.kernel(program, name);
    for (cl_uint index = 0; index < buffers.size(); ++index)
      EXPECT_EQ(clSetKernelArg(made, index, sizeof(cl_mem), &buffers[index]), CL_SUCCESS);
    return made;
  }
  void launch(cl_command_queue queue, cl_kernel kernel, size_t items = 1) {
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  cl_uint first(cl_mem buffer) {
    cl_uint value = 77;
    EXPECT_EQ(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, sizeof value, &value, 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return value;
  }

  /// Whether a command ends although nobody flushes its queue or waits for it.
  static bool completesByItself(cl_event event) {
    const auto end = std::chrono::steady_clock::now() + 30s;
    cl_int status = CL_QUEUED;
    while (status != CL_COMPLETE && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(1ms);
      EXPECT_EQ(
          clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
          CL_SUCCESS);
    }
    return status == CL_COMPLETE;
  }

  const std::vector<cl_uint> none = std::vector<cl_uint>(4096);
  Session session{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
  Program program;
};

TEST_F(Overlap, KernelWithACopy) {
  const cl_uint one = 1;
  Memory flag = zeros(1), seen = zeros(1), ones = session.buffer(sizeof one, &one);
  Kernel await = kernel("await", {flag, seen});
  launch(session.queue, await);
  ASSERT_EQ(clEnqueueCopyBuffer(session.queue, ones, flag, 0, 0, sizeof one, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
  EXPECT_EQ(first(seen), 1u);
}

TEST_F(Overlap, KernelOfOneQueueWithTheWriteOfAnother) {
  const cl_uint one = 1;
  Session inOrder;
  Memory flag = zeros(1), seen = zeros(1);
  Kernel await = kernel("await", {flag, seen});
  Queue other = clCreateCommandQueueWithProperties(session.context, device(), nullptr, nullptr);
  launch(other, await);
  ASSERT_EQ(clFlush(other), CL_SUCCESS);
  ASSERT_EQ(
      clEnqueueWriteBuffer(session.queue, flag, CL_TRUE, 0, sizeof one, &one, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(first(seen), 1u);
}

TEST_F(Overlap, SmallKernelsWithEachOther) {
  for (int round = 0; round < 20; ++round) {
    Memory flags[] = {zeros(1), zeros(1)}, seen[] = {zeros(1), zeros(1)};
    Kernel kernels[] = {kernel("meet", {flags[0], flags[1], seen[0]}),
                        kernel("meet", {flags[1], flags[0], seen[1]})};
    for (cl_kernel each : kernels)
      launch(session.queue, each);
    ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
    ASSERT_EQ(first(seen[0]), 1u);
    ASSERT_EQ(first(seen[1]), 1u);
  }
}

TEST_F(Overlap, LongKernelsWithManySmallOnes) {
  const cl_uint one = 1;
  Memory flag = zeros(1), seen = zeros(1), counters = zeros(64);
  Kernel await = kernel("await", {flag, seen}), count = kernel("count", {counters});
  launch(session.queue, await);
  Event last;
  const size_t items = 64;
  for (int i = 0; i < 500; ++i) {
    Event next;
    ASSERT_EQ(clEnqueueNDRangeKernel(session.queue, count, 1, nullptr, &items, nullptr, i > 0,
                                     i > 0 ? last.address() : nullptr, next.out()),
              CL_SUCCESS);
    last = std::move(next);
  }
  Memory ones = session.buffer(sizeof one, &one);
  ASSERT_EQ(
      clEnqueueCopyBuffer(session.queue, ones, flag, 0, 0, sizeof one, 1, last.address(), nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
  EXPECT_EQ(first(seen), 1u);
  EXPECT_EQ(first(counters), 500u);
}

TEST_F(Overlap, LargeWorkOfAllKindsWithTheHost) {
  // Nobody flushes or waits: what is enqueued starts because it is worth it.
  constexpr size_t bytes = size_t{4} << 20, items = bytes / sizeof(cl_uint);
  const std::vector<cl_uint> zeroes(items);
  std::vector<cl_uint> host(items, 1);
  Memory one = session.buffer(bytes, zeroes.data()), two = session.buffer(bytes, zeroes.data());
  Kernel count = kernel("count", {one});
  launch(session.queue, count, items);
  ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
  const cl_uint seven = 7;
  const size_t origin[3] = {}, region[3] = {1024, bytes / 1024, 1};
  const std::function<cl_int(cl_event *)> commands[] = {
      [&](cl_event *event) { // what a kernel takes is known by now
        return clEnqueueNDRangeKernel(session.queue, count, 1, nullptr, &items, nullptr, 0, nullptr,
                                      event);
      },
      [&](cl_event *event) {
        return clEnqueueFillBuffer(session.queue, two, &seven, sizeof seven, 0, bytes, 0, nullptr,
                                   event);
      },
      [&](cl_event *event) {
        return clEnqueueCopyBuffer(session.queue, one, two, 0, 0, bytes, 0, nullptr, event);
      },
      [&](cl_event *event) {
        return clEnqueueCopyBufferRect(session.queue, one, two, origin, origin, region, 0, 0, 0, 0,
                                       0, nullptr, event);
      },
      [&](cl_event *event) {
        return clEnqueueWriteBuffer(session.queue, two, CL_FALSE, 0, bytes, host.data(), 0, nullptr,
                                    event);
      },
      [&](cl_event *event) {
        return clEnqueueReadBuffer(session.queue, one, CL_FALSE, 0, bytes, host.data(), 0, nullptr,
                                   event);
      }};
  for (const auto &enqueue : commands) {
    Event event;
    ASSERT_EQ(enqueue(event.out()), CL_SUCCESS);
    EXPECT_TRUE(completesByItself(event)) << "command " << &enqueue - commands;
  }
  EXPECT_EQ(host, std::vector<cl_uint>(items, 2));
}

TEST_F(Overlap, ManySmallCommandsWithTheHost) {
  Memory counters = zeros(64);
  Kernel count = kernel("count", {counters});
  Queue ordered = clCreateCommandQueueWithProperties(session.context, device(), nullptr, nullptr);
  for (const cl_command_queue queue :
       {cl_command_queue(session.queue), cl_command_queue(ordered)}) {
    Event first;
    const size_t items = 64;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, count, 1, nullptr, &items, nullptr, 0, nullptr, first.out()),
        CL_SUCCESS);
    for (int i = 1; i < 1000; ++i)
      launch(queue, count, items);
    EXPECT_TRUE(completesByItself(first));
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

TEST_F(Overlap, LaunchesWithABuild) {
  LeasedFile header;
  if (!header)
    GTEST_SKIP() << LeasedFile::absence;
  Memory counters = zeros(64);
  Kernel count = kernel("count", {counters});
  Program building = session.create("#include \"" + header.path().string() + "\"\n");
  static std::atomic<bool> built;
  built = false;
  ASSERT_EQ(clBuildProgram(
                building, 0, nullptr, "", [](cl_program, void *) { built = true; }, nullptr),
            CL_SUCCESS);
  for (int during = 0; during < 1000; ++during) {
    launch(session.queue, count, 64);
    ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
  }
  EXPECT_FALSE(built);
  header.giveBack();
  while (!built)
    std::this_thread::sleep_for(1ms);
  EXPECT_EQ(first(counters), 1000u);
}

} // namespace
