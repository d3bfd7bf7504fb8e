// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index space: ids, sizes and offsets in every dimension, uniform and not.
#include "tests/support/opencl.h"

#include <algorithm>

namespace weft::test {
namespace {

/// What each work-item saw. Columns follow `names` below.
const char *const recordSource = R"(
  kernel void record(global ulong *out) {
    size_t at = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) +
                 get_global_id(1) - get_global_offset(1)) * get_global_size(0) +
                get_global_id(0) - get_global_offset(0);
    out += at * 27;
    for (uint d = 0; d < 3; ++d) {
      out[d] = get_global_id(d);
      out[3 + d] = get_local_id(d);
      out[6 + d] = get_group_id(d);
      out[9 + d] = get_global_size(d);
      out[12 + d] = get_local_size(d);
      out[15 + d] = get_enqueued_local_size(d);
      out[18 + d] = get_num_groups(d);
      out[21 + d] = get_global_offset(d);
    }
    out[24] = get_work_dim();
    out[25] = get_global_linear_id();
    out[26] = get_local_linear_id();
  })";

struct Shape {
  const char *name;
  Range range;
};

class NdRange : public testing::TestWithParam<Shape> {};

TEST_P(NdRange, EveryQueryInEveryWorkItem) {
  const Range &range = GetParam().range;
  Session session;
  Program program = session.build(recordSource, "-cl-std=CL3.0");
  std::array<size_t, 3> global{1, 1, 1}, offset{}, enqueued{1, 1, 1};
  std::copy(range.global.begin(), range.global.end(), global.begin());
  std::copy(range.offset.begin(), range.offset.end(), offset.begin());
  std::copy(range.local.begin(), range.local.end(), enqueued.begin());
  std::vector<cl_ulong> out(global[0] * global[1] * global[2] * 27, 12345);
  session.run(program, "record", range, inOut(out));
  if (range.local.empty()) // Weft's choice, which only has to be consistent
    for (size_t d = 0; d < 3; ++d)
      enqueued[d] = out[15 + d];
  for (size_t z = 0; z < global[2]; ++z)
    for (size_t y = 0; y < global[1]; ++y)
      for (size_t x = 0; x < global[0]; ++x) {
        std::array<size_t, 3> id{x, y, z}, size{};
        size_t linear = (z * global[1] + y) * global[0] + x;
        const cl_ulong *seen = &out[linear * 27];
        for (size_t d = 0; d < 3; ++d) {
          size_t group = id[d] / enqueued[d];
          size[d] = std::min(enqueued[d], global[d] - group * enqueued[d]);
          ASSERT_EQ(seen[d], id[d] + offset[d]) << "get_global_id " << d;
          ASSERT_EQ(seen[3 + d], id[d] % enqueued[d]) << "get_local_id " << d;
          ASSERT_EQ(seen[6 + d], group) << "get_group_id " << d;
          ASSERT_EQ(seen[9 + d], global[d]) << "get_global_size " << d;
          ASSERT_EQ(seen[12 + d], size[d]) << "get_local_size " << d;
          ASSERT_EQ(seen[15 + d], enqueued[d]) << "get_enqueued_local_size " << d;
          ASSERT_EQ(seen[18 + d], (global[d] + enqueued[d] - 1) / enqueued[d]) << "get_num_groups";
          ASSERT_EQ(seen[21 + d], offset[d]) << "get_global_offset " << d;
        }
        ASSERT_EQ(seen[24], range.global.size());
        ASSERT_EQ(seen[25], linear);
        ASSERT_EQ(seen[26], (id[2] % enqueued[2] * size[1] + id[1] % enqueued[1]) * size[0] +
                                id[0] % enqueued[0]);
      }
}

INSTANTIATE_TEST_SUITE_P(
    Shape, NdRange,
    testing::Values(Shape{"oneItem", {{1}}}, Shape{"line", {{64}, {16}}},
                    Shape{"lineWithoutLocalSize", {{1000}}}, Shape{"primeLine", {{997}}},
                    Shape{"offsetLine", {{60}, {20}, {1000}}}, Shape{"plane", {{24, 10}, {8, 5}}},
                    Shape{"planeWithoutLocalSize", {{17, 23}}},
                    Shape{"offsetPlane", {{24, 10}, {8, 5}, {7, 1u << 20}}},
                    Shape{"space", {{12, 6, 10}, {4, 3, 5}}},
                    Shape{"spaceWithoutLocalSize", {{5, 7, 11}}},
                    Shape{"offsetSpace", {{12, 6, 10}, {12, 1, 2}, {1, 2, 3}}},
                    Shape{"flatGroups", {{2, 2, 64}, {1, 1, 32}}},
                    Shape{"raggedLine", {{100}, {32}}}, Shape{"raggedLineOfOneGroup", {{5}, {32}}},
                    Shape{"raggedPlane", {{19, 13}, {8, 4}}},
                    Shape{"raggedSpace", {{9, 7, 5}, {4, 3, 2}, {3, 0, 9}}},
                    Shape{"raggedInZ", {{4, 4, 7}, {4, 4, 3}}}),
    [](const auto &test) { return test.param.name; });

TEST(NdRanges, IdsBeyondTheDimensions) {
  Session session;
  Program program = session.build(R"(
    kernel void test(global ulong *out, uint d) {
      out[0] = get_global_id(d); out[1] = get_local_id(d); out[2] = get_group_id(d);
      out[3] = get_global_size(d); out[4] = get_local_size(d); out[5] = get_num_groups(d);
      out[6] = get_global_offset(d); out[7] = get_enqueued_local_size(d);
    })",
                                  "-cl-std=CL3.0");
  for (cl_uint dimension : {1u, 2u, 3u, 100u, ~0u}) {
    std::vector<cl_ulong> out(8, 77);
    session.run(program, "test", {{1}, {1}, {0}}, inOut(out), dimension);
    EXPECT_EQ(out, (std::vector<cl_ulong>{0, 0, 0, 1, 1, 1, 0, 1})) << dimension;
  }
}

TEST(NdRanges, BarriersInRaggedGroups) {
  Session session;
  Program program = session.build(R"(
    kernel void test(global uint *out, local uint *shared) {
      size_t l = get_local_linear_id(), n = get_local_size(0) * get_local_size(1);
      shared[l] = (uint)get_global_linear_id();
      barrier(CLK_LOCAL_MEM_FENCE);
      uint sum = 0;
      for (size_t i = 0; i < n; ++i)
        sum += shared[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      shared[l] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_linear_id()] = shared[n - 1 - l];
    })",
                                  "-cl-std=CL3.0");
  constexpr size_t width = 37, height = 11, groupWidth = 16, groupHeight = 3;
  std::vector<cl_uint> out(width * height);
  session.run(program, "test", {{width, height}, {groupWidth, groupHeight}}, inOut(out),
              local(groupWidth * groupHeight * 4));
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x) {
      cl_uint sum = 0;
      size_t x0 = x / groupWidth * groupWidth, y0 = y / groupHeight * groupHeight;
      for (size_t v = y0; v < std::min(y0 + groupHeight, height); ++v)
        for (size_t u = x0; u < std::min(x0 + groupWidth, width); ++u)
          sum += static_cast<cl_uint>(v * width + u);
      ASSERT_EQ(out[y * width + x], sum) << x << ' ' << y;
    }
}

TEST(NdRanges, RequiredSizeIsUsedAndReported) {
  Session session;
  Program program = session.build(R"(
    kernel __attribute__((reqd_work_group_size(4, 2, 3))) void test(global ulong *out) {
      out[(get_global_id(2) * 4 + get_global_id(1)) * 8 + get_global_id(0)] =
          get_local_size(0) * 100 + get_local_size(1) * 10 + get_local_size(2);
    })");
  std::vector<cl_ulong> out(8 * 4 * 6);
  session.run(program, "test", {{8, 4, 6}}, inOut(out)); // no local size: the required one
  EXPECT_EQ(out, std::vector<cl_ulong>(out.size(), 423));
  std::array<size_t, 3> required{};
  Kernel kernel = session.kernel(program, "test");
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                     sizeof required, required.data(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(required, (std::array<size_t, 3>{4, 2, 3}));
}

TEST(NdRanges, TheLargestGroup) {
  Session session;
  auto largest = deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  Program program = session.build(R"(
    kernel void test(global uint *out, local uint *shared) {
      size_t l = get_local_id(0), n = get_local_size(0);
      shared[l] = (uint)l;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = shared[n - 1 - l] + (uint)get_group_id(0) * 100000;
    })");
  std::vector<cl_uint> out(2 * largest);
  session.run(program, "test", {{2 * largest}, {largest}}, inOut(out), local(4 * largest));
  for (size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], largest - 1 - i % largest + i / largest * 100000) << i;
}

TEST(NdRanges, ManyItems) {
  Session session;
  Program program = session.build(
      "kernel void test(global uint *out) { out[get_global_id(0)] ^= get_global_id(0); }");
  std::vector<cl_uint> out(3'000'017, 0x55555555u);
  session.run(program, "test", {{out.size()}}, inOut(out));
  for (cl_uint i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], i ^ 0x55555555u) << i;
}

// Work-items leave in different rounds by a branch that is the same for all who come to it.
TEST(NdRanges, UniformExitsUnderConditions) {
  const Session session;
  Program program = session.build(R"(
    kernel void plain(global const int *a, global int *out, int leaves) {
      size_t i = get_global_id(0);
      int n = 0;
      for (;;) {
        if (a[i] == n) {
          out[i] += 1000;
          if (leaves)
            break;
        }
        ++n;
      }
      out[i] += n;
    }
    kernel void shared(global const int *a, global int *out, int leaves) {
      local int sums[32];
      size_t i = get_global_id(0), l = get_local_id(0);
      int n = 0;
      for (;;) {
        if (a[i] == n && leaves)
          break;
        if (a[i] == ++n) {
          if (leaves)
            break;
        }
      }
      sums[l] = n;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[i] += n * 100 + sums[31 - l];
    })");
  std::vector<int> a(256), plain(256), shared(256);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<int>(i * 7 % 13);
  session.run(program, "plain", {{256}, {32}}, in(a), inOut(plain), 1);
  session.run(program, "shared", {{256}, {32}}, in(a), inOut(shared), 1);
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(plain[i], 1000 + a[i]) << i;
    EXPECT_EQ(shared[i], 100 * a[i] + a[i / 32 * 32 + 31 - i % 32]) << i;
  }
}

} // namespace
} // namespace weft::test
