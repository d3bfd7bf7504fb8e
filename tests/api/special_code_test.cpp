// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code for some launches alone (icd/core/program/special_code.h), and without lanes
// (scalar_code.h): results are those of general code. Which code runs, and when, is a matter of
// speed that these tests do not depend on.
#include "tests/api/tiers_fixture.h"

#include <cstdint>

namespace weft::test {
namespace {

constexpr char idsSource[] = R"(
  kernel void ids(global ulong *out, ulong offset, ulong end) {
    size_t i = get_global_id(0);
    if (i >= end)
      return;
    uint low = (uint)i;
    int number = (int)i;
    out[4 * (i - offset)] = i * 3 + get_global_size(0);
    out[4 * (i - offset) + 1] = (ulong)(low / 7) << 32 | low % 1000;
    out[4 * (i - offset) + 2] = (ulong)(long)(number >> 3) + (i & 65535);
    out[4 * (i - offset) + 3] = i / 1000003 + i % 4097 + get_global_linear_id();
  }
  kernel void fill(global uint *out) {
    size_t i = get_global_id(0);
    out[i & 65535] = i;
  }
  kernel void plane(global ulong *out, ulong offset) {
    size_t x = get_global_id(0), y = get_global_id(1);
    out[(y - offset) * get_global_size(0) + x] = y * 1000 + x + get_group_id(1);
  })";

class SpecialCode : public Tiers {
protected:
  SpecialCode() { setenv("WEFT_TIERS", "best", 1); }
};

TEST_F(SpecialCode, CountsBeyondThirtyOneBits) {
  Program program = session.build(idsSource, "-cl-std=CL3.0");
  constexpr std::size_t items = 5000;
  for (const std::uint64_t offset :
       {std::uint64_t{0}, (std::uint64_t{1} << 31) - 70'000, (std::uint64_t{1} << 31) - 2'000,
        (std::uint64_t{1} << 32) - 2'501, (std::uint64_t{1} << 38) - items,
        (std::uint64_t{1} << 38) - items + 1, (std::uint64_t{1} << 45) + 13}) {
    std::vector<cl_ulong> found(4 * items, 1);
    session.run(program, "ids", {{items}, {}, {offset}}, inOut(found), cl_ulong{offset},
                cl_ulong{offset + items - 5});
    for (std::uint64_t item = 0; item != items; ++item) {
      const bool isInside = item < items - 5;
      const std::uint64_t i = offset + item;
      const auto low = static_cast<std::uint32_t>(i);
      const auto number = static_cast<std::int32_t>(low);
      const cl_ulong expected[] = {i * 3 + items, std::uint64_t{low / 7} << 32 | low % 1000,
                                   static_cast<std::uint64_t>(std::int64_t{number >> 3}) +
                                       (i & 65535),
                                   i / 1000003 + i % 4097 + item};
      for (std::size_t k = 0; k != 4; ++k)
        ASSERT_EQ(found[4 * item + k], isInside ? expected[k] : 1)
            << "number " << k << " of item " << item << " from " << offset;
    }
  }
}

TEST_F(SpecialCode, WritesThroughIdsBeyondThirtyOneBits) {
  Program program = session.build(idsSource, "-cl-std=CL3.0");
  for (const std::uint64_t offset : {(std::uint64_t{1} << 31) - 30'000, std::uint64_t{5} << 32}) {
    std::vector<cl_uint> found(65536);
    session.run(program, "fill", {{65536}, {}, {offset}}, inOut(found));
    for (std::uint64_t i = offset; i != offset + 65536; ++i)
      ASSERT_EQ(found[i & 65535], static_cast<cl_uint>(i));
    std::vector<cl_ulong> plane(64 * 100);
    session.run(program, "plane", {{64, 100}, {16, 4}, {0, offset}}, inOut(plane),
                cl_ulong{offset});
    for (std::uint64_t y = 0; y != 100; ++y)
      for (std::uint64_t x = 0; x != 64; ++x)
        ASSERT_EQ(plane[y * 64 + x], (offset + y) * 1000 + x + y / 4);
  }
}

// A kernel that is tried, for longer than it takes to come to a verdict on most machines.
TEST_F(SpecialCode, LeavesTheSameWithAndWithoutLanes) {
  unsetenv("WEFT_CACHE");
  constexpr char source[] = R"(
    kernel void collatz(global const uint *in, global uint *out, uint most) {
      uint steps = 0;
      for (ulong n = in[get_global_id(0) * 7 % get_global_size(0)]; n > 1 && steps < most; ++steps)
        n = n & 1 ? 3 * n + 1 : n / 2;
      out[get_global_id(0)] = steps;
    })";
  constexpr std::size_t items = 4096;
  std::vector<cl_uint> in(items), expected(items);
  for (std::size_t i = 0; i != items; ++i)
    in[i] = static_cast<cl_uint>(i * 2654435761u % 100'000 + 1);
  for (std::size_t i = 0; i != items; ++i)
    for (std::uint64_t n = in [i * 7 % items]; n > 1; ++expected[i])
      n = n & 1 ? 3 * n + 1 : n / 2;
  for (int process = 0; process != 2; ++process) { // the second one finds the verdict in the cache
    Program program = session.build(source);
    for (int launch = 0; launch != 150; ++launch)
      for (const std::size_t local : {1, 64, 512}) {
        std::vector<cl_uint> out(items);
        session.run(program, "collatz", {{items}, {local}}, inOut(in), inOut(out), cl_uint{10'000});
        ASSERT_EQ(out, expected);
      }
    for (const std::size_t few : {1, 8}) {
      std::vector<cl_uint> out(few), fewIn(in.begin(), in.begin() + static_cast<long>(few));
      session.run(program, "collatz", {{few}, {1}}, inOut(fewIn), inOut(out), cl_uint{10'000});
      EXPECT_EQ(out[0], [&] {
        cl_uint steps = 0;
        for (std::uint64_t n = fewIn[0]; n > 1; ++steps)
          n = n & 1 ? 3 * n + 1 : n / 2;
        return steps;
      }());
    }
  }
  setenv("WEFT_CACHE", "0", 1);
}

} // namespace
} // namespace weft::test
