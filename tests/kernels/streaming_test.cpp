// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers so large that kernels write them around the cache: every element arrives, whatever the
// alignment and the sizes, and nothing beside them is touched.
#include "tests/support/opencl.h"

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace weft::test;

const char *source = R"(
kernel void scale(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  out[i] = 2 * in[i] + 1;
}
kernel void pairs(global const float *in, global float2 *out) {
  size_t i = get_global_id(0);
  out[i] = (float2)(in[i], -in[i]);
}
)";

/// Elements of more than the largest size from which on buffers are streamed, in no round number.
constexpr size_t count = (size_t{36} << 20) / sizeof(float) + 37;
constexpr float guard = -77;

class Streaming : public testing::TestWithParam<const char *> {
protected:
  Streaming() : program(session.build(source, std::string("-cl-std=CL3.0 ") + GetParam())) {
    for (size_t i = 0; i < input.size(); ++i)
      input[i] = static_cast<float>(i % 1021);
  }

  /// Runs a kernel that writes `results` floats, `skipped` floats behind an aligned address.
  std::vector<float> run(const char *name, size_t items, size_t results, size_t skipped,
                         size_t local) {
    std::vector<float> output(results + skipped + 32, guard);
    Memory in = session.buffer(input.size() * sizeof(float), input.data(), CL_MEM_USE_HOST_PTR);
    Memory out =
        session.buffer(results * sizeof(float), output.data() + skipped, CL_MEM_USE_HOST_PTR);
    Kernel kernel = session.kernel(program, name);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), in.address()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), out.address()), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, &local, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(session.queue), CL_SUCCESS);
    for (size_t i = 0; i < 32; ++i)
      EXPECT_EQ(output[results + skipped + i], guard);
    for (size_t i = 0; i < skipped; ++i)
      EXPECT_EQ(output[i], guard);
    return {output.begin() + static_cast<std::ptrdiff_t>(skipped), output.end() - 32};
  }

  std::vector<float> input = std::vector<float>(count);
  Session session;
  Program program;
};

TEST_P(Streaming, EveryElementArrives) {
  for (const size_t skipped : {0, 1, 8})
    for (const size_t local : {256, 100}) {
      const std::vector<float> output = run("scale", count, count, skipped, local);
      for (size_t i = 0; i < count; ++i)
        ASSERT_EQ(output[i], 2 * input[i] + 1) << i << ", local size " << local;
    }
}

TEST_P(Streaming, VectorsArrive) {
  const size_t items = count / 2;
  const std::vector<float> output = run("pairs", items, 2 * items, 0, 64);
  for (size_t i = 0; i < items; ++i) {
    ASSERT_EQ(output[2 * i], input[i]);
    ASSERT_EQ(output[2 * i + 1], -input[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, Streaming,
                         testing::Values("-cl-weft-vectorise=off", "-cl-weft-vectorise=auto",
                                         "-cl-weft-vectorise=16"));

} // namespace
