// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control flow and values around barriers, as built and loaded programs run them: loops,
// conditionals, calls, early ends, and what stays live in between.
#include "tests/passes/execution.h"

namespace weft::test {
namespace {

TEST(BarrierExecution, ReducesWithBarriersInALoop) {
  LOAD(program, kernel, R"(
    kernel void k(global const int *in, global int *out, local int *shared) {
      size_t lid = get_local_id(0);
      shared[lid] = in[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (size_t stride = get_local_size(0) / 2; stride > 0; stride >>= 1) {
        if (lid < stride) shared[lid] += shared[lid + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (lid == 0) out[get_group_id(0)] = shared[0];
    })");
  EXPECT_FALSE(kernel->flags & WEFT_KERNEL_GROUP_FREE);
  // The id and the stride are computed again or kept for the group: nothing is spilled.
  EXPECT_EQ(kernel->context_item_bytes, 0u);
  for (std::uint64_t local : {1, 2, 16, 64, 256}) {
    auto in = iota(512);
    std::vector<int> out(512 / local);
    EXPECT_TRUE(
        Launch(*kernel).buffer(0, in).buffer(1, out).local(2, local * 4).run(range1(512, local)));
    for (std::size_t group = 0; group != out.size(); ++group)
      EXPECT_EQ(out[group],
                std::accumulate(in.begin() + group * local, in.begin() + (group + 1) * local, 0));
  }
}

TEST(BarrierExecution, KeepsVaryingValuesAcrossBarriers) {
  LOAD(program, kernel, R"(
    kernel void k(global int *data, int n) {
      local int shared[128];
      size_t lid = get_local_id(0), size = get_local_size(0);
      int mine = data[get_global_id(0)];
      int sum = 0;
      for (int i = 0; i < n; ++i) {
        shared[lid] = mine + sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[(lid + i + 1) % size];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      data[get_global_id(0)] = sum * 3 + mine;
    })");
  for (std::uint64_t local : {5, 16, 33, 128}) {
    const std::uint64_t global = 300;
    auto data = iota(global);
    auto expected = data;
    for (std::uint64_t start = 0; start < global; start += local) {
      const std::uint64_t size = std::min(local, global - start);
      std::vector<int> sum(size), shared(size);
      for (int i = 0; i != 4; ++i) {
        for (std::uint64_t lid = 0; lid != size; ++lid)
          shared[lid] = data[start + lid] + sum[lid];
        for (std::uint64_t lid = 0; lid != size; ++lid)
          sum[lid] += shared[(lid + i + 1) % size];
      }
      for (std::uint64_t lid = 0; lid != size; ++lid)
        expected[start + lid] = sum[lid] * 3 + data[start + lid];
    }
    EXPECT_TRUE(Launch(*kernel).buffer(0, data).set(1, 4).run(range1(global, local)));
    EXPECT_EQ(data, expected);
  }
}

TEST(BarrierExecution, TakesBarriersInUniformConditionals) {
  LOAD(program, kernel, R"(
    kernel void k(global int *data, int flag, global const int *limit) {
      local int shared[64];
      size_t lid = get_local_id(0), last = get_local_size(0) - 1;
      int value = data[get_global_id(0)];
      if (flag > 1) {
        shared[lid] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = shared[last - lid];
        barrier(CLK_LOCAL_MEM_FENCE);
      } else {
        value = -value;
      }
      if (*limit > (int)get_group_id(0)) {
        shared[lid] = value * 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += shared[last - lid];
      }
      data[get_global_id(0)] = value;
    })");
  for (int flag : {1, 2}) {
    auto data = iota(128);
    std::vector<int> limit{1}, expected(128);
    for (int index = 0; index != 128; ++index) {
      const int group = index / 32, lid = index % 32, mirrored = group * 32 + 31 - lid;
      const auto value = [&](int item) {
        return flag > 1 ? group * 32 + 31 - item % 32 + 1 : -(item + 1);
      };
      expected[index] = value(index) + (group < 1 ? 2 * value(mirrored) : 0);
    }
    EXPECT_TRUE(Launch(*kernel).buffer(0, data).set(1, flag).buffer(2, limit).run(range1(128, 32)));
    EXPECT_EQ(data, expected);
  }
}

TEST(BarrierExecution, ToleratesReturnsBeforeABarrier) {
  LOAD(program, kernel, R"(
    kernel void k(global int *data, int n) {
      local int shared[64];
      int gid = get_global_id(0);
      int lid = get_local_id(0);
      if (gid >= n) return;
      shared[lid] = data[gid];
      barrier(CLK_LOCAL_MEM_FENCE);
      int value = shared[lid ^ 1];
      if (value == 7) return;
      barrier(CLK_LOCAL_MEM_FENCE);
      data[gid] = value + 1000;
    })");
  auto data = iota(128);
  EXPECT_TRUE(Launch(*kernel).buffer(0, data).set(1, 40).run(range1(128, 32)));
  for (int index = 0; index != 128; ++index) {
    const int other = (index ^ 1) + 1;
    EXPECT_EQ(data[index], index >= 40 || other == 7 ? index + 1 : other + 1000) << index;
  }
}

// Behind a barrier the group chooses once between going on and leaving, also where some or all of
// its work-items have finished.
TEST(BarrierExecution, LeavesLoopsWhereSomeHaveFinished) {
  LOAD(program, kernel, R"(
    kernel void k(global int *data, int n, int most) {
      local int shared[64];
      uint lid = get_local_id(0);
      shared[lid] = data[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      if ((int)get_global_id(0) >= most) return;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint width = n; width > 0; width >>= 1) {
        if (lid < width) shared[lid] += shared[lid + width];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      data[get_global_id(0)] = shared[lid];
    })");
  for (const int most : {0, 1, 20, 64, 100, 128}) {
    auto data = iota(128);
    auto expected = data;
    for (int start = 0; start != 128; start += 64) {
      std::vector<int> shared(expected.begin() + start, expected.begin() + start + 64);
      for (int width = 32; width > 0; width >>= 1)
        for (int lid = 0; lid < std::min(width, most - start); ++lid)
          shared[lid] += shared[lid + width];
      for (int lid = 0; lid < std::min(64, most - start); ++lid)
        expected[start + lid] = shared[lid];
    }
    EXPECT_TRUE(Launch(*kernel).buffer(0, data).set(1, 32).set(2, most).run(range1(128, 64)));
    EXPECT_EQ(data, expected) << most;
  }
}

TEST(BarrierExecution, KeepsPrivateArraysAcrossBarriers) {
  LOAD(program, kernel, R"(
    kernel void k(global int *data, int shift) {
      local int shared[64];
      int history[12];
      size_t lid = get_local_id(0), size = get_local_size(0);
      for (int i = 0; i < 12; ++i) history[i] = data[get_global_id(0)] * (i + 1);
      for (int i = 0; i < 12; ++i) {
        shared[lid] = history[(i + shift) % 12];
        barrier(CLK_LOCAL_MEM_FENCE);
        history[i] += shared[size - 1 - lid];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      int sum = 0;
      for (int i = 0; i < 12; ++i) sum = sum * 3 + history[(i + shift) % 12];
      data[get_global_id(0)] = sum;
    })");
  EXPECT_GE(kernel->context_item_bytes, 48u);
  const int global = 100, local = 40, shift = 5;
  auto data = iota(global);
  auto expected = data;
  for (int start = 0; start < global; start += local) {
    const int size = std::min(local, global - start);
    std::vector<std::array<int, 12>> history(size);
    std::vector<int> shared(size);
    for (int lid = 0; lid != size; ++lid)
      for (int i = 0; i != 12; ++i)
        history[lid][i] = data[start + lid] * (i + 1);
    for (int i = 0; i != 12; ++i) {
      for (int lid = 0; lid != size; ++lid)
        shared[lid] = history[lid][(i + shift) % 12];
      for (int lid = 0; lid != size; ++lid)
        history[lid][i] += shared[size - 1 - lid];
    }
    for (int lid = 0; lid != size; ++lid) {
      unsigned sum = 0;
      for (int i = 0; i != 12; ++i)
        sum = sum * 3 + history[lid][(i + shift) % 12];
      expected[start + lid] = static_cast<int>(sum);
    }
  }
  EXPECT_TRUE(Launch(*kernel).buffer(0, data).set(1, shift).run(range1(global, local)));
  EXPECT_EQ(data, expected);
}

TEST(BarrierExecution, TakesBarriersInCalledFunctionsAndKernels) {
  LOAD(program, kernel, R"(
    void rotate_group(local int *shared, int *value) {
      size_t lid = get_local_id(0), size = get_local_size(0);
      shared[lid] = *value;
      barrier(CLK_LOCAL_MEM_FENCE);
      *value = shared[(lid + 1) % size];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    kernel void half_of(global int *data) { data[get_global_id(0)] *= 2; }
    kernel void k(global int *data) {
      local int shared[32];
      int value = data[get_global_id(0)];
      rotate_group(shared, &value);
      rotate_group(shared, &value);
      data[get_global_id(0)] = value;
      half_of(data);
    })");
  auto data = iota(64);
  EXPECT_TRUE(Launch(*kernel).buffer(0, data).run(range1(64, 32)));
  for (int index = 0; index != 64; ++index)
    EXPECT_EQ(data[index], 2 * (index / 32 * 32 + (index + 2) % 32 + 1));
}

TEST(BarrierExecution, FollowsNestedControlAroundBarriers) {
  LOAD(program, kernel, R"(
    kernel void k(global int *data, int outer, int inner) {
      local int shared[64];
      int lid = get_local_id(0), size = get_local_size(0), value = data[get_global_id(0)];
      for (int i = 0; i < outer; ++i) {
        int steps = 0;
        while (steps < value % 5) ++steps; // not the same for all work-items
        for (int j = 0; j < inner; ++j) {
          if (j == 2 && i == 1) continue;
          shared[lid] = value + steps * j;
          barrier(CLK_LOCAL_MEM_FENCE);
          int other = shared[(lid + j + 1) % size];
          barrier(CLK_LOCAL_MEM_FENCE);
          switch ((other + lid) & 3) {
          case 0: value += other; break;
          case 1: value ^= other; break;
          default: value -= j; break;
          }
          if (i == 2 && j == 1) break;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      data[get_global_id(0)] = value;
    })");
  const int global = 96, local = 24, outer = 4, inner = 4;
  auto data = iota(global);
  auto expected = data;
  for (int start = 0; start != global; start += local) {
    int *value = expected.data() + start;
    for (int i = 0; i != outer; ++i) {
      std::array<int, local> steps, shared;
      for (int lid = 0; lid != local; ++lid)
        steps[lid] = std::max(0, value[lid] % 5);
      for (int j = 0; j != inner; ++j) {
        if (j == 2 && i == 1)
          continue;
        for (int lid = 0; lid != local; ++lid)
          shared[lid] = value[lid] + steps[lid] * j;
        for (int lid = 0; lid != local; ++lid) {
          const int other = shared[(lid + j + 1) % local];
          const int choice = (other + lid) & 3;
          value[lid] = choice == 0   ? value[lid] + other
                       : choice == 1 ? value[lid] ^ other
                                     : value[lid] - j;
        }
        if (i == 2 && j == 1)
          break;
      }
    }
  }
  EXPECT_TRUE(
      Launch(*kernel).buffer(0, data).set(1, outer).set(2, inner).run(range1(global, local)));
  EXPECT_EQ(data, expected);
}

TEST(BarrierExecution, RunsDivergentLoopsBetweenBarriers) {
  LOAD(program, kernel, R"(
    int collatz(int n) { int steps = 0; while (n > 1) { n = n & 1 ? 3 * n + 1 : n / 2; ++steps; } return steps; }
    kernel void k(global int *data, global int *count) {
      local int shared[64];
      int gid = get_global_id(0), lid = get_local_id(0), last = -1;
      for (int i = 0; i <= lid; ++i) { last = i * gid; if (i == 5) break; }
      shared[lid] = collatz(gid + 1);
      barrier(CLK_LOCAL_MEM_FENCE);
      data[gid] = last + shared[get_local_size(0) - 1 - lid];
      atomic_inc(count);
    })");
  const int global = 64, local = 32;
  std::vector<int> data(global), count(1);
  EXPECT_TRUE(Launch(*kernel).buffer(0, data).buffer(1, count).run(range1(global, local)));
  EXPECT_EQ(count[0], global);
  for (int gid = 0; gid != global; ++gid) {
    const int lid = gid % local;
    int n = gid - lid + local - lid, steps = 0;
    for (; n > 1; ++steps)
      n = n & 1 ? 3 * n + 1 : n / 2;
    EXPECT_EQ(data[gid], std::min(lid, 5) * gid + steps);
  }
}

// One arm of the variable is undefined, which uniformity analysis is fond of overlooking.
TEST(BarrierExecution, KeepsValuesThatOnlySomeWorkItemsHave) {
  LOAD(program, kernel, R"(
    kernel void k(global int *data, global const int *in) {
      local int shared[64];
      int lid = get_local_id(0), x;
      if (lid < 5) x = in[1] * 3;
      shared[lid] = lid;
      barrier(CLK_LOCAL_MEM_FENCE);
      data[get_global_id(0)] = shared[lid ^ 1];
      if (lid < 5) data[get_global_id(0)] += x;
    })");
  std::vector<int> data(64), in{7, 100};
  EXPECT_TRUE(Launch(*kernel).buffer(0, data).buffer(1, in).run(range1(64, 32)));
  for (int index = 0; index != 64; ++index)
    EXPECT_EQ(data[index], (index % 32 ^ 1) + (index % 32 < 5 ? 300 : 0));
}

TEST(BarrierExecution, KeepsUniformAndVectorValuesAcrossBarriers) {
  LOAD(program, kernel, R"(
    kernel void k(global float *data, global const int *rounds) {
      local float shared[64];
      size_t lid = get_local_id(0), size = get_local_size(0);
      float3 v = (float3)(data[get_global_id(0)], 1, 2);
      uchar flags = (uchar)lid;
      bool odd = lid & 1;
      int count = rounds[get_group_id(0)];
      for (int i = 0; i < count; ++i) {
        shared[lid] = v.x + v.z;
        barrier(CLK_LOCAL_MEM_FENCE);
        v.y += shared[size - 1 - lid];
        if (odd) v.z += 1;
        v = v.zxy;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      data[get_global_id(0)] = v.x + 2 * v.y + 4 * v.z + flags;
    })");
  const int global = 64, local = 32;
  std::vector<float> data(global), expected(global);
  std::vector<int> rounds{3, 6};
  for (int start = 0; start != global; start += local) {
    std::array<std::array<float, 3>, local> v;
    for (int lid = 0; lid != local; ++lid) {
      data[start + lid] = float(start + lid) / 4;
      v[lid] = {data[start + lid], 1, 2};
    }
    for (int i = 0; i != rounds[start / local]; ++i) {
      std::array<float, local> shared;
      for (int lid = 0; lid != local; ++lid)
        shared[lid] = v[lid][0] + v[lid][2];
      for (int lid = 0; lid != local; ++lid) {
        v[lid][1] += shared[local - 1 - lid];
        v[lid][2] += lid & 1;
        v[lid] = {v[lid][2], v[lid][0], v[lid][1]};
      }
    }
    for (int lid = 0; lid != local; ++lid)
      expected[start + lid] = v[lid][0] + 2 * v[lid][1] + 4 * v[lid][2] + lid;
  }
  EXPECT_TRUE(Launch(*kernel).buffer(0, data).buffer(1, rounds).run(range1(global, local)));
  EXPECT_EQ(data, expected);
}

} // namespace
} // namespace weft::test
