// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_intel_bfloat16_conversions and cl_intel_split_work_group_barrier, and pragmas of extensions.
#include "tests/support/opencl.h"

#include <bit>
#include <cmath>
#include <random>

namespace weft::test {
namespace {

/// The nearest of the two bfloat16 numbers around a float, the even one of two as near.
cl_ushort toBFloat16(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t below = bits & 0xffff0000u, above = below + 0x10000u, rest = bits - below;
  const bool isUp = rest > 0x8000u || (rest == 0x8000u && (below >> 16) % 2 == 1);
  return static_cast<cl_ushort>((isUp ? above : below) >> 16);
}

TEST(IntelFunctions, BFloat16IsTheNearest) {
  Session session;
  std::vector<float> values{0.0f,      -0.0f,   1.0f,   -1.0f,  INFINITY,
                            -INFINITY, 3.4e38f, 1e-40f, -1e-45f};
  std::mt19937 random(7); // NOLINT(bugprone-random-generator-seed): the same in every run
  while (values.size() != 20'000) {
    std::uint32_t bits = static_cast<std::uint32_t>(random());
    if (values.size() % 4 == 0)
      bits = (bits & 0xffff0000u) | 0x8000u; // between two
    const float value = std::bit_cast<float>(bits);
    if (!std::isnan(value))
      values.push_back(value);
  }
  for (const char *standard : {"-cl-std=CL1.2", "-cl-std=CL3.0"}) {
    Program program = session.build(R"(
      #ifndef cl_intel_bfloat16_conversions
      #error bfloat16
      #endif
      kernel void test(global const float *x, global ushort *to, global float *back) {
        size_t i = get_global_id(0);
        ushort one = intel_convert_bfloat16_as_ushort(x[i]);
        ushort2 two = intel_convert_bfloat162_as_ushort2((float2)(x[i], 1));
        ushort3 three = intel_convert_bfloat163_as_ushort3((float3)(1, x[i], 1));
        ushort4 four = intel_convert_bfloat164_as_ushort4((float4)(1, 1, 1, x[i]));
        ushort8 eight = intel_convert_bfloat168_as_ushort8((float8)(x[i]));
        ushort16 sixteen = intel_convert_bfloat1616_as_ushort16((float16)(x[i]));
        bool same = one == two.x && one == three.y && one == four.w && one == eight.s7 &&
                    one == sixteen.sf;
        to[i] = same ? one : 0x7777;
        float f = intel_convert_as_bfloat16_float(one);
        same = as_uint(f) == as_uint(intel_convert_as_bfloat162_float2(two).x) &&
               as_uint(f) == as_uint(intel_convert_as_bfloat163_float3(three).y) &&
               as_uint(f) == as_uint(intel_convert_as_bfloat164_float4(four).w) &&
               as_uint(f) == as_uint(intel_convert_as_bfloat168_float8(eight).s3) &&
               as_uint(f) == as_uint(intel_convert_as_bfloat1616_float16(sixteen).sa);
        back[i] = same ? f : 77.0f;
      })",
                                    standard);
    std::vector<cl_ushort> to(values.size());
    std::vector<float> back(values.size());
    session.run(program, "test", {{values.size()}}, in(values), inOut(to), inOut(back));
    for (size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(to[i], toBFloat16(values[i])) << std::hexfloat << values[i];
      ASSERT_EQ(std::bit_cast<std::uint32_t>(back[i]), std::uint32_t{to[i]} << 16);
    }
  }
}

TEST(IntelFunctions, BFloat16KeepsNotANumber) {
  Session session;
  Program program = session.build("kernel void test(global uint *x) { size_t i = get_global_id(0);"
                                  " x[i] = intel_convert_bfloat16_as_ushort(as_float(x[i])); }");
  std::vector<cl_uint> bits{0x7f800001u, 0xff80ffffu, 0x7fffffffu, 0x7fc00000u, 0xffffffffu};
  session.run(program, "test", {{bits.size()}}, inOut(bits));
  for (const cl_uint x : bits)
    EXPECT_TRUE((x & 0x7f80) == 0x7f80 && (x & 0x7f)) << std::hex << x;
}

TEST(IntelFunctions, WaitsAreBarriers) {
  Session session;
  for (const char *scope : {"", ", memory_scope_work_group", ", memory_scope_device"}) {
    Program program = session.build(std::string("#define SCOPE ") + scope + R"(
      #ifndef cl_intel_split_work_group_barrier
      #error split barriers
      #endif
      kernel void test(global int *x, local int *l) {
        size_t i = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
        int kept = x[g];
        for (int round = 0; round < 3; ++round) {
          l[i] = kept;
          intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE SCOPE);
          int own = kept * 3;
          intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE SCOPE);
          kept = own + l[(i + 1) % n];
          intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE SCOPE);
          intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE SCOPE);
        }
        x[g] = kept;
      })",
                                    "-cl-std=CL3.0");
    constexpr int items = 128, local = 32;
    std::vector<int> x(items), expected(items);
    for (int i = 0; i < items; ++i)
      x[i] = expected[i] = i * i;
    for (int round = 0; round < 3; ++round) {
      const std::vector<int> before = expected;
      for (int i = 0; i < items; ++i)
        expected[i] = 3 * before[i] + before[i / local * local + (i + 1) % local];
    }
    session.run(program, "test", {{items}, {local}}, inOut(x), weft::test::local(local * 4));
    EXPECT_EQ(x, expected);
  }
}

// Some platforms need them, so programs have them. In OpenCL C 1.x Clang warns of those that it
// takes for newer.
TEST(ExtensionPragmas, OfReportedExtensionsGiveNoWarning) {
  Session session;
  const std::string names = infoString(
      [&](auto... rest) { return clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, rest...); });
  std::string source;
  for (size_t begin = 0; begin < names.size(); begin = names.find(' ', begin) + 1) {
    const std::string name = names.substr(begin, names.find(' ', begin) - begin);
    source += "#pragma OPENCL EXTENSION " + name + " : enable\n";
    if (names.find(' ', begin) == std::string::npos)
      break;
  }
  source += "kernel void k(global uint *x) { *x = 1; }";
  for (const char *options : {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL3.0 -DINT_MAX=3"}) {
    Program program = session.build(source, options);
    EXPECT_EQ(session.buildLog(program), "") << options;
  }
  Program unknown = session.build("#pragma OPENCL EXTENSION cl_no_such : enable\n" + source);
  EXPECT_NE(session.buildLog(unknown).find("cl_no_such"), std::string::npos);
}

} // namespace
} // namespace weft::test
