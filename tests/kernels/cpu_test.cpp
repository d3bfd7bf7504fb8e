// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs for lesser CPUs (-cl-weft-cpu=): they run, and what is exact comes out the same to the
// bit, though instructions that the host has are done without.
#include "tests/support/opencl.h"

#include "cpus.h"

#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace weft::test;

const char *source = R"(
#pragma OPENCL FP_CONTRACT OFF
kernel void compute(global const uint *bits, global const half *halves, global half *rounded,
                    global double *widened, global float *numbers, global int *integers) {
  size_t i = get_global_id(0);
  float x = as_float(bits[i]), y = as_float(bits[i ^ 1]);
  vstore_half(x, 2 * i, rounded);
  vstore_half_rtz((double)y * 1.5, 2 * i + 1, rounded);
  widened[i] = vload_half(i, halves);
  numbers[i] = isnan(x) || isnan(y) ? 1.0f : fma(x, y, 0.5f) + floor(x) + x * 3.0f;
  int a = (int)bits[i], b = (int)bits[i ^ 1] % 37;
  integers[i] = a / b + popcount(a) + clz(b) + (a > b ? rotate(a, b) : max(a, b)) +
                mul_hi(a, (int)bits[i ^ 1]);
}
)";

constexpr size_t count = 4096;

struct Results {
  std::vector<cl_ushort> rounded = std::vector<cl_ushort>(2 * count);
  std::vector<double> widened = std::vector<double>(count);
  std::vector<float> numbers = std::vector<float>(count);
  std::vector<cl_int> integers = std::vector<cl_int>(count);
};

Results compute(Session &session, const std::string &options) {
  std::vector<cl_uint> bits(count);
  std::vector<cl_ushort> halves(count);
  cl_uint state = 1;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525 + 1013904223;
    // Every other number lies where halves do.
    bits[i] = i & 2 ? (state & 0x8fffffff) | 0x38000000 : state;
    halves[i] = static_cast<cl_ushort>(state >> 13 & 0x7c00) == 0x7c00
                    ? 0x7c00
                    : static_cast<cl_ushort>(state >> 13);
  }
  Results results;
  Program program = session.build(source, options);
  Kernel kernel = session.kernel(program, "compute");
  const auto buffer = [&](auto &values) {
    return session.buffer(values.size() * sizeof values[0], values.data(), CL_MEM_USE_HOST_PTR);
  };
  Memory memories[] = {buffer(bits),
                       buffer(halves),
                       buffer(results.rounded),
                       buffer(results.widened),
                       buffer(results.numbers),
                       buffer(results.integers)};
  for (cl_uint i = 0; i < 6; ++i)
    EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), memories[i].address()), CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                                   nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(session.queue), CL_SUCCESS);
  return results;
}

template <class Type>
void expectSameBits(const std::vector<Type> &actual, const std::vector<Type> &expected) {
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(std::memcmp(&actual[i], &expected[i], sizeof(Type)), 0)
        << "element " << i << ": " << actual[i] << " instead of " << expected[i];
}

class Cpu : public testing::TestWithParam<const char *> {};

TEST_P(Cpu, ComputesTheSameBits) {
  Session session;
  const Results expected = compute(session, "-cl-std=CL3.0");
  for (const char *lanes : {"auto", "off", "8"}) {
    SCOPED_TRACE(lanes);
    const Results actual = compute(session, std::string("-cl-std=CL3.0 -cl-weft-vectorise=") +
                                                lanes + " -cl-weft-cpu=" + GetParam());
    expectSameBits(actual.rounded, expected.rounded);
    expectSameBits(actual.widened, expected.widened);
    expectSameBits(actual.numbers, expected.numbers);
    expectSameBits(actual.integers, expected.integers);
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, Cpu, testing::ValuesIn(cpus::levels), [](const auto &info) {
  std::string name = info.param;
  for (char &c : name)
    if (c == '-')
      c = '_';
  return name;
});

TEST(CpuName, UnknownFailsTheBuild) {
  Session session;
  const Program program = session.create("kernel void k(global int *p) { *p = 1; }");
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-weft-cpu=", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-weft-cpu=pdp-11", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  const std::string log = session.buildLog(program);
  EXPECT_NE(log.find("pdp-11"), std::string::npos) << log;
}

} // namespace
