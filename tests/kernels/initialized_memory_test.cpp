// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_initialize_memory: in contexts that ask for it, local and private memory begin as zeros,
// whatever was there before.
#include "tests/support/opencl.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <numeric>

namespace weft::test {
namespace {

// What the headers of Debian 12 do not name.
constexpr cl_context_properties localMemory = 1 << 0, privateMemory = 1 << 1;

class InitializedMemory : public testing::Test {
protected:
  void create(cl_context_properties kinds) {
    const cl_context_properties list[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, kinds, 0};
    const cl_device_id id = device();
    cl_int error;
    context = Context(clCreateContext(list, 1, &id, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    queue = Queue(clCreateCommandQueueWithProperties(context, id, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
  }

  Program build(const char *source, const std::string &options) {
    cl_int error;
    Program program(clCreateProgramWithSource(context, 1, &source, nullptr, &error));
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr), CL_SUCCESS);
    return program;
  }

  /// What a launch leaves in a buffer of so many zeros; `localBytes` is for a second argument.
  std::vector<cl_int> run(cl_program program, size_t count, size_t groupSize,
                          size_t localBytes = 0) {
    cl_int error;
    const Kernel kernel(clCreateKernel(program, "test", &error));
    std::vector<cl_int> x(count);
    const Memory buffer(
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * sizeof(cl_int), x.data(), &error));
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    if (localBytes != 0) {
      EXPECT_EQ(clSetKernelArg(kernel, 1, localBytes, nullptr), CL_SUCCESS);
    }
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, &groupSize, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(cl_int), x.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return x;
  }

  Context context;
  Queue queue;
};

const char *const forms[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable",
                             "-cl-std=CL3.0 -cl-weft-vectorise=off",
                             "-cl-std=CL3.0 -cl-weft-vectorise=8"};

TEST_F(InitializedMemory, PropertiesAreChecked) {
  const cl_device_id id = device();
  for (cl_context_properties kinds : {cl_context_properties{4}, cl_context_properties{-1}}) {
    const cl_context_properties list[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, kinds, 0};
    EXPECT_EQ(errorOf([&](cl_int *error) {
                return Context(clCreateContext(list, 1, &id, nullptr, nullptr, error));
              }),
              CL_INVALID_PROPERTY);
  }
  create(localMemory | privateMemory);
  cl_context_properties list[3] = {};
  EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof list, list, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(list[0], CL_CONTEXT_MEMORY_INITIALIZE_KHR);
  EXPECT_EQ(list[1], localMemory | privateMemory);
}

// Each group leaves its local memory full of other numbers, for the next one on its thread.
TEST_F(InitializedMemory, LocalMemoryIsZeroInEachGroup) {
  create(localMemory);
  const char *source = R"(
    kernel void test(global int *x, local int *given) {
      local int own[64];
      local char more[3];
      const int l = get_local_id(0), i = get_global_id(0);
      x[i] = own[l] + own[63 - l] + given[l] + more[l % 3];
      barrier(CLK_LOCAL_MEM_FENCE);
      own[l] = i + 1;
      given[l] = i + 2;
      more[l % 3] = 5;
    })";
  for (const char *options : forms) {
    const Program program = build(source, options);
    for (int launch = 0; launch < 3; ++launch)
      EXPECT_EQ(run(program, 4096, 64, 64 * sizeof(cl_int)), std::vector<cl_int>(4096)) << options;
  }
}

// Functions that nobody inlines leave numbers on the stack.
TEST_F(InitializedMemory, PrivateMemoryIsZero) {
  create(privateMemory);
  const char *source = R"(
    struct record { char tag; long number; int list[5]; };
    __attribute__((noinline)) int fill(int i) {
      volatile int numbers[40];
      for (int n = 0; n < 40; ++n)
        numbers[n] = i + n + 1;
      return numbers[i % 40] == 0;
    }
    __attribute__((noinline)) int empty(int i) {
      int numbers[40], single;
      struct record record;
      volatile int *address = numbers;
      return address[i % 40] + single + (int)record.number + record.list[i % 5];
    }
    kernel void test(global int *x) {
      const int i = get_global_id(0);
      int sum = fill(i) + empty(i);
      for (int round = 0; round < 4; ++round) {
        int once, several[6];
        float4 vector;
        sum += once + several[(i + round) % 6] + (int)vector.z;
        barrier(CLK_LOCAL_MEM_FENCE);
        once = several[(i + round) % 6] = 7;
        vector = 3;
        sum += (once - 7) * several[round];
      }
      x[i] = sum;
    })";
  for (const char *options : forms) {
    const Program program = build(source, std::string(options) + " -w");
    for (int launch = 0; launch < 3; ++launch)
      EXPECT_EQ(run(program, 1024, 32), std::vector<cl_int>(1024)) << options;
  }
}

TEST_F(InitializedMemory, KernelsThatKernelsEnqueueHaveIt) {
  create(localMemory | privateMemory);
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error;
  const Queue own(clCreateCommandQueueWithProperties(context, device(), list, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  const char *source = R"(
    kernel void test(global int *x) {
      void (^child)(local void *) = ^(local void *given) {
        local int *numbers = given;
        int numbersOfItem[8];
        const int i = get_global_id(0), l = get_local_id(0);
        x[i] = numbers[l] + numbersOfItem[i % 8];
        numbers[l] = numbersOfItem[i % 8] = i + 1;
      };
      if (get_global_id(0) == 0)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(256, 16),
                       child, 16 * sizeof(int));
      x[get_global_id(0)] = 9;
    })";
  EXPECT_EQ(run(build(source, "-cl-std=CL3.0 -w"), 256, 16), std::vector<cl_int>(256));
}

// Without the property, nothing is spent on it: what was there before is seen.
TEST_F(InitializedMemory, OthersStayAsTheyWere) {
  create(privateMemory);
  const char *source = R"(
    kernel void test(global int *x, local int *given) {
      const int l = get_local_id(0);
      x[get_global_id(0)] = given[l];
      given[l] = 1;
    })";
  const Program program = build(source, "");
  const std::vector<cl_int> x = run(program, 4096, 1, sizeof(cl_int));
  EXPECT_GT(std::accumulate(x.begin(), x.end(), 0), 0);
}

} // namespace
} // namespace weft::test
