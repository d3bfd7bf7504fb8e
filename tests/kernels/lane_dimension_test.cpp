// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose last dimension goes along memory, with local sizes of all shapes: what lanes along
// that dimension leave is what each work-item leaves by itself. Groups that are narrow along it run
// in code of their own, with gangs of several dimensions.
#include "tests/support/opencl.h"

#include <algorithm>
#include <numeric>

namespace weft::test {
namespace {

struct Shape {
  const char *name;
  Range range;
};

void PrintTo(const Shape &shape, std::ostream *stream) { *stream << shape.name; }

std::array<size_t, 3> threeOf(const std::vector<size_t> &sizes, size_t missing) {
  std::array<size_t, 3> result{missing, missing, missing};
  std::copy(sizes.begin(), sizes.end(), result.begin());
  return result;
}

std::vector<int> numbers(size_t count) {
  std::vector<int> result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] = static_cast<int>(i * 2654435761u % 1000);
  return result;
}

class Rows : public testing::TestWithParam<Shape> {
protected:
  const Range &range() const { return GetParam().range; }
  std::array<size_t, 3> global = threeOf(range().global, 1), local = threeOf(range().local, 0);
  size_t rows = global[0], columns = global[1], count = rows * columns;
  std::vector<int> in = numbers(count), out = std::vector<int>(count, -1);

  /// Of the group that has the place, along a dimension: its first place and the one behind it.
  std::pair<size_t, size_t> groupAround(size_t dimension, size_t at) const {
    const size_t begin = at / local[dimension] * local[dimension];
    return {begin, std::min(begin + local[dimension], global[dimension])};
  }
};

TEST_P(Rows, AWindowWithATestForTheBorder) {
  Session session;
  const Program program = session.build(R"(
    kernel void window(global const int *in, global int *out, int rows, int columns) {
      int row = get_global_id(0), column = get_global_id(1);
      int sum = -5;
      if (row > 0 && row < rows - 1 && column > 1 && column < columns - 2)
        for (int down = -1; down <= 1; ++down)
          for (int across = -2; across <= 2; ++across)
            sum += in[(row + down) * columns + column + across];
      out[row * columns + column] = sum;
    })",
                                        "-cl-std=CL3.0");
  session.run(program, "window", range(), weft::test::in(in), inOut(out), value(cl_int(rows)),
              value(cl_int(columns)));
  for (size_t row = 0; row < rows; ++row)
    for (size_t column = 0; column < columns; ++column) {
      int sum = -5;
      if (row > 0 && row + 1 < rows && column > 1 && column + 2 < columns)
        for (size_t i = row - 1; i <= row + 1; ++i)
          for (size_t j = column - 2; j <= column + 2; ++j)
            sum += in[i * columns + j];
      ASSERT_EQ(out[row * columns + column], sum) << row << ", " << column;
    }
}

TEST_P(Rows, ATileInLocalMemoryWithIdsOfAllKinds) {
  if (range().local.empty())
    GTEST_SKIP() << "the tile has the group's size";
  Session session;
  const Program program = session.build(R"(
    kernel void tile(global const int *in, global int *out, local int *tile) {
      size_t columns = get_global_size(1), i = get_global_id(0) * columns + get_global_id(1);
      size_t row = get_local_id(0), column = get_local_id(1);
      size_t width = get_local_size(1), height = get_local_size(0);
      int kept = in[i] + 3 * get_group_id(0) + 5 * get_group_id(1) + 7 * get_local_linear_id();
      tile[row * width + column] = kept;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[i] = kept + 10000 * tile[(height - 1 - row) * width + width - 1 - column];
    })",
                                        "-cl-std=CL3.0");
  session.run(program, "tile", range(), weft::test::in(in), inOut(out),
              weft::test::local(local[0] * local[1] * sizeof(int)));
  const auto keptBy = [&](size_t row, size_t column) {
    const auto [top, bottom] = groupAround(0, row);
    const auto [left, right] = groupAround(1, column);
    return in[row * columns + column] + 3 * int(row / local[0]) + 5 * int(column / local[1]) +
           7 * int((column - left) * (bottom - top) + row - top);
  };
  for (size_t row = 0; row < rows; ++row)
    for (size_t column = 0; column < columns; ++column) {
      const auto [top, bottom] = groupAround(0, row);
      const auto [left, right] = groupAround(1, column);
      ASSERT_EQ(out[row * columns + column],
                keptBy(row, column) +
                    10000 * keptBy(top + bottom - 1 - row, left + right - 1 - column))
          << row << ", " << column;
    }
}

// Linear local ids go along dimension 0 first, whatever the lanes do.
TEST_P(Rows, AScanInTheOrderOfLinearIds) {
  if (range().local.empty())
    GTEST_SKIP() << "the sums are the group's";
  Session session;
  const Program program = session.build(R"(
    kernel void scan(global const int *in, global int *out) {
      size_t i = get_global_id(0) * get_global_size(1) + get_global_id(1);
      int before = work_group_scan_exclusive_add(in[i]);
      out[i] = before + 100000 * work_group_broadcast(in[i], get_local_size(0) - 1,
                                                      get_local_size(1) / 2);
    })",
                                        "-cl-std=CL3.0");
  session.run(program, "scan", range(), weft::test::in(in), inOut(out));
  for (size_t top = 0; top < rows; top += local[0])
    for (size_t left = 0; left < columns; left += local[1]) {
      const size_t bottom = groupAround(0, top).second, right = groupAround(1, left).second;
      const int sent = in[(bottom - 1) * columns + left + (right - left) / 2];
      int sum = 0;
      for (size_t column = left; column < right; ++column)
        for (size_t row = top; row < bottom; ++row) {
          ASSERT_EQ(out[row * columns + column], sum + 100000 * sent) << row << ", " << column;
          sum += in[row * columns + column];
        }
    }
}

// Some rows of work-items leave early, and others go on to more barriers.
TEST_P(Rows, EarlyReturnsAndARowSum) {
  if (range().local.empty())
    GTEST_SKIP() << "the sums are the group's";
  Session session;
  const Program program = session.build(R"(
    kernel void sums(global const int *in, global int *out, local int *sums, int last) {
      size_t i = get_global_id(0) * get_global_size(1) + get_global_id(1);
      size_t row = get_local_id(0), column = get_local_id(1);
      if (column == 0)
        sums[row] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_add(&sums[row], in[i]);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (get_global_id(1) >= last)
        return;
      out[i] = sums[row];
    })",
                                        "-cl-std=CL3.0");
  const size_t last = columns * 2 / 3;
  session.run(program, "sums", range(), weft::test::in(in), inOut(out),
              weft::test::local(local[0] * sizeof(int)), value(cl_int(last)));
  for (size_t row = 0; row < rows; ++row)
    for (size_t column = 0; column < columns; ++column) {
      const auto [left, right] = groupAround(1, column);
      const int *begin = &in[row * columns];
      ASSERT_EQ(out[row * columns + column],
                column < last ? std::accumulate(begin + left, begin + right, 0) : -1)
          << row << ", " << column;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Shape, Rows,
    testing::Values(Shape{"rows", {{8, 512}, {1, 256}}}, Shape{"columns", {{128, 40}, {64, 1}}},
                    Shape{"wide", {{16, 256}, {4, 64}}}, Shape{"square", {{32, 48}, {16, 16}}},
                    Shape{"narrow", {{64, 36}, {32, 3}}}, Shape{"four", {{128, 40}, {64, 4}}},
                    Shape{"two", {{256, 18}, {128, 2}}}, Shape{"one", {{128, 6}, {64, 1}}},
                    Shape{"raggedFour", {{77, 45}, {32, 4}}}, Shape{"few", {{9, 14}, {3, 4}}},
                    Shape{"chosen", {{64, 512}}}, Shape{"chosenOfPrimes", {{37, 101}}},
                    Shape{"ragged", {{13, 203}, {3, 64}}},
                    Shape{"raggedSquare", {{45, 77}, {16, 16}}}),
    [](const auto &info) { return info.param.name; });

// Groups read the columns of their tiles, which are rows of the other matrix, with rows of all
// lengths: those of 1,024 numbers are a multiple of a page apart.
TEST(Tiles, ColumnsBecomeRows) {
  Session session;
  const Program program = session.build(R"(
    kernel __attribute__((reqd_work_group_size(16, 16, 1)))
    void transpose(global const int *in, global int *out, int pitch) {
      local int tile[16][17];
      int column = get_local_id(0), row = get_local_id(1);
      tile[row][column] = in[get_global_id(1) * pitch + get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[(get_group_id(0) * 16 + row) * pitch + get_group_id(1) * 16 + column] = tile[column][row];
    })",
                                        "-cl-std=CL3.0");
  for (const size_t pitch : {1024, 1040, 64, 32}) {
    const std::vector<int> in = numbers(32 * pitch);
    std::vector<int> out(in.size(), -1);
    const Range range{{32, 32}, {16, 16}};
    session.run(program, "transpose", range, weft::test::in(in), inOut(out), value(cl_int(pitch)));
    for (size_t row = 0; row < 32; ++row)
      for (size_t column = 0; column < pitch; ++column)
        ASSERT_EQ(out[row * pitch + column], column < 32 ? in[column * pitch + row] : -1)
            << pitch << ": " << row << ", " << column;
  }
}

// x, y, z as they lie in memory, with offsets.
TEST(Volumes, LanesAlongTheLastDimension) {
  Session session;
  const Program program = session.build(R"(
    kernel void volume(global int *out, int height, int depth) {
      int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
      int z = get_global_id(2) - get_global_offset(2);
      out[(x * height + y) * depth + z] +=
          get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2);
    })",
                                        "-cl-std=CL3.0");
  const size_t width = 5, height = 9, depth = 67;
  for (const std::vector<size_t> &local : std::vector<std::vector<size_t>>{
           {}, {1, 1, 67}, {1, 1, 32}, {2, 2, 32}, {5, 3, 1}, {5, 9, 67}, {3, 3, 4}}) {
    std::vector<int> out(width * height * depth, 1);
    session.run(program, "volume", {{width, height, depth}, local, {3, 0, 7}}, inOut(out),
                value(cl_int(height)), value(cl_int(depth)));
    for (size_t x = 0; x < width; ++x)
      for (size_t y = 0; y < height; ++y)
        for (size_t z = 0; z < depth; ++z)
          ASSERT_EQ(out[(x * height + y) * depth + z], int(1 + x + 3 + 100 * y + 10000 * (z + 7)))
              << x << ", " << y << ", " << z;
  }
}

// Groups that are narrow in two dimensions, of whole gangs and others, some of them cut off.
TEST(Volumes, TilesOfNarrowGroups) {
  Session session;
  const char *source = R"(
    #ifdef SIZE
    __attribute__((reqd_work_group_size(SIZE)))
    #endif
    kernel void turn(global const int *in, global int *out, local int *tile) {
      int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
      int width = get_local_size(0), height = get_local_size(1), depth = get_local_size(2);
      size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +
                 get_global_id(0);
      int at = (z * height + y) * width + x;
      tile[at] = in[i] + (y & 1 ? x : z);
      barrier(CLK_LOCAL_MEM_FENCE);
      int kept = tile[at];
      if (x + y > 1)
        kept += 1000 * tile[(z * height + height - 1 - y) * width + width - 1 - x];
      for (int round = 0; round < z; ++round)
        kept ^= kept << 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      tile[width * height * depth - 1 - at] = kept;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[i] = tile[at] + 3 * (int)get_local_linear_id();
    })";
  struct Sizes {
    size_t width, height, depth;
  };
  // `options`: whether the kernel requires the size, so that there is no other code.
  const auto runWith = [&](const std::string &options, Sizes size, Sizes group) {
    const Program program = session.build(source, "-cl-std=CL3.0" + options);
    const size_t count = size.width * size.height * size.depth;
    const std::vector<int> in = numbers(count);
    std::vector<int> out(count, -1), expected(count, -1);
    session.run(program, "turn",
                {{size.width, size.height, size.depth}, {group.width, group.height, group.depth}},
                weft::test::in(in), inOut(out),
                weft::test::local(group.width * group.height * group.depth * sizeof(int)));
    const auto each = [](Sizes of, const auto &body) {
      for (size_t z = 0; z < of.depth; ++z)
        for (size_t y = 0; y < of.height; ++y)
          for (size_t x = 0; x < of.width; ++x)
            body(x, y, z);
    };
    for (size_t top = 0; top < size.depth; top += group.depth)
      for (size_t row = 0; row < size.height; row += group.height)
        for (size_t left = 0; left < size.width; left += group.width) {
          const Sizes own{std::min(group.width, size.width - left),
                          std::min(group.height, size.height - row),
                          std::min(group.depth, size.depth - top)};
          const size_t items = own.width * own.height * own.depth;
          std::vector<int> tile(items), turned(items);
          const auto place = [&](size_t x, size_t y, size_t z) {
            return ((top + z) * size.height + row + y) * size.width + left + x;
          };
          const auto number = [&](size_t x, size_t y, size_t z) {
            return (z * own.height + y) * own.width + x;
          };
          each(own, [&](size_t x, size_t y, size_t z) {
            tile[number(x, y, z)] = in[place(x, y, z)] + static_cast<int>(y & 1 ? x : z);
          });
          each(own, [&](size_t x, size_t y, size_t z) {
            auto kept = static_cast<unsigned>(tile[number(x, y, z)]);
            if (x + y > 1)
              kept += 1000u *
                      static_cast<unsigned>(tile[number(own.width - 1 - x, own.height - 1 - y, z)]);
            for (size_t round = 0; round < z; ++round)
              kept ^= kept << 1;
            turned[items - 1 - number(x, y, z)] = static_cast<int>(kept);
          });
          each(own, [&](size_t x, size_t y, size_t z) {
            expected[place(x, y, z)] =
                static_cast<int>(static_cast<unsigned>(turned[number(x, y, z)]) +
                                 3 * static_cast<unsigned>(number(x, y, z)));
          });
        }
    EXPECT_EQ(out, expected) << options << ", groups of " << group.width << " x " << group.height
                             << " x " << group.depth;
  };
  const auto run = [&](Sizes size, Sizes group) {
    runWith("", size, group);
    runWith(" -DSIZE=" + std::to_string(group.width) + "," + std::to_string(group.height) + "," +
                std::to_string(group.depth),
            size, group);
  };
  run({8, 8, 64}, {2, 2, 32});
  run({8, 128, 2}, {4, 64, 1});
  run({6, 128, 2}, {2, 128, 1});
  run({4, 6, 16}, {4, 3, 8});
  run({8, 5, 9}, {2, 5, 3});
  run({7, 9, 21}, {4, 4, 8});
  run({2, 2, 4}, {2, 2, 2});
  run({3, 64, 4}, {1, 32, 2});
  run({5, 6, 40}, {1, 2, 16});
}

} // namespace
} // namespace weft::test
