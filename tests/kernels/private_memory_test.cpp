// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private memory that functions take, whatever it lies in: arrays of functions that are not
// inlined, structures by value, arrays of many lanes; on threads whose own stack is too small for
// it, and on none at all.
#include "tests/support/opencl.h"

#include <pthread.h>

#include <climits>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace weft::test {
namespace {

/// Runs an action on a thread with so small a stack and waits for it.
void onThread(size_t stackBytes, const std::function<void()> &action) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, stackBytes), 0);
  pthread_t thread;
  const auto start = [](void *data) -> void * {
    (*static_cast<const std::function<void()> *>(data))();
    return nullptr;
  };
  ASSERT_EQ(
      pthread_create(&thread, &attributes, start, const_cast<std::function<void()> *>(&action)), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

/// Functions f<depth> … f0, each with an array of so many ints that it fills and adds up.
std::string callTree(unsigned depth, size_t ints) {
  std::string source;
  for (unsigned level = 0; level <= depth; ++level) {
    const std::string number = std::to_string(level);
    source +=
        "uint f" + number + "(uint x) {\n  volatile uint a[" + std::to_string(ints) +
        "];\n  const int n = sizeof a / sizeof *a;\n" +
        "  for (int i = 0; i < n; i += 64)\n    a[i] = x + i;\n" +
        "  a[n - 1] = x;\n  uint sum = " +
        (level ? "f" + std::to_string(level - 1) + "(x + 1)" : "0") +
        ";\n  for (int i = 0; i < n; i += 64)\n    sum += a[i];\n  return sum + a[n - 1];\n}\n";
  }
  return source + "kernel void k(global int *out) {\n  size_t i = get_global_id(0);\n  out[i] = f" +
         std::to_string(depth) + "(out[i]);\n}\n";
}

int callTreeResult(unsigned depth, size_t ints, int x) {
  // As unsigned numbers, for sums may wrap.
  unsigned sum = 0;
  for (unsigned level = 0; level <= depth; ++level) {
    const unsigned value = static_cast<unsigned>(x) + level;
    const size_t last = ints - 1;
    for (size_t i = 0; i < ints; i += 64)
      sum += i == last ? value : value + static_cast<unsigned>(i);
    sum += value;
  }
  return static_cast<int>(sum);
}

class PrivateMemory : public testing::Test {
protected:
  Session session;

  void checkCallTree(unsigned depth, size_t ints, const std::string &options, size_t items = 64) {
    SCOPED_TRACE(std::to_string(depth) + " deep, " + std::to_string(ints) + " ints, " + options);
    Program program = session.build(callTree(depth, ints), options);
    for (const size_t stackBytes : {size_t{0}, size_t{128} << 10}) {
      std::vector<int> data(items);
      std::iota(data.begin(), data.end(), 0);
      const auto run = [&] { session.run(program, "k", {{items}, {items / 2}}, inOut(data)); };
      if (stackBytes)
        onThread(stackBytes, run);
      else
        run();
      for (size_t i = 0; i < items; ++i)
        ASSERT_EQ(data[i], callTreeResult(depth, ints, static_cast<int>(i))) << i;
    }
  }
};

TEST_F(PrivateMemory, ArraysOfFunctions) {
  // Without optimisation the functions stay functions.
  for (const char *options : {"", "-cl-weft-vectorise=16", "-cl-opt-disable"}) {
    checkCallTree(0, 1 << 20, options, 4);       // 4 MB
    checkCallTree(0, 70 << 10, options, 32);     // 280 KB
    checkCallTree(5, (1 << 18) + 1, options, 4); // six of 1 MB
  }
  checkCallTree(40, 1000, "-cl-opt-disable"); // many small ones
}

TEST_F(PrivateMemory, ArraysOfFunctionsOfManyGroups) { checkCallTree(2, 1 << 14, "", 4096); }

TEST_F(PrivateMemory, ArraysOfManyLanes) {
  // 2 KB for each work-item are 128 KB for 64 lanes.
  Program program = session.build(R"(
    kernel void k(global int *out, int n) {
      int a[512];
      size_t i = get_global_id(0);
      for (int j = 0; j < n; ++j)
        a[(j * 7) & 511] = j + out[i];
      int sum = 0;
      for (int j = 0; j < n; ++j)
        sum += a[j] * j;
      out[i] = sum;
    })",
                                  "-cl-weft-vectorise=64");
  std::vector<int> data(256), expected;
  std::iota(data.begin(), data.end(), 0);
  for (const int x : data) {
    int sum = 0;
    std::vector<int> a(512);
    for (int j = 0; j < 512; ++j)
      a[static_cast<size_t>(j * 7 & 511)] = j + x;
    for (int j = 0; j < 512; ++j)
      sum += a[static_cast<size_t>(j)] * j;
    expected.push_back(sum);
  }
  onThread(size_t{128} << 10, [&] { session.run(program, "k", {{256}}, inOut(data), 512); });
  EXPECT_EQ(data, expected);
}

TEST_F(PrivateMemory, LargeStructuresByValue) {
  Program program = session.build(R"(
    typedef struct { int numbers[100000]; } Large;
    int last(Large large, int i) { return large.numbers[i] + large.numbers[99999 - i]; }
    Large fill(int x) {
      Large large;
      for (int i = 0; i < 100000; ++i)
        large.numbers[i] = i * x;
      return large;
    }
    kernel void k(global int *out) {
      size_t i = get_global_id(0);
      out[i] = last(fill(out[i]), out[i]);
    })");
  std::vector<int> data(32), expected;
  std::iota(data.begin(), data.end(), 1);
  for (const int x : data)
    expected.push_back(99999 * x);
  onThread(size_t{256} << 10, [&] { session.run(program, "k", {{32}}, inOut(data)); });
  EXPECT_EQ(data, expected);
}

TEST_F(PrivateMemory, OfKernelsThatKernelsCall) {
  Program program = session.build(R"(
    int helper(int x) {
      volatile int a[300000];
      a[0] = a[299999] = x;
      return a[0] + a[299999];
    }
    kernel void inner(global int *out) { out[get_global_id(0)] += helper(out[get_global_id(0)]); }
    kernel void k(global int *out) {
      volatile int b[200000];
      b[199999] = 5;
      inner(out);
      barrier(CLK_GLOBAL_MEM_FENCE);
      out[get_global_id(0)] += b[199999];
    })");
  std::vector<int> data(64), expected;
  std::iota(data.begin(), data.end(), 0);
  for (const int x : data)
    expected.push_back(3 * x + 5);
  onThread(size_t{256} << 10, [&] { session.run(program, "k", {{64}, {16}}, inOut(data)); });
  EXPECT_EQ(data, expected);
}

TEST_F(PrivateMemory, GenericPointersToArraysOfFunctions) {
  Program program = session.build(R"(
    int look(int *pointer, int n) {
      return to_private(pointer) && !to_local(pointer) && !to_global(pointer) ? pointer[n - 1] : -1;
    }
    int helper(int x) {
      int a[200000];
      a[199999] = x;
      return look(a, 200000);
    }
    kernel void k(global int *out) {
      size_t i = get_global_id(0);
      out[i] = helper(out[i]) + !to_private((int *)out);
    })",
                                  "-cl-std=CL3.0");
  std::vector<int> data(64), expected;
  std::iota(data.begin(), data.end(), 0);
  for (const int x : data)
    expected.push_back(x + 1);
  session.run(program, "k", {{64}}, inOut(data));
  EXPECT_EQ(data, expected);
}

TEST_F(PrivateMemory, PrintfOnSmallStacks) {
  Program program = session.build(R"(
    kernel void k(global int *out) { out[0] = printf("%.300f%s", 1e300, ""); })");
  std::vector<int> data{5};
  testing::internal::CaptureStdout();
  onThread(size_t{128} << 10, [&] { session.run(program, "k", {{1}}, inOut(data)); });
  EXPECT_EQ(testing::internal::GetCapturedStdout().size(), 301u + 1 + 300);
  EXPECT_EQ(data[0], 0);
}

TEST_F(PrivateMemory, RecursionHasTheStackOfAProcess) {
  Program program = session.build(R"(
    int climb(global int *steps, int n) {
      volatile int a[32];
      a[n & 31] = n;
      return n ? climb(steps, n - 1) + a[n & 31] + steps[0] : 0;
    }
    kernel void k(global int *out) { out[1] = climb(out, out[0]); })");
  std::vector<int> data{10000, 0};
  onThread(size_t{256} << 10, [&] { session.run(program, "k", {{1}}, inOut(data)); });
  EXPECT_EQ(data[1], 10000 * 10001 / 2 + 10000 * 10000);
}

TEST_F(PrivateMemory, TooMuchIsRefused) {
  const auto launch = [&](const std::string &source) {
    Program program = session.build(source);
    Kernel kernel = session.kernel(program, "k");
    Memory buffer = session.buffer(64);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    const size_t one = 1;
    const cl_int status =
        clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr);
    clFinish(session.queue);
    return errorName(status);
  };
  EXPECT_EQ(launch(callTree(0, 100 << 20)), "CL_OUT_OF_RESOURCES");
  EXPECT_EQ(launch(callTree(9, 10 << 20)), "CL_OUT_OF_RESOURCES");

  // Frames beyond all bounds, and those that nobody can know, are the build's to refuse.
  const std::pair<const char *, const char *> cases[] = {
      {"volatile char a[3000000000u]; a[x] = 1; return a[2999999999u];", "bytes of private arrays"},
      {"volatile char *a = __builtin_alloca(x); a[x - 1] = 1; return a[0];", "is not constant"}};
  for (const auto &[body, reason] : cases) {
    Program program = session.create("int f(int x) { " + std::string(body) +
                                     " }\nkernel void k(global int *out) { *out = f(*out); }\n");
    EXPECT_EQ(errorName(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr)),
              "CL_BUILD_PROGRAM_FAILURE");
    EXPECT_NE(session.buildLog(program).find(reason), std::string::npos)
        << session.buildLog(program);
  }
}

} // namespace
} // namespace weft::test
