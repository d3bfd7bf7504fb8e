// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch captures and keeps alive, and what a kernel may need of the device (sections 5.9.2
// and 5.10).
#include "tests/api/fixture.h"

#include <algorithm>
#include <array>

namespace weft::test {
namespace {

class LaunchApi : public Api {
protected:
  int firstOf(cl_mem buffer) const {
    int value = -1;
    EXPECT_EQ(
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(value), &value, 0, nullptr, nullptr),
        CL_SUCCESS);
    return value;
  }
  cl_int launch(cl_kernel kernel, size_t global = 1, const size_t *localSize = nullptr,
                const cl_event *wait = nullptr) const {
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, localSize, wait ? 1 : 0, wait,
                                  nullptr);
  }
};

TEST_F(LaunchApi, ArgumentsAreThoseOfTheMomentOfEnqueuing) {
  Program program = session.build("kernel void put(global int *to, int value) { *to = value; }");
  Kernel put = session.kernel(program, "put");
  Memory first = session.buffer(sizeof(int)), second = session.buffer(sizeof(int));
  Event gate = userEvent();
  int value = 1;
  ASSERT_EQ(clSetKernelArg(put, 0, sizeof(cl_mem), first.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(put, 1, sizeof(value), &value), CL_SUCCESS);
  ASSERT_EQ(launch(put, 1, nullptr, gate.address()), CL_SUCCESS);
  value = 2;
  ASSERT_EQ(clSetKernelArg(put, 0, sizeof(cl_mem), second.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(put, 1, sizeof(value), &value), CL_SUCCESS);
  ASSERT_EQ(launch(put), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(firstOf(first), 1);
  EXPECT_EQ(firstOf(second), 2);
}

TEST_F(LaunchApi, EnqueuedLaunchesKeepAllTheyNeed) {
  std::vector<int> memory(1);
  cl_int error = CL_SUCCESS;
  {
    Program program = session.build("kernel void put(global int *to) { *to = 42; }");
    Kernel put = session.kernel(program, "put");
    Memory buffer =
        clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof(int), memory.data(), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Event gate = userEvent();
    ASSERT_EQ(clSetKernelArg(put, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    ASSERT_EQ(launch(put, 1, nullptr, gate.address()), CL_SUCCESS);
    put.reset();
    program.reset();
    buffer.reset();
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(memory[0], 42);
}

TEST_F(LaunchApi, AReleasedBufferIsNoArgument) {
  Program program = session.build("kernel void put(global int *to) { *to = 42; }");
  Kernel put = session.kernel(program, "put");
  Memory buffer = session.buffer(sizeof(int));
  cl_mem handle = buffer;
  ASSERT_EQ(clSetKernelArg(put, 0, sizeof(cl_mem), &handle), CL_SUCCESS);
  buffer.reset();
  EXPECT_EQ(launch(put), CL_INVALID_KERNEL_ARGS);
  // Another buffer may get the same handle; it is not the one that was set.
  Memory next = session.buffer(sizeof(int));
  EXPECT_EQ(launch(put), CL_INVALID_KERNEL_ARGS);
  ASSERT_EQ(clSetKernelArg(put, 0, sizeof(cl_mem), next.address()), CL_SUCCESS);
  EXPECT_EQ(launch(put), CL_SUCCESS);
  EXPECT_EQ(firstOf(next), 42);
}

TEST_F(LaunchApi, AClonesArgumentsAreItsOwn) {
  Program program = session.build("kernel void put(global int *to, int value) { *to = value; }");
  Kernel put = session.kernel(program, "put");
  Memory buffer = session.buffer(sizeof(int));
  int one = 1, two = 2;
  ASSERT_EQ(clSetKernelArg(put, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(put, 1, sizeof(one), &one), CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  Kernel clone = clCloneKernel(put, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(put, 1, sizeof(two), &two), CL_SUCCESS);
  put.reset();
  ASSERT_EQ(launch(clone), CL_SUCCESS);
  EXPECT_EQ(firstOf(buffer), 1);
}

TEST_F(LaunchApi, LocalArgumentsDoNotOverlapAndAreAligned) {
  Program program = session.build(R"(
    kernel void check(global ulong *result, local char *a, local char *b, local double16 *c) {
      local int own[3];
      own[0] = 1;
      result[0] = (ulong)a; result[1] = (ulong)b; result[2] = (ulong)c; result[3] = (ulong)own;
    })");
  Kernel check = session.kernel(program, "check");
  Memory result = session.buffer(4 * sizeof(cl_ulong));
  ASSERT_EQ(clSetKernelArg(check, 0, sizeof(cl_mem), result.address()), CL_SUCCESS);
  const size_t sizes[] = {3, 5, 2 * sizeof(cl_double16)};
  for (cl_uint index = 0; index < 3; ++index)
    ASSERT_EQ(clSetKernelArg(check, index + 1, sizes[index], nullptr), CL_SUCCESS);
  cl_ulong bytes = 0;
  ASSERT_EQ(clGetKernelWorkGroupInfo(check, device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes),
                                     &bytes, nullptr),
            CL_SUCCESS);
  EXPECT_GE(bytes, 3 + 5 + 2 * sizeof(cl_double16) + 3 * sizeof(int));
  ASSERT_EQ(launch(check), CL_SUCCESS);
  cl_ulong at[4];
  ASSERT_EQ(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof(at), at, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_GE(at[1], at[0] + 3);
  EXPECT_GE(at[2], at[1] + 5);
  EXPECT_EQ(at[2] % sizeof(cl_double16), 0u);
  EXPECT_TRUE(at[3] + 12 <= at[0] || at[3] >= at[2] + 2 * sizeof(cl_double16));
}

TEST_F(LaunchApi, TheWholeLocalMemoryCanBeUsed) {
  const auto available = deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  Program program = session.build(R"(
    kernel void touch(global int *result, local char *all, ulong bytes) {
      local int own;
      own = 5;
      for (ulong i = get_local_id(0); i < bytes; i += get_local_size(0)) all[i] = (char)i;
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = own;
      for (ulong i = 0; i < bytes; ++i) sum += all[i] == (char)i;
      result[get_global_id(0)] = sum;
    })");
  Kernel touch = session.kernel(program, "touch");
  Memory result = session.buffer(64 * sizeof(int));
  const cl_ulong bytes = available - sizeof(int);
  ASSERT_EQ(clSetKernelArg(touch, 0, sizeof(cl_mem), result.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(touch, 1, bytes, nullptr), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(touch, 2, sizeof(bytes), &bytes), CL_SUCCESS);
  const size_t localSize = 4;
  cl_ulong used = 0;
  ASSERT_EQ(clGetKernelWorkGroupInfo(touch, device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof(used), &used,
                                     nullptr),
            CL_SUCCESS);
  // Padding behind the static variables is the device's, not the host's.
  if (used <= available) {
    ASSERT_EQ(launch(touch, 8, &localSize), CL_SUCCESS);
    EXPECT_EQ(firstOf(result), static_cast<int>(bytes) + 5);
  }
  ASSERT_EQ(clSetKernelArg(touch, 1, available + 1, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch(touch, 8, &localSize), CL_OUT_OF_RESOURCES);
  ASSERT_EQ(clSetKernelArg(touch, 1, SIZE_MAX, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch(touch, 8, &localSize), CL_OUT_OF_RESOURCES);
}

TEST_F(LaunchApi, GroupsThatNeedTooMuchPrivateMemoryAreRefused) {
  // 128 KiB of private memory that lives across a barrier.
  Program program = session.build(R"(
    kernel void hungry(global int *result, int seed) {
      int large[32768];
      for (int i = 0; i < 32768; ++i) large[i] = seed + i;
      barrier(CLK_GLOBAL_MEM_FENCE);
      int sum = 0;
      for (int i = 0; i < 32768; ++i) sum += large[(i * 7) & 32767];
      result[get_global_id(0)] = sum;
    })");
  Kernel hungry = session.kernel(program, "hungry");
  Memory result = session.buffer(8192 * sizeof(int));
  int seed = 1;
  ASSERT_EQ(clSetKernelArg(hungry, 0, sizeof(cl_mem), result.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(hungry, 1, sizeof(seed), &seed), CL_SUCCESS);
  size_t largest = 0;
  ASSERT_EQ(clGetKernelWorkGroupInfo(hungry, device(), CL_KERNEL_WORK_GROUP_SIZE, sizeof(largest),
                                     &largest, nullptr),
            CL_SUCCESS);
  const auto deviceLimit = deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  ASSERT_GE(largest, 1u);
  ASSERT_LT(largest, deviceLimit);
  EXPECT_EQ(launch(hungry, deviceLimit, &deviceLimit), CL_INVALID_WORK_GROUP_SIZE);
  const size_t small = 16;
  ASSERT_EQ(launch(hungry, 32, &small), CL_SUCCESS);
  EXPECT_EQ(firstOf(result), 32768 + 32767 * 16384);
  EXPECT_EQ(launch(hungry, 32), CL_SUCCESS) << "a local size of Weft's choice fits";
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(LaunchApi, RequiredSizesAreUsedWhenNoneIsGiven) {
  Program program = session.build(R"(
    kernel __attribute__((reqd_work_group_size(8, 2, 1))) void sizes(global int *result) {
      if (get_global_id(0) == 0 && get_global_id(1) == 0)
        *result = get_local_size(0) * 100 + get_local_size(1) * 10 + get_local_size(2);
    })");
  Kernel sizes = session.kernel(program, "sizes");
  Memory result = session.buffer(sizeof(int));
  ASSERT_EQ(clSetKernelArg(sizes, 0, sizeof(cl_mem), result.address()), CL_SUCCESS);
  const auto enqueue = [&](size_t x, size_t y, const size_t *localSize) {
    const size_t global[] = {x, y};
    return clEnqueueNDRangeKernel(queue, sizes, 2, nullptr, global, localSize, 0, nullptr, nullptr);
  };
  const size_t right[] = {8, 2}, wrongOrder[] = {2, 8};
  expectErrors({
      {"the kernel's own size", CL_SUCCESS, [&] { return enqueue(16, 4, right); }},
      {"no size", CL_SUCCESS, [&] { return enqueue(16, 4, nullptr); }},
      {"another size", CL_INVALID_WORK_GROUP_SIZE, [&] { return enqueue(16, 16, wrongOrder); }},
      {"sizes that it does not divide", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return enqueue(12, 4, nullptr); }},
      {"one dimension too few", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return launch(sizes, 16, right); }},
  });
  EXPECT_EQ(firstOf(result), 821);
}

// The executor divides rows of a prime length into groups as it likes, where nobody sees that.
TEST_F(LaunchApi, RowsOfAnyLengthEndWhereTheRangeEnds) {
  Program program = session.build(R"(
    kernel void count(global int *to) { to[get_global_id(0)] += get_global_id(0) + 1; }
    kernel void rows(global int *to) {
      to[get_global_id(0) * 1009 + get_global_id(1)] += get_global_id(1) + 1;
    }
    kernel void size(global int *to) { to[get_global_id(0)] = get_local_size(0); })",
                                  "-cl-std=CL1.2");
  constexpr size_t length = 1009, rows = 3, offset = 5;
  std::vector<int> values(length * rows + offset + 512);
  Memory buffer = session.buffer(values.size() * sizeof(int));
  const auto runs = [&](const char *name, cl_uint dimensions, const std::array<size_t, 2> &starts,
                        const std::array<size_t, 2> &sizes, const size_t *local) {
    std::ranges::fill(values, 0);
    Kernel kernel = session.kernel(program, name);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    const size_t bytes = values.size() * sizeof(int);
    EXPECT_EQ(
        clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, dimensions, starts.data(), sizes.data(), local,
                                     0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
  };
  const size_t ones[] = {1, 1};
  for (const size_t *local : {static_cast<const size_t *>(nullptr), ones}) {
    runs("count", 1, {offset, 0}, {length, 1}, local);
    for (size_t i = 0; i < values.size(); ++i)
      ASSERT_EQ(values[i], i >= offset && i < offset + length ? static_cast<int>(i) + 1 : 0) << i;
    runs("rows", 2, {0, 0}, {rows, length}, local);
    for (size_t i = 0; i < values.size(); ++i)
      ASSERT_EQ(values[i], i < rows * length ? static_cast<int>(i % length) + 1 : 0) << i;
  }
  runs("size", 1, {0, 0}, {length, 1}, nullptr);
  EXPECT_TRUE(values[0] == 1 || values[0] == int{length}) << "groups that are seen are uniform";
}

TEST_F(LaunchApi, NullIsAnAddress) {
  Program program =
      session.build("kernel void test(global int *to, global int *none, constant int *nothing) "
                    "{ *to = none == 0 && nothing == 0; }");
  Kernel test = session.kernel(program, "test");
  Memory result = session.buffer(sizeof(int));
  cl_mem none = nullptr;
  ASSERT_EQ(clSetKernelArg(test, 0, sizeof(cl_mem), result.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(test, 1, sizeof(cl_mem), &none), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(test, 2, sizeof(cl_mem), nullptr), CL_SUCCESS);
  ASSERT_EQ(launch(test), CL_SUCCESS);
  EXPECT_EQ(firstOf(result), 1);
}

} // namespace
} // namespace weft::test
