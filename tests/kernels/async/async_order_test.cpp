// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and waits in the orders that programs have them in.
#include "tests/support/opencl.h"

#include <algorithm>
#include <numeric>

namespace weft::test {
namespace {

constexpr size_t groups = 5, localSize = 16;

std::vector<int> numbers(size_t count) {
  std::vector<int> result(count);
  std::iota(result.begin(), result.end(), 1);
  return result;
}

/// Builds with and without optimisation, runs both, and returns what both wrote.
std::vector<int> outcome(const std::string &source, const std::vector<int> &input, size_t outputs,
                         size_t localBytes) {
  Session session;
  std::vector<std::vector<int>> results;
  for (const char *option : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"}) {
    Program program = session.build(source, option);
    std::vector<int> &out = results.emplace_back(outputs, -1);
    session.run(program, "test", {{groups * localSize}, {localSize}}, in(input), inOut(out),
                local(localBytes));
  }
  EXPECT_EQ(results[0], results[1]);
  return results[0];
}

TEST(AsyncOrder, DoubleBufferingAddsUpEveryTile) {
  // Below a cache line, and up to the room of a group.
  for (const size_t tile : {16, 128, 1000, 3072, 4000}) {
    constexpr size_t tiles = 7;
    const std::vector<int> input = numbers(groups * tiles * tile);
    const std::string source = "constant uint n = " + std::to_string(tile) + R"(;
      kernel void test(global const int *from, global int *to, local int *tiles) {
        from += get_group_id(0) * 7 * n;
        event_t events[2];
        events[0] = async_work_group_copy(tiles, from, n, 0);
        int sum = 0;
        for (uint t = 0; t < 7; ++t) {
          const uint now = t & 1, next = now ^ 1;
          if (t + 1 < 7)
            events[next] = async_work_group_copy(tiles + next * n, from + (t + 1) * n, n, 0);
          wait_group_events(1, events + now);
          for (uint i = get_local_id(0); i < n; i += get_local_size(0))
            sum = sum * 3 + tiles[now * n + i];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        to[get_global_id(0)] = sum;
      })";
    const auto out = outcome(source, input, groups * localSize, 2 * tile * sizeof(int));
    for (size_t item = 0; item < out.size(); ++item) {
      unsigned sum = 0;
      for (size_t t = 0; t < tiles; ++t)
        for (size_t i = item % localSize; i < tile; i += localSize)
          sum = sum * 3 + static_cast<unsigned>(input[(item / localSize * tiles + t) * tile + i]);
      ASSERT_EQ(out[item], static_cast<int>(sum)) << "tile " << tile << ", item " << item;
    }
  }
}

TEST(AsyncOrder, ManyCopiesOfOneEvent) {
  const std::vector<int> input = numbers(groups * 20 * 128);
  const auto out = outcome(R"(
    kernel void test(global const int *from, global int *to, local int *tiles) {
      from += get_group_id(0) * 20 * 128;
      event_t all = 0;
      for (int i = 0; i < 20; ++i) {
        all = async_work_group_copy(tiles + i * 128, from + i * 128, 128, all);
        to[get_global_id(0)] = i; // work between issue and wait
      }
      wait_group_events(1, &all);
      int sum = 0;
      for (int i = get_local_id(0); i < 20 * 128; i += get_local_size(0))
        sum += tiles[i];
      to[get_global_id(0)] = sum;
    })",
                           input, groups * localSize, 20 * 128 * sizeof(int));
  for (size_t item = 0; item < out.size(); ++item) {
    int sum = 0;
    for (size_t i = item % localSize; i < 20 * 128; i += localSize)
      sum += input[item / localSize * 20 * 128 + i];
    ASSERT_EQ(out[item], sum) << item;
  }
}

TEST(AsyncOrder, WaitsInAnotherOrderThanIssues) {
  const std::vector<int> input = numbers(groups * 3 * 256);
  const auto out = outcome(R"(
    kernel void test(global const int *from, global int *to, local int *tiles) {
      const size_t lid = get_local_id(0);
      from += get_group_id(0) * 3 * 256;
      to += get_group_id(0) * 48 + lid;
      event_t a = async_work_group_copy(tiles, from, 256, 0);
      event_t b = async_work_group_copy(tiles + 256, from + 256, 256, 0);
      event_t c = async_work_group_copy(tiles + 512, from + 512, 256, 0);
      to[0] = 0;
      wait_group_events(0, &a);
      wait_group_events(1, &c);
      to[32] = tiles[512 + lid];
      wait_group_events(1, &a);
      to[0] = tiles[lid];
      event_t both[2] = {a, b};
      wait_group_events(2, both);
      to[16] = tiles[256 + lid];
      wait_group_events(1, &b);
    })",
                           input, groups * 48, 3 * 256 * sizeof(int));
  for (size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], input[i / 48 * 768 + i % 48 / 16 * 256 + i % 16]) << i;
}

TEST(AsyncOrder, CopiesNobodyWaitsForDoNotReachTheNextGroup) {
  const std::vector<int> input = numbers(groups * 512);
  const auto out = outcome(R"(
    kernel void test(global const int *from, global int *to, local int *tile) {
      const size_t lid = get_local_id(0);
      for (size_t i = lid; i < 512; i += get_local_size(0))
        tile[i] = -5;
      barrier(CLK_LOCAL_MEM_FENCE);
      to[get_global_id(0)] = tile[lid];
      async_work_group_copy(tile, from + get_group_id(0) * 512, 512, 0);
    })",
                           input, groups * localSize, 512 * sizeof(int));
  EXPECT_EQ(out, std::vector<int>(groups * localSize, -5));
}

TEST(AsyncOrder, FenceOrdersACopyOutAfterACopyIn) {
  const std::vector<int> input = numbers(groups * 1024);
  const auto out = outcome(R"(
    kernel void test(global const int *from, global int *to, local int *tile) {
      event_t in = async_work_group_copy(tile, from + get_group_id(0) * 1024, 1024, 0);
      async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      event_t out = async_work_group_copy(to + get_group_id(0) * 1024, tile, 1024, in);
      wait_group_events(1, &out);
    })",
                           input, groups * 1024, 1024 * sizeof(int));
  EXPECT_EQ(out, input);
}

// Groups of every number of dimensions, with smaller ones at the edges.
TEST(AsyncOrder, GroupsOfThreeDimensionsAndSmallerOnesAtTheEdges) {
  Session session;
  Program program = session.build(R"(
    kernel void test(global const int *from, global int *to, local int *tile) {
      const size_t group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) *
                           get_num_groups(0) + get_group_id(0);
      event_t done = async_work_group_copy(tile, from + group * 40, 40, 0);
      wait_group_events(1, &done);
      const size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
      for (size_t i = get_local_linear_id(); i < 40; i += items)
        tile[i] += (int)items;
      barrier(CLK_LOCAL_MEM_FENCE);
      done = async_work_group_strided_copy(to + group * 80, tile, 40, 2, 0);
      wait_group_events(1, &done);
    })",
                                  "-cl-std=CL3.0");
  struct Shape {
    std::vector<size_t> global, local;
  };
  for (const Shape &shape :
       {Shape{{11}, {4}}, Shape{{7, 5}, {4, 2}}, Shape{{5, 3, 7}, {2, 2, 4}}}) {
    size_t counts[3] = {1, 1, 1};
    for (size_t d = 0; d < shape.global.size(); ++d)
      counts[d] = (shape.global[d] + shape.local[d] - 1) / shape.local[d];
    const size_t count = counts[0] * counts[1] * counts[2];
    const std::vector<int> input = numbers(count * 40);
    std::vector<int> out(count * 80, -1);
    session.run(program, "test", {shape.global, shape.local}, in(input), inOut(out),
                local(40 * sizeof(int)));
    for (size_t group = 0; group < count; ++group) {
      size_t items = 1, rest = group;
      for (size_t d = 0; d < shape.global.size(); ++d) {
        const size_t id = rest % counts[d];
        rest /= counts[d];
        items *= std::min(shape.local[d], shape.global[d] - id * shape.local[d]);
      }
      for (size_t i = 0; i < 80; ++i)
        ASSERT_EQ(out[group * 80 + i],
                  i % 2 ? -1 : input[group * 40 + i / 2] + static_cast<int>(items))
            << shape.global.size() << " dimensions, group " << group << ", " << i;
    }
  }
}

// One event for several waits, and none for some: the list is not read beyond its count.
TEST(AsyncOrder, SeveralWaitsForOneEventAndWaitsForNone) {
  const std::vector<int> input = numbers(groups * localSize);
  const auto out = outcome(R"(
    kernel void test(global const int *from, global int *to, local int *tile) {
      wait_group_events(0, (event_t *)0);
      event_t done = async_work_group_copy(tile, from + get_group_id(0) * 16, 16, 0);
      for (int i = 0; i < 3; ++i)
        wait_group_events(1, &done);
      wait_group_events(0, &done);
      to[get_global_id(0)] = tile[15 - get_local_id(0)];
    })",
                           input, groups * localSize, localSize * sizeof(int));
  for (size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], input[i / 16 * 16 + 15 - i % 16]) << i;
}

// What the specification leaves undefined ends, and stays within what some work-item named.
TEST(AsyncOrder, UndefinedUsesEnd) {
  constexpr size_t tile = 128;
  const std::vector<int> input = numbers(groups * tile);
  const auto out = outcome(R"(
    kernel void test(global const int *from, global int *to, local int *tile) {
      const size_t lid = get_local_id(0);
      from += get_group_id(0) * 128;
      to += get_group_id(0) * 128;
      for (size_t i = lid; i < 128; i += get_local_size(0))
        tile[i] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      // Strides of 0 and 1 by turns of the work-items, numbers and places that differ.
      event_t e = async_work_group_strided_copy(tile, from, 32, 0, 0);
      e = async_work_group_strided_copy(tile + 32 + lid, from + lid, 16 + lid, lid & 1, e);
      e = async_work_group_copy(tile + 80, from + lid, 16 + lid, e);
      wait_group_events(1, &e);
      prefetch(from, ~(size_t)0);
      // Copies that overlap.
      e = async_work_group_strided_copy(to, tile, 128, 0, 0);
      e = async_work_group_copy(to, tile, 100, e);
      e = async_work_group_copy(to + 28, tile + 28, 100, e);
      wait_group_events(1, &e);
    })",
                           input, groups * tile, tile * sizeof(int));
  for (size_t i = 0; i < out.size(); ++i) {
    const int first = input[i / tile * tile];
    ASSERT_TRUE(out[i] == 0 || (out[i] >= first && out[i] < first + 64)) << i << ": " << out[i];
  }
}

// The loop that stands for a copy: counters of every type, bases and bounds that are uniform or
// not.
TEST(AsyncOrder, CopiesByHandCopyTheSame) {
  struct Shape {
    const char *loop;
    size_t count; ///< how many elements of the tile the group fills
    bool isRow;   ///< whether each of the two rows of a group fills a half of its own
  };
  const Shape shapes[] = {
      {"for (size_t i = lid; i < n; i += lsize) tile[i] = from[base + i];", 100, false},
      {"for (int i = lid; i < (int)n; i += lsize) tile[i] = from[base + i];", 100, false},
      {"for (uint i = lid; i < n; i += lsize) tile[i] = from[base + i];", 100, false},
      {"for (int i = lid; i < -3; i += lsize) tile[i] = from[base + i];", 0, false},
      {"for (long i = lid; 7 > i; i += lsize) tile[i] = from[base + i];", 7, false},
      {"from += base; for (size_t i = lid; i < n; i += lsize) tile[i] = from[i];", 100, false},
      {"for (size_t i = lid; i < n; i += lsize) tile[row * 100 + i] = from[row * 100 + base + i];",
       100, true},
  };
  const std::vector<int> input = numbers(groups * 200 + 100);
  Session session;
  for (const Shape &shape : shapes) {
    SCOPED_TRACE(shape.loop);
    Program program = session.build(std::string(R"(
      kernel void test(global const int *from, global int *to, local int *tile, uint n) {
        const size_t lid = get_local_id(0), lsize = get_local_size(0), row = get_local_id(1);
        const size_t base = get_group_id(0) * 200;
        for (size_t i = row * lsize + lid; i < 200; i += 2 * lsize)
          tile[i] = -1;
        barrier(CLK_LOCAL_MEM_FENCE);
        )") + shape.loop + R"(
        barrier(CLK_LOCAL_MEM_FENCE);
        to += get_group_id(0) * 200;
        for (size_t i = row * lsize + lid; i < 200; i += 2 * lsize)
          to[i] = tile[i];
      })");
    std::vector<int> out(groups * 200, -2);
    session.run(program, "test", {{groups * localSize, 2}, {localSize, 2}}, in(input), inOut(out),
                local(200 * sizeof(int)), cl_uint{100});
    for (size_t i = 0; i < out.size(); ++i) {
      const bool isCopied = i % 200 < shape.count * (shape.isRow ? 2 : 1);
      ASSERT_EQ(out[i], isCopied ? input[i] : -1) << i;
    }
  }
}

TEST(AsyncOrder, CopiesByHandOutOfLocalMemory) {
  const auto out = outcome(R"(
    kernel void test(global const int *from, global int *to, local int *tile) {
      for (size_t i = get_local_id(0); i < 90; i += get_local_size(0))
        tile[i] = from[get_group_id(0) * 90 + i] * 2;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (size_t i = get_local_id(0); i < 90; i += get_local_size(0))
        to[get_group_id(0) * 90 + i] = tile[i];
      barrier(CLK_GLOBAL_MEM_FENCE);
    })",
                           numbers(groups * 90), groups * 90, 90 * sizeof(int));
  for (size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], 2 * static_cast<int>(i + 1)) << i;
}

// Work-items that have returned copy nothing, and what they would have read may not be there.
TEST(AsyncOrder, CopiesByHandAfterSomeHaveReturned) {
  const auto out = outcome(R"(
    kernel void test(global const int *from, global int *to, local int *tile) {
      const size_t lid = get_local_id(0);
      for (size_t i = lid; i < 64; i += get_local_size(0))
        tile[i] = -1;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lid & 1)
        return;
      for (size_t i = lid; i < 64; i += get_local_size(0))
        tile[i] = from[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (size_t i = lid; i < 64; i += 2)
        to[get_group_id(0) * 64 + i] = tile[i] + tile[i + 1];
    })",
                           numbers(64), groups * 64, 64 * sizeof(int));
  for (size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], i % 2 ? -1 : static_cast<int>(i % 64)) << i;
}

} // namespace
} // namespace weft::test
