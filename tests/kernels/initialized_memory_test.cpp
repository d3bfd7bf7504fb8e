// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_initialize_memory: in contexts that ask for it, local and private memory begin as zeros,
// whatever was there before.
#include "tests/support/opencl.h"

#include <CL/cl_ext.h>

namespace weft::test {
namespace {

// What the headers of Debian 12 do not name.
constexpr cl_context_properties localMemory = 1 << 0, privateMemory = 1 << 1;

Session initializing(cl_context_properties kinds) {
  return Session(0, {CL_CONTEXT_MEMORY_INITIALIZE_KHR, kinds, 0});
}

/// What the kernel `test` leaves in a buffer of so many zeros.
template <class... Arguments>
std::vector<cl_int> run(const Session &session, cl_program program, size_t count, size_t groupSize,
                        const Arguments &...others) {
  std::vector<cl_int> x(count);
  session.run(program, "test", {{count}, {groupSize}}, inOut(x), others...);
  return x;
}

const char *const forms[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable",
                             "-cl-std=CL3.0 -cl-weft-vectorise=off",
                             "-cl-std=CL3.0 -cl-weft-vectorise=8"};

TEST(InitializedMemory, PropertiesAreChecked) {
  const cl_device_id id = device();
  for (cl_context_properties kinds : {cl_context_properties{4}, cl_context_properties{-1}}) {
    const cl_context_properties list[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, kinds, 0};
    EXPECT_EQ(errorOf([&](cl_int *error) {
                return Context(clCreateContext(list, 1, &id, nullptr, nullptr, error));
              }),
              CL_INVALID_PROPERTY);
  }
  const Session session = initializing(localMemory | privateMemory);
  cl_context_properties list[3] = {};
  EXPECT_EQ(clGetContextInfo(session.context, CL_CONTEXT_PROPERTIES, sizeof list, list, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(list[0], CL_CONTEXT_MEMORY_INITIALIZE_KHR);
  EXPECT_EQ(list[1], localMemory | privateMemory);
}

// Each group leaves its local memory full of other numbers, for the next one on its thread.
TEST(InitializedMemory, LocalMemoryIsZeroInEachGroup) {
  const Session session = initializing(localMemory);
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
    const Program program = session.build(source, options);
    for (int launch = 0; launch < 3; ++launch)
      EXPECT_EQ(run(session, program, 4096, 64, local(64 * sizeof(cl_int))),
                std::vector<cl_int>(4096))
          << options;
  }
}

// Functions that nobody inlines leave numbers on the stack.
TEST(InitializedMemory, PrivateMemoryIsZero) {
  const Session session = initializing(privateMemory);
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
    const Program program = session.build(source, std::string(options) + " -w");
    for (int launch = 0; launch < 3; ++launch)
      EXPECT_EQ(run(session, program, 1024, 32), std::vector<cl_int>(1024)) << options;
  }
}

TEST(InitializedMemory, KernelsThatKernelsEnqueueHaveIt) {
  const Session session = initializing(localMemory | privateMemory);
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error;
  const Queue own(clCreateCommandQueueWithProperties(session.context, device(), list, &error));
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
  EXPECT_EQ(run(session, session.build(source, "-cl-std=CL3.0 -w"), 256, 16),
            std::vector<cl_int>(256));
}

} // namespace
} // namespace weft::test
