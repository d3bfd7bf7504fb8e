// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Async copies of every gentype, in both directions, contiguous and strided: each compares every
// byte with a host reference, the bytes around what is copied to and between strided elements too.
#include "tests/support/opencl.h"
#include "tests/support/pairs.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace weft::test {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes noise(size_t count, unsigned seed) {
  Bytes bytes(count);
  for (unsigned char &byte : bytes) {
    seed = seed * 1664525u + 1013904223u;
    byte = static_cast<unsigned char>(seed >> 24);
  }
  return bytes;
}

struct ScalarType {
  const char *name;
  size_t bytes;
  size_t row; ///< for isTaken
};

constexpr std::array<size_t, 6> widths = {1, 2, 3, 4, 8, 16};

std::string typeName(const ScalarType &scalar, size_t width) {
  return width == 1 ? scalar.name : scalar.name + std::to_string(width);
}

/// Elements move with the size they have in memory, so three components as four.
size_t elementBytes(const ScalarType &scalar, size_t width) {
  return scalar.bytes * (width == 3 ? 4 : width);
}

/// The kernels for a type, by their rows for isTaken: each width of a scalar has one of them.
enum KernelRow : size_t { In, Out, Gather, Scatter };

bool isTested(const ScalarType &scalar, size_t width, KernelRow kernel) {
  return isTaken(4, scalar.row, std::ranges::find(widths, width) - widths.begin(), kernel);
}

/// The kernels to test for one type. Each group works on its own part; plain byte loops move the
/// tile from or to global memory on the side that is not under test. An element before and one
/// behind what is copied to hold 0xAB.
std::string kernelsFor(const ScalarType &scalar, size_t width) {
  std::string source = R"(
    void guard_TYPE(local uchar *bytes, size_t size) {
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        bytes[i] = 0xAB;
      barrier(CLK_LOCAL_MEM_FENCE);
    })";
  if (isTested(scalar, width, In))
    source += R"(
    kernel void in_TYPE(global const TYPE *from, global uchar *to, local TYPE *tile, uint n) {
      local uchar *bytes = (local uchar *)tile;
      size_t size = (n + 2) * sizeof(TYPE);
      guard_TYPE(bytes, size);
      from += get_group_id(0) * n;
      event_t done = async_work_group_copy(tile + 1, from, (size_t)n, (event_t)0);
      wait_group_events(1, &done);
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        to[get_group_id(0) * size + i] = bytes[i];
    })";
  if (isTested(scalar, width, Out))
    source += R"(
    kernel void out_TYPE(global const uchar *from, global TYPE *to, local TYPE *tile, uint n) {
      local uchar *bytes = (local uchar *)tile;
      size_t size = n * sizeof(TYPE);
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        bytes[i] = from[get_group_id(0) * size + i];
      barrier(CLK_LOCAL_MEM_FENCE);
      to += get_group_id(0) * (n + 2) + 1;
      event_t done = async_work_group_copy(to, tile, (size_t)n, (event_t)0);
      wait_group_events(1, &done);
    })";
  if (isTested(scalar, width, Gather))
    source += R"(
    kernel void gather_TYPE(global const TYPE *from, global uchar *to, local TYPE *tile, uint n,
                            uint stride) {
      local uchar *bytes = (local uchar *)tile;
      size_t size = (n + 2) * sizeof(TYPE);
      guard_TYPE(bytes, size);
      from += get_group_id(0) * n * stride;
      event_t done =
          async_work_group_strided_copy(tile + 1, from, (size_t)n, (size_t)stride, (event_t)0);
      wait_group_events(1, &done);
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        to[get_group_id(0) * size + i] = bytes[i];
    })";
  if (isTested(scalar, width, Scatter))
    source += R"(
    kernel void scatter_TYPE(global const uchar *from, global TYPE *to, local TYPE *tile, uint n,
                             uint stride) {
      local uchar *bytes = (local uchar *)tile;
      size_t size = n * sizeof(TYPE);
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        bytes[i] = from[get_group_id(0) * size + i];
      barrier(CLK_LOCAL_MEM_FENCE);
      to += get_group_id(0) * (n * stride + 2) + 1;
      event_t done = async_work_group_strided_copy(to, tile, (size_t)n, (size_t)stride, (event_t)0);
      wait_group_events(1, &done);
    })";
  for (size_t at; (at = source.find("TYPE")) != std::string::npos;)
    source.replace(at, 4, typeName(scalar, width));
  return source;
}

class AsyncCopy : public testing::TestWithParam<ScalarType> {
protected:
  static constexpr size_t groups = 3;
  Session session;
  Program program;

  void SetUp() override {
    std::string source;
    for (size_t width : widths)
      source += kernelsFor(GetParam(), width);
    program = session.build(source);
  }

  /// Each group's `count` elements of `from`, `fromStride` apart, lie `toStride` apart in `to`,
  /// with an element of guard before and one behind.
  void check(const std::string &kernel, size_t element, cl_uint count, cl_uint fromStride,
             cl_uint toStride, size_t localSize, std::optional<cl_uint> stride) {
    const size_t fromGroup = count * fromStride, toGroup = count * toStride + 2;
    const Bytes from = noise(groups * fromGroup * element, count + fromStride);
    Bytes to(groups * toGroup * element, 0xAB), expected = to;
    for (size_t group = 0; group < groups; ++group)
      for (size_t i = 0; i < count; ++i)
        std::memcpy(&expected[(group * toGroup + 1 + i * toStride) * element],
                    &from[(group * fromGroup + i * fromStride) * element], element);
    const Range range{{groups * localSize}, {localSize}};
    const auto tile = local((count + 2) * element);
    if (stride)
      session.run(program, kernel.c_str(), range, in(from), inOut(to), tile, count, *stride);
    else
      session.run(program, kernel.c_str(), range, in(from), inOut(to), tile, count);
    EXPECT_TRUE(to == expected) << kernel << ", " << count << " elements, strides " << fromStride
                                << " and " << toStride;
  }
};

TEST_P(AsyncCopy, ContiguousInBothDirections) {
  for (size_t width : widths)
    for (cl_uint count : {1u, 7u, 64u, 129u})
      for (const KernelRow kernel : {In, Out})
        if (isTested(GetParam(), width, kernel))
          check((kernel == In ? "in_" : "out_") + typeName(GetParam(), width),
                elementBytes(GetParam(), width), count, 1, 1, count % 2 ? 16 : 5, std::nullopt);
}

TEST_P(AsyncCopy, StridedInBothDirections) {
  for (size_t width : widths)
    for (cl_uint stride : {1u, 2u, 3u, 4u, 5u, 8u, 17u, 100u}) {
      const std::string type = typeName(GetParam(), width);
      const size_t element = elementBytes(GetParam(), width), localSize = stride % 2 ? 8 : 1;
      const cl_uint count = stride == 100 ? 64 : stride % 2 ? 137 : 160;
      if (isTested(GetParam(), width, Gather))
        check("gather_" + type, element, count, stride, 1, localSize, stride);
      if (isTested(GetParam(), width, Scatter))
        check("scatter_" + type, element, count, 1, stride, localSize, stride);
    }
}

INSTANTIATE_TEST_SUITE_P(Type, AsyncCopy,
                         testing::Values(ScalarType{"char", 1, 0}, ScalarType{"uchar", 1, 1},
                                         ScalarType{"short", 2, 2}, ScalarType{"ushort", 2, 3},
                                         ScalarType{"int", 4, 4}, ScalarType{"uint", 4, 5},
                                         ScalarType{"long", 8, 6}, ScalarType{"ulong", 8, 7},
                                         ScalarType{"half", 2, 8}, ScalarType{"float", 4, 9},
                                         ScalarType{"double", 8, 10}),
                         [](const auto &test) { return test.param.name; });

/// Kernels of the shape (global const int *in, global int *out, local int *a, local int *b) over
/// groups of 32 work-items with 64 ints of each local block.
class AsyncEvents : public testing::Test {
protected:
  static constexpr size_t groups = 4, localSize = 32, tile = 64;
  Session session;
  std::vector<int> input = std::vector<int>(groups * tile * 4);

  AsyncEvents() {
    for (size_t i = 0; i < input.size(); ++i)
      input[i] = static_cast<int>(i * 2654435761u >> 8);
  }
  std::vector<int> run(const char *source) {
    Program program = session.build(source, "-cl-std=CL3.0");
    std::vector<int> out(groups * tile * 4, -7);
    session.run(program, "test", {{groups * localSize}, {localSize}}, in(input), inOut(out),
                local(tile * sizeof(int)), local(tile * sizeof(int)));
    return out;
  }
  int at(size_t group, size_t block, size_t i) const {
    return input[(group * 4 + block) * tile + i];
  }
  /// Checks block `block` of each group's output against `expected(group, i)`.
  template <class Expected>
  void check(const std::vector<int> &out, size_t block, Expected expected) {
    for (size_t group = 0; group < groups; ++group)
      for (size_t i = 0; i < tile; ++i)
        ASSERT_EQ(out[(group * 4 + block) * tile + i], expected(group, i))
            << "group " << group << ", block " << block << ", element " << i;
  }
};

TEST_F(AsyncEvents, ChainedCopiesShareOneEvent) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      in += get_group_id(0) * 256; out += get_group_id(0) * 256;
      event_t all = async_work_group_copy(a, in, 64, 0);
      all = async_work_group_copy(b, in + 64, 64, all);
      wait_group_events(1, &all);
      for (size_t i = get_local_id(0); i < 64; i += get_local_size(0)) {
        out[i] = a[i] - b[63 - i];
        out[64 + i] = b[i];
      }
    })");
  check(out, 0, [&](size_t g, size_t i) {
    return static_cast<int>(static_cast<unsigned>(at(g, 0, i)) -
                            static_cast<unsigned>(at(g, 1, 63 - i)));
  });
  check(out, 1, [&](size_t g, size_t i) { return at(g, 1, i); });
}

TEST_F(AsyncEvents, ChainMixesContiguousAndStrided) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      in += get_group_id(0) * 256; out += get_group_id(0) * 256;
      event_t all = async_work_group_strided_copy(a, in, 64, 4, 0);
      all = async_work_group_copy(b, in + 64, 64, all);
      wait_group_events(1, &all);
      event_t back = async_work_group_copy(out, a, 64, 0);
      back = async_work_group_copy(out + 64, b, 64, back);
      wait_group_events(1, &back);
    })");
  check(out, 0, [&](size_t g, size_t i) { return input[g * 256 + i * 4]; });
  check(out, 1, [&](size_t g, size_t i) { return at(g, 1, i); });
}

TEST_F(AsyncEvents, WaitsInOtherOrders) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      in += get_group_id(0) * 256; out += get_group_id(0) * 256;
      event_t first = async_work_group_copy(a, in, 64, 0);
      event_t second = async_work_group_copy(b, in + 64, 64, 0);
      wait_group_events(1, &second);
      for (size_t i = get_local_id(0); i < 64; i += get_local_size(0))
        out[64 + i] = b[i];
      wait_group_events(1, &first);
      for (size_t i = get_local_id(0); i < 64; i += get_local_size(0))
        out[i] = a[63 - i];
    })");
  check(out, 0, [&](size_t g, size_t i) { return at(g, 0, 63 - i); });
  check(out, 1, [&](size_t g, size_t i) { return at(g, 1, i); });
}

TEST_F(AsyncEvents, OneWaitForAnArrayOfEvents) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      in += get_group_id(0) * 256; out += get_group_id(0) * 256;
      event_t events[2];
      events[0] = async_work_group_copy(a, in + 128, 64, 0);
      events[1] = async_work_group_strided_copy(b, in, 64, 3, 0);
      wait_group_events(2, events);
      for (size_t i = get_local_id(0); i < 64; i += get_local_size(0)) {
        out[i] = a[i];
        out[64 + i] = b[63 - i];
      }
    })");
  check(out, 0, [&](size_t g, size_t i) { return at(g, 2, i); });
  check(out, 1, [&](size_t g, size_t i) { return input[g * 256 + (63 - i) * 3]; });
}

TEST_F(AsyncEvents, DoubleBufferingInALoop) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      in += get_group_id(0) * 256; out += get_group_id(0) * 256;
      local int *now = a, *next = b;
      event_t ready = async_work_group_copy(now, in, 64, 0);
      for (int block = 0; block < 4; ++block) {
        wait_group_events(1, &ready);
        if (block < 3)
          ready = async_work_group_copy(next, in + (block + 1) * 64, 64, 0);
        for (size_t i = get_local_id(0); i < 64; i += get_local_size(0))
          out[block * 64 + i] = now[63 - i] ^ block;
        local int *swap = now; now = next; next = swap;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    })");
  for (int block = 0; block < 4; ++block)
    check(out, block, [&](size_t g, size_t i) { return at(g, block, 63 - i) ^ block; });
}

TEST_F(AsyncEvents, IssuedAndWaitedInFunctions) {
  std::vector<int> out = run(R"(
    event_t fetch(local int *to, global const int *from, event_t join) {
      return async_work_group_copy(to, from, 64, join);
    }
    __attribute__((noinline)) void finish(event_t event) { wait_group_events(1, &event); }
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      in += get_group_id(0) * 256; out += get_group_id(0) * 256;
      event_t event = fetch(a, in, 0);
      event = fetch(b, in + 192, event);
      finish(event);
      for (size_t i = get_local_id(0); i < 64; i += get_local_size(0))
        out[i] = a[63 - i] ^ b[i];
    })");
  check(out, 0, [&](size_t g, size_t i) { return at(g, 0, 63 - i) ^ at(g, 3, i); });
}

TEST_F(AsyncEvents, InUniformConditionals) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      in += get_group_id(0) * 256; out += get_group_id(0) * 256;
      event_t event;
      if (get_group_id(0) % 2)
        event = async_work_group_copy(a, in, 64, 0);
      else
        event = async_work_group_strided_copy(a, in, 64, 2, 0);
      wait_group_events(1, &event);
      for (size_t i = get_local_id(0); i < 64; i += get_local_size(0))
        out[i] = a[63 - i];
    })");
  check(out, 0, [&](size_t g, size_t i) { return input[g * 256 + (63 - i) * (g % 2 ? 1 : 2)]; });
}

TEST_F(AsyncEvents, CopiesHappenWithoutAWait) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      in += get_group_id(0) * 256; out += get_group_id(0) * 256;
      for (size_t i = get_local_id(0); i < 64; i += get_local_size(0))
        a[i] = in[63 - i];
      barrier(CLK_LOCAL_MEM_FENCE);
      async_work_group_copy(out, a, 64, 0);
    })");
  check(out, 0, [&](size_t g, size_t i) { return at(g, 0, 63 - i); });
}

TEST_F(AsyncEvents, SizesAndPointersReadFromMemory) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      local int size;
      in += get_group_id(0) * 256; out += get_group_id(0) * 256;
      if (get_local_id(0) == 0)
        size = 10 + (int)get_group_id(0) * 7;
      barrier(CLK_LOCAL_MEM_FENCE);
      int n = size;
      event_t event = async_work_group_copy(a + 3, in + 5, n, 0);
      wait_group_events(1, &event);
      if ((int)get_local_id(0) < n)
        out[get_local_id(0)] = a[3 + get_local_id(0)];
    })");
  check(out, 0, [&](size_t g, size_t i) {
    return i < 10 + g * 7 && i < localSize ? at(g, 0, 0 + i + 5) : -7;
  });
}

TEST_F(AsyncEvents, EmptyCopyIsACopy) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      out += get_group_id(0) * 256;
      event_t event = async_work_group_copy(a, in, 0, 0);
      event = async_work_group_strided_copy(a, in, 0, 3, event);
      wait_group_events(1, &event);
      wait_group_events(0, &event);
      out[get_local_id(0)] = 5;
    })");
  check(out, 0, [&](size_t, size_t i) { return i < localSize ? 5 : -7; });
}

TEST_F(AsyncEvents, PrefetchChangesNothing) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *a, local int *b) {
      in += get_group_id(0) * 256; out += get_group_id(0) * 256;
      prefetch(in, 256);
      prefetch((global const float4 *)in, 1000000);
      prefetch((global const double3 *)in, 0);
      for (size_t i = get_local_id(0); i < 64; i += get_local_size(0))
        out[i] = in[i];
    })");
  check(out, 0, [&](size_t g, size_t i) { return at(g, 0, i); });
}

TEST(AsyncCopies, FillTheWholeLocalMemory) {
  Session session;
  auto bytes = static_cast<size_t>(deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE));
  Program program = session.build(R"(
    kernel void test(global const uint4 *in, global uint4 *out, local uint4 *tile, uint n) {
      event_t event = async_work_group_copy(tile, in + get_group_id(0) * n, (size_t)n, 0);
      wait_group_events(1, &event);
      for (size_t i = get_local_id(0); i < n / 2; i += get_local_size(0)) {
        uint4 swap = tile[i];
        tile[i] = tile[n - 1 - i];
        tile[n - 1 - i] = swap;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      event = async_work_group_copy(out + get_group_id(0) * n, tile, (size_t)n, 0);
      wait_group_events(1, &event);
    })");
  auto count = static_cast<cl_uint>(bytes / 16);
  std::vector<std::array<cl_uint, 4>> data(2 * count), out(2 * count);
  for (cl_uint i = 0; i < data.size(); ++i)
    data[i] = {i, i * 3, i ^ 77, ~i};
  session.run(program, "test", {{2 * 64}, {64}}, in(data), inOut(out), local(bytes), count);
  std::reverse(data.begin(), data.begin() + count);
  std::reverse(data.begin() + count, data.end());
  EXPECT_TRUE(out == data);
}

TEST(AsyncCopies, DestinationsBeyondTheCacheAreWrittenWhole) {
  // Tiles of an odd size at every alignment; the bytes between them stay.
  Session session;
  Program program = session.build(R"(
    kernel void test(global const uchar *in, global uchar *out, local uchar *tile, uint n) {
      for (size_t i = get_local_id(0); i < n; i += get_local_size(0))
        tile[i] = in[i] ^ (uchar)(get_group_id(0) * 37);
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t event = async_work_group_copy(out + get_group_id(0) * (n + 2), tile, (size_t)n, 0);
      wait_group_events(1, &event);
    })");
  constexpr size_t groups = 5000, n = 28'001;
  const Bytes from = noise(n, 7);
  Bytes to(groups * (n + 2), 0xAB), expected = to;
  for (size_t group = 0; group < groups; ++group)
    for (size_t i = 0; i < n; ++i)
      expected[group * (n + 2) + i] = static_cast<unsigned char>(from[i] ^ group * 37);
  session.run(program, "test", {{groups * 64}, {64}}, in(from), inOut(to), local(n), cl_uint(n));
  EXPECT_TRUE(to == expected);
}

TEST(AsyncCopies, LongStreamsFillTheirTilesAndNoMore) {
  // One group goes over more than fits a second-level cache, forwards and backwards, with and
  // without gaps between the tiles; what lies around the tile stays. The other groups only make a
  // large launch of it.
  constexpr size_t guard = 64, groups = 40'000, data = 6 << 20;
  Session session;
  Program program = session.build(R"(
    kernel void test(global const uchar *from, global uchar *to, local uchar *tile, uint n,
                     uint count, long first, long step) {
      if (get_group_id(0) != 0)
        return;
      for (size_t i = get_local_id(0); i < n + 128; i += get_local_size(0))
        tile[i] = 0xAB;
      barrier(CLK_LOCAL_MEM_FENCE);
      from += first;
      for (uint t = 0; t < count; ++t, from += step, to += n + 128) {
        event_t event = async_work_group_copy(tile + 64, from, (size_t)n, 0);
        wait_group_events(1, &event);
        for (size_t i = get_local_id(0); i < n + 128; i += get_local_size(0))
          to[i] = tile[i];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    })");
  const Bytes from = noise(data, 11);
  for (const size_t n : {130, 1000, 2048, 2111, 5000, 6144, 9001})
    for (const size_t gap : {0, 97})
      for (const bool isBackward : {false, true}) {
        SCOPED_TRACE(std::to_string(n) + " bytes, gap " + std::to_string(gap));
        const size_t count = data / (n + gap);
        const auto step = static_cast<cl_long>(n + gap) * (isBackward ? -1 : 1);
        const cl_long first = isBackward ? static_cast<cl_long>(count - 1) * -step : 0;
        Bytes to(count * (n + 2 * guard), 0xCD), expected(to.size(), 0xAB);
        for (size_t tile = 0; tile < count; ++tile)
          std::copy_n(&from[first + static_cast<cl_long>(tile) * step], n,
                      &expected[tile * (n + 2 * guard) + guard]);
        session.run(program, "test", {{groups * 16}, {16}}, in(from), inOut(to),
                    local(n + 2 * guard), cl_uint(n), cl_uint(count), first, step);
        EXPECT_TRUE(to == expected);
      }
}

TEST(AsyncCopies, DotProductThroughTiles) {
  // The dot product of the tutorials: both operands copied into local memory under one event, and
  // the products copied back.
  Session session;
  Program program = session.build(R"(
    kernel void kernel_dot(global const float4 *a, global const float4 *b, global float *c,
                           local float4 *la, local float4 *lb, local float *lc) {
      size_t n = get_local_size(0), start = get_group_id(0) * n, i = get_local_id(0);
      event_t loads = async_work_group_copy(la, a + start, n, 0);
      async_work_group_copy(lb, b + start, n, loads);
      wait_group_events(1, &loads);
      lc[i] = dot(la[i], lb[i]);
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t store = async_work_group_copy(c + start, lc, n, 0);
      wait_group_events(1, &store);
    })");
  constexpr size_t items = 1024, group = 64;
  std::vector<std::array<float, 4>> a(items), b(items);
  for (size_t i = 0; i < items; ++i)
    for (size_t k = 0; k < 4; ++k) {
      a[i][k] = static_cast<float>((i * 5 + k) % 32);
      b[i][k] = static_cast<float>((i * 3 + k * 7) % 16) - 8;
    }
  std::vector<float> c(items);
  session.run(program, "kernel_dot", {{items}, {group}}, in(a), in(b), inOut(c), local(group * 16),
              local(group * 16), local(group * 4));
  for (size_t i = 0; i < items; ++i)
    ASSERT_EQ(c[i], a[i][0] * b[i][0] + a[i][1] * b[i][1] + a[i][2] * b[i][2] + a[i][3] * b[i][3])
        << i;
}

TEST(AsyncCopies, InterleavedVerticesBecomeArrays) {
  // Vertices of position, normal and texture coordinates, eight floats each: strided copies pull
  // the components apart, the kernel moves the positions along the normals, strided copies put them
  // back.
  Session session;
  Program program = session.build(R"(
    kernel void inflate(global float *vertices, float by) {
      local float x[48], y[48], z[48], nx[48], ny[48], nz[48];
      size_t n = get_local_size(0), i = get_local_id(0);
      vertices += get_group_id(0) * n * 8;
      event_t loads = async_work_group_strided_copy(x, vertices, n, 8, 0);
      async_work_group_strided_copy(y, vertices + 1, n, 8, loads);
      async_work_group_strided_copy(z, vertices + 2, n, 8, loads);
      async_work_group_strided_copy(nx, vertices + 3, n, 8, loads);
      async_work_group_strided_copy(ny, vertices + 4, n, 8, loads);
      async_work_group_strided_copy(nz, vertices + 5, n, 8, loads);
      wait_group_events(1, &loads);
      x[i] += by * nx[i];
      y[i] += by * ny[i];
      z[i] += by * nz[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t stores[3];
      stores[0] = async_work_group_strided_copy(vertices, x, n, 8, 0);
      stores[1] = async_work_group_strided_copy(vertices + 1, y, n, 8, 0);
      stores[2] = async_work_group_strided_copy(vertices + 2, z, n, 8, 0);
      wait_group_events(3, stores);
    })");
  constexpr size_t items = 48 * 20;
  std::vector<float> vertices(items * 8);
  for (size_t i = 0; i < vertices.size(); ++i)
    vertices[i] = static_cast<float>(i % 101);
  std::vector<float> expected = vertices;
  for (size_t i = 0; i < items; ++i)
    for (size_t k = 0; k < 3; ++k)
      expected[i * 8 + k] += 0.5f * expected[i * 8 + 3 + k];
  session.run(program, "inflate", {{items}, {48}}, inOut(vertices), 0.5f);
  EXPECT_EQ(vertices, expected);
}

} // namespace
} // namespace weft::test
