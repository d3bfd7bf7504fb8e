// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that enqueue kernels (OpenCL C 6.15.18): blocks with captures and local arguments,
// ranges, order by parents, events and markers, queries, queues that are full, and errors.
#include "tests/support/opencl.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string_view>

namespace weft::test {
namespace {

class EnqueueingKernels : public testing::Test {
protected:
  Session session;
  Queue onDevice = deviceQueue(1 << 20);

  Queue deviceQueue(cl_uint bytes, cl_command_queue_properties more = 0) const {
    const cl_queue_properties list[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | more,
        CL_QUEUE_SIZE, bytes, 0};
    cl_int error = CL_SUCCESS;
    Queue made = clCreateCommandQueueWithProperties(session.context, device(), list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Program build(const std::string &source, const std::string &options = "-cl-std=CL3.0") const {
    return session.build(source, options);
  }
  /// Runs `test(queue, data)` and gives the data, and how the launch ended.
  std::vector<int> run(const Program &program, const Range &range, std::vector<int> data,
                       cl_int *status = nullptr, cl_command_queue queue = nullptr) const {
    Memory buffer = session.buffer(data.size() * sizeof(int), data.data());
    Kernel kernel = session.kernel(program, "test");
    const cl_command_queue children = queue ? queue : static_cast<cl_command_queue>(onDevice);
    const cl_mem memory = buffer;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof children, &children), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof memory, &memory), CL_SUCCESS);
    Event event;
    EXPECT_EQ(clEnqueueNDRangeKernel(
                  session.queue, kernel, static_cast<cl_uint>(range.global.size()), nullptr,
                  range.global.data(), range.local.empty() ? nullptr : range.local.data(), 0,
                  nullptr, event.out()),
              CL_SUCCESS);
    const cl_event waited = event;
    const cl_int ended = clWaitForEvents(1, &waited);
    if (status)
      EXPECT_EQ(
          clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof *status, status, nullptr),
          CL_SUCCESS);
    else
      EXPECT_EQ(ended, CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, data.size() * sizeof(int),
                                  data.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return data;
  }
};

/// Whether all programs have -g, with which enqueue_kernel() tells why it fails.
bool tellsWhy() {
  const char *value = std::getenv("WEFT_DEBUG");
  return value && value == std::string_view("1");
}

TEST_F(EnqueueingKernels, BlocksRunWithWhatTheyCapture) {
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL2.0", "-cl-std=CL3.0 -cl-opt-disable"}) {
    SCOPED_TRACE(options);
    Program program = build(R"(
      kernel void test(queue_t q, global int *data) {
        int add = 5; float4 vector = (float4)(1, 2, 3, 4);
        for (int i = 0; i < 4; ++i)
          enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(100), ^{
            data[100 * i + get_global_id(0)] = 10 * i + add + (int)vector.w + get_global_id(0);
          });
        add = 0;
      })",
                            options);
    const auto data = run(program, {{1}}, std::vector<int>(400));
    for (int i = 0; i < 400; ++i)
      ASSERT_EQ(data[i], i / 100 * 10 + 9 + i % 100) << i;
  }
}

TEST_F(EnqueueingKernels, EveryWorkItemMayEnqueue) {
  Program program = build(R"(
    kernel void test(queue_t q, global int *data) {
      int i = get_global_id(0);
      if (i % 3 == 1) return;
      for (int k = 0; k <= i % 3; ++k)
        if (enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2), ^{
              atomic_add(data + i, i + 1); }) != CLK_SUCCESS)
          data[i] = -1000000;
    })");
  const auto data = run(program, {{1000}}, std::vector<int>(1000));
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(data[i], i % 3 == 1 ? 0 : (i % 3 + 1) * 2 * (i + 1)) << i;
}

TEST_F(EnqueueingKernels, ChildrenEnqueueChildren) {
  Program program = build(R"(
    void descend(queue_t q, global int *data, int depth);
    kernel void test(queue_t q, global int *data) {
      void (^last)(void) = ^{ atomic_inc(data + 2); };
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(8), ^{
        atomic_inc(data);
        enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(4), ^{
          // All of the parent is done.
          atomic_add(data + 1, data[0] == 8);
          enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2), ^{ atomic_inc(data + 2); });
        });
      });
    })");
  EXPECT_EQ(run(program, {{1}}, std::vector<int>(3)), (std::vector<int>{8, 32, 64}));
}

TEST_F(EnqueueingKernels, RangesHaveAllDimensions) {
  Program program = build(R"(
    int place(void) {
      return 10000 * get_work_dim() + get_global_id(0) + 10 * get_global_id(1) +
             100 * get_global_id(2) + 1000 * get_local_size(0);
    }
    kernel void test(queue_t q, global int *data) {
      size_t two[2] = {3, 2}, localTwo[2] = {3, 1}, offsetTwo[2] = {1, 2};
      size_t three[3] = {2, 2, 2}, localThree[3] = {2, 1, 2}, offsetThree[3] = {3, 2, 1};
      ndrange_t ranges[] = {
        ndrange_1D(5, 5), ndrange_1D(2, 4, 2), ndrange_2D(two, localTwo),
        ndrange_2D(offsetTwo, two, localTwo), ndrange_3D(three, localThree),
        ndrange_3D(offsetThree, three, localThree)};
      for (int i = 0; i < 6; ++i)
        enqueue_kernel(q, 0, ranges[i], ^{ atomic_add(data + i, place()); });
      enqueue_kernel(q, 0, ndrange_1D(7), ^{ atomic_inc(data + 6); });
      enqueue_kernel(q, 0, ndrange_2D(two), ^{ atomic_inc(data + 6); });
      enqueue_kernel(q, 0, ndrange_3D(three), ^{ atomic_inc(data + 6); });
    })");
  EXPECT_EQ(
      run(program, {{1}}, std::vector<int>(7)),
      (std::vector<int>{5 * 15000 + 10, 4 * 12000 + 14, 6 * 23000 + 6 + 30, 6 * 23000 + 12 + 150,
                        8 * 32000 + 4 + 40 + 400, 8 * 32000 + 28 + 200 + 1200, 21}));
}

TEST_F(EnqueueingKernels, BlocksHaveLocalArguments) {
  Program program = build(R"(
    kernel void test(queue_t q, global int *data) {
      void (^reverse)(local void *, local void *) = ^(local void *a, local void *b) {
        local int *x = a; local char *y = b;
        size_t i = get_local_id(0), n = get_local_size(0);
        x[i] = get_global_id(0); y[i] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
        data[get_global_id(0)] = 1000 * x[n - 1 - i] + y[(i + 1) % n];
      };
      enqueue_kernel(q, 0, ndrange_1D(64, 16), reverse, 16 * sizeof(int), 16);
    })");
  const auto data = run(program, {{1}}, std::vector<int>(64));
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(data[i], 1000 * (i / 16 * 16 + 15 - i % 16) + (i % 16 + 1) % 16) << i;
}

TEST_F(EnqueueingKernels, EventsOrderCommands) {
  Program program = build(R"(
    kernel void test(queue_t q, global int *data) {
      clk_event_t user = create_user_event(), first, second, marker, last;
      data[0] = is_valid_event(user) && !is_valid_event(CLK_NULL_EVENT);
      // From the last to the first.
      enqueue_kernel(q, 0, ndrange_1D(64), 1, &user, &first, ^{ atomic_add(data + 1, 1); });
      enqueue_kernel(q, 0, ndrange_1D(64), 1, &user, &second, ^{ atomic_add(data + 1, 1); });
      clk_event_t both[2] = {first, second};
      data[2] = enqueue_marker(q, 2, both, &marker);
      enqueue_kernel(q, 0, ndrange_1D(64), 1, &marker, &last, ^{
        atomic_add(data + 3, data[1] == 128); });
      enqueue_kernel(q, 0, ndrange_1D(1), 1, &last, 0, ^{ data[4] = data[3]; });
      retain_event(user);
      release_event(user);
      set_user_event_status(user, CL_COMPLETE);
      release_event(user);
      data[5] = is_valid_event(user);
      release_event(first); release_event(second); release_event(marker); release_event(last);
    })");
  EXPECT_EQ(run(program, {{1}}, std::vector<int>(6)), (std::vector<int>{1, 128, 0, 64, 64, 0}));
}

TEST_F(EnqueueingKernels, ChainsOfEventsAreLong) {
  Program program = build(R"(
    kernel void test(queue_t q, global int *data) {
      clk_event_t before = create_user_event(), first = before, next;
      for (int i = 0; i < 500; ++i) {
        enqueue_kernel(q, 0, ndrange_1D(1), 1, &before, &next, ^{ data[0] = data[0] == i ? i + 1 : -1; });
        if (i) release_event(before);
        before = next;
      }
      release_event(before);
      set_user_event_status(first, CL_COMPLETE);
      release_event(first);
    })");
  EXPECT_EQ(run(program, {{1}}, std::vector<int>(1)), std::vector<int>{500});
}

TEST_F(EnqueueingKernels, ErrorsEndWhatWaitsAndTheParent) {
  Program program = build(R"(
    kernel void test(queue_t q, global int *data) {
      clk_event_t user = create_user_event(), dependent;
      enqueue_kernel(q, 0, ndrange_1D(1), 1, &user, &dependent, ^{ data[0] = 1; });
      enqueue_kernel(q, 0, ndrange_1D(1), 1, &dependent, 0, ^{ data[1] = 1; });
      enqueue_kernel(q, 0, ndrange_1D(1), ^{ data[2] = 1; });
      set_user_event_status(user, -5);
      release_event(user); release_event(dependent);
    })");
  cl_int status = 1;
  EXPECT_EQ(run(program, {{1}}, std::vector<int>(3), &status), (std::vector<int>{0, 0, 1}));
  EXPECT_LT(status, 0);
}

TEST_F(EnqueueingKernels, WhatCannotBeEnqueuedIsRefused) {
  const char *source = R"(
    kernel void test(queue_t q, global int *data) {
      clk_event_t e = CLK_NULL_EVENT;
      queue_t none = CLK_NULL_QUEUE;
      int i = 0;
      void (^block)(void) = ^{ data[20] = 1; };
      void (^withLocal)(local void *) = ^(local void *p) { data[20] = 1; };
      data[i++] = enqueue_kernel(none, 0, ndrange_1D(1), block);
      data[i++] = enqueue_kernel(q, 0, ndrange_1D(1, 0x10000), block);
      data[i++] = enqueue_kernel(q, 0, ndrange_1D(1), 1, 0, 0, block);
      data[i++] = enqueue_kernel(q, 0, ndrange_1D(1), 0, &e, 0, block);
      data[i++] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &e, 0, block);
      data[i++] = enqueue_kernel(q, 0, ndrange_1D(1), withLocal, 0);
      data[i++] = enqueue_kernel(q, 0, ndrange_1D(1), withLocal, 0x7fffffff);
      data[i++] = enqueue_marker(none, 0, 0, &e);
      data[i++] = enqueue_marker(none, 0, 0, 0);
      data[i++] = enqueue_marker(q, 0, 0, &e);
      data[i++] = enqueue_marker(q, 1, &e, 0);
      data[i++] = enqueue_kernel(q, 0, ndrange_1D(0), block);
    })";
  Program program = build(source);
  std::vector<int> expected(21);
  std::fill_n(expected.begin(), 11, -101);
  if (!tellsWhy())
    EXPECT_EQ(run(program, {{1}}, std::vector<int>(21)), expected);
  // With -g they say why.
  std::ranges::copy(std::array{-102, -160, -57, -57, -57, -51, -5, -102, -102, -57, -57},
                    expected.begin());
  EXPECT_EQ(run(build(source, "-cl-std=CL3.0 -g"), {{1}}, std::vector<int>(21)), expected);
}

TEST_F(EnqueueingKernels, FullQueuesRefuseAndLoseNothing) {
  const char *source = R"(
    kernel void test(queue_t q, global int *data) {
      int i = get_global_id(0);
      const int result = enqueue_kernel(q, 0, ndrange_1D(1), ^{ atomic_inc(data); });
      if (result == CLK_SUCCESS)
        atomic_inc(data + 1);
      else if (result == FULL)
        atomic_inc(data + 2);
    })";
  Queue small = deviceQueue(16 << 10);
  for (const char *options : {"-cl-std=CL3.0 -DFULL=CLK_ENQUEUE_FAILURE",
                              "-cl-std=CL3.0 -g -DFULL=CLK_DEVICE_QUEUE_FULL"}) {
    if (tellsWhy() && std::string_view(options).find("-g") == std::string_view::npos)
      continue;
    const auto data = run(build(source, options), {{4096}}, std::vector<int>(3), nullptr, small);
    EXPECT_EQ(data[0], data[1]);
    EXPECT_EQ(data[1] + data[2], 4096);
    EXPECT_GT(data[1], 50);
    EXPECT_GT(data[2], 1000);
  }
}

TEST_F(EnqueueingKernels, QueriesTellOfBlocks) {
  Program program = build(R"(
    kernel void test(queue_t q, global int *data) {
      void (^block)(void) = ^{ data[get_global_id(0)] += 1; };
      void (^withLocal)(local void *) = ^(local void *p) { data[10] = *(local int *)p; };
      data[0] = get_kernel_work_group_size(block);
      data[1] = get_kernel_work_group_size(withLocal);
      data[2] = get_kernel_preferred_work_group_size_multiple(block);
      data[3] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(256, 64), block);
      data[4] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(256, 64), block);
    })");
  const auto data = run(program, {{1}}, std::vector<int>(11));
  EXPECT_EQ(data[0], 4096);
  EXPECT_EQ(data[1], 4096);
  EXPECT_GT(data[2], 0);
  EXPECT_GT(data[3], 0);
  EXPECT_EQ(data[4], 64 / data[3]);
}

TEST_F(EnqueueingKernels, TheDefaultQueueIsTheDevices) {
  Program program = build(R"(
    kernel void test(queue_t q, global int *data) {
      queue_t byDefault = get_default_queue();
      data[0] = enqueue_kernel(byDefault, 0, ndrange_1D(1), ^{ data[1] = 1; });
      data[2] = byDefault == q;
    })");
  const int failure = tellsWhy() ? -102 : -101;
  EXPECT_EQ(run(program, {{1}}, std::vector<int>(3)), (std::vector<int>{failure, 0, 0}));
  Queue byDefault = deviceQueue(1 << 20, CL_QUEUE_ON_DEVICE_DEFAULT);
  EXPECT_EQ(run(program, {{1}}, std::vector<int>(3)), (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(run(program, {{1}}, std::vector<int>(3), nullptr, byDefault),
            (std::vector<int>{0, 1, 1}));
}

TEST_F(EnqueueingKernels, TimesAreCaptured) {
  Program program = build(R"(
    kernel void test(queue_t q, global int *data) {
      clk_event_t e;
      enqueue_kernel(q, 0, ndrange_1D(64), 0, 0, &e, ^{
        for (volatile int i = 0; i < 1000; ++i) data[8]++;
        enqueue_kernel(q, 0, ndrange_1D(64), ^{ for (volatile int i = 0; i < 1000; ++i) data[9]++; });
      });
      capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, data);
      release_event(e);
    })");
  const auto data = run(program, {{1}}, std::vector<int>(10));
  const auto times = reinterpret_cast<const cl_ulong *>(data.data());
  EXPECT_GT(times[0], 0u);
  EXPECT_GT(times[1], times[0]);
}

TEST_F(EnqueueingKernels, BlocksAreCalledAsFunctionsToo) {
  Program program = build(R"(
    int (^square)(int) = ^(int x) { return x * x; };
    kernel void test(queue_t q, global int *data) {
      int i = get_global_id(0), three = 3;
      int (^times)(int) = ^(int x) { return x * three; };
      data[i] = square(i) + times(i);
    })");
  auto data = run(program, {{100}}, std::vector<int>(100));
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(data[i], i * i + 3 * i);
}

TEST_F(EnqueueingKernels, HostsDoNotSeeBlocks) {
  Program program = build(R"(
    kernel void test(queue_t q, global int *data) {
      enqueue_kernel(q, 0, ndrange_1D(1), ^{ data[0] = 1; });
    }
    kernel void other(global int *data) { data[0] = 2; })");
  const auto check = [&](cl_program of) {
    size_t count = 0;
    EXPECT_EQ(clGetProgramInfo(of, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(count, 2u);
    const std::string names = infoString(
        [&](auto... rest) { return clGetProgramInfo(of, CL_PROGRAM_KERNEL_NAMES, rest...); });
    EXPECT_EQ(names.find("block"), std::string::npos) << names;
    cl_uint made = 0;
    EXPECT_EQ(clCreateKernelsInProgram(of, 0, nullptr, &made), CL_SUCCESS);
    EXPECT_EQ(made, 2u);
    EXPECT_EQ(
        errorOf([&](cl_int *e) { return clCreateKernel(of, "__test_block_invoke_kernel", e); }),
        CL_INVALID_KERNEL_NAME);
  };
  check(program);
  Program again = session.buildBinary(binaryOf(program));
  check(again);
  EXPECT_EQ(run(again, {{1}}, std::vector<int>(1)), std::vector<int>{1});
}

TEST_F(EnqueueingKernels, ProgramScopeVariablesAreShared) {
  Program program = build(R"(
    global int total = 3;
    kernel void test(queue_t q, global int *data) {
      total += 4;
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(10), ^{ atomic_inc(&total);
        enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ data[0] = total; }); });
    })");
  EXPECT_EQ(run(program, {{1}}, std::vector<int>(1)), std::vector<int>{17});
}

} // namespace
} // namespace weft::test
