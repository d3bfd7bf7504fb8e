// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs whose code comes after their build, and what their kernels leave.
#pragma once

#include "tests/api/fixture.h"

#include <cstdlib>
#include <cstring>
#include <vector>

namespace weft::test {

/// Barriers, local memory, divergence, mathematics, atomics and printf's absence of effects.
inline constexpr char mixedSource[] = R"(
  kernel void scale(global float *x, float f) {
    size_t i = get_global_id(0);
    x[i] = x[i] > 0.5f ? sqrt(x[i]) * f + sin(x[i]) : native_divide(x[i], 3.0f) - pow(x[i], 1.5f);
  }
  kernel void turn(global float *x, global int *count) {
    local float t[64];
    size_t l = get_local_id(0);
    t[l] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (size_t j = 0; j <= l; ++j)
      if (t[j] > 0.25f)
        sum = fma(sum, 0.99f, t[j]);
    barrier(CLK_LOCAL_MEM_FENCE);
    t[63 - l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = t[l];
    if (sum > 2)
      atomic_inc(count);
  }
  kernel void spread(global float *x, global const float *y) {
    float v[8];
    for (int j = 0; j < 8; ++j)
      v[j] = y[(get_global_id(0) * 7 + j) % get_global_size(0)];
    x[get_global_id(0)] += v[get_global_id(0) % 8] - v[(int)(x[get_global_id(0)] * 3) & 7];
  })";

class Tiers : public Api {
protected:
  Tiers() {
    setenv("WEFT_CACHE", "0", 1);
    setenv("WEFT_TIERS", "auto", 1);
    setenv("WEFT_BINARIES", "code", 1);
  }
  ~Tiers() override {
    unsetenv("WEFT_CACHE");
    unsetenv("WEFT_BINARIES");
    setenv("WEFT_TIERS", "best", 1);
  }

  /// The bits that the kernels of mixedSource leave.
  std::vector<float> results(cl_program program) const {
    std::vector<float> x(1024), y(1024);
    std::vector<int> count(1);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = static_cast<float>(i * 37 % 101) / 101;
      y[i] = static_cast<float>(i * 53 % 97) / 97;
    }
    session.run(program, "scale", {{x.size()}, {64}}, inOut(x), 1.75f);
    session.run(program, "turn", {{x.size()}, {64}}, inOut(x), inOut(count));
    session.run(program, "spread", {{x.size()}, {64}}, inOut(x), in(y));
    x.push_back(static_cast<float>(count[0]));
    return x;
  }

  /// Waits for the code of all kernels.
  static size_t binaryBytes(cl_program program) {
    size_t bytes = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr),
              CL_SUCCESS);
    return bytes;
  }

  static bool isElf(const std::vector<unsigned char> &binary) {
    return binary.size() > 4 && std::memcmp(binary.data(), "\177ELF", 4) == 0;
  }
  cl_program_binary_type binaryType(cl_program program) const {
    cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BINARY_TYPE, sizeof type, &type,
                                    nullptr),
              CL_SUCCESS);
    return type;
  }
  /// What the kernel of longSource leaves.
  std::vector<float> longResult(cl_program program) const {
    std::vector<float> x(160, 1.0f);
    session.run(program, "test", {{1}}, inOut(x));
    return x;
  }
};

inline bool sameBits(const std::vector<float> &one, const std::vector<float> &other) {
  return one.size() == other.size() &&
         std::memcmp(one.data(), other.data(), one.size() * sizeof(float)) == 0;
}

} // namespace weft::test
