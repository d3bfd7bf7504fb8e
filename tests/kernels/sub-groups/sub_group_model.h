// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which work-items form which sub-groups, from the specification's text and the order of linear
// local ids, and the launches and activities that all tests of sub-groups run through.
#pragma once

#include "tests/support/opencl.h"
#include "tests/support/pairs.h"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace weft::test {

/// A launch, with the sizes in three dimensions.
struct Shape {
  std::array<size_t, 3> global, local;

  size_t items() const { return global[0] * global[1] * global[2]; }
  Range range() const { return {{global.begin(), global.end()}, {local.begin(), local.end()}}; }
};

inline std::ostream &operator<<(std::ostream &stream, const Shape &shape) {
  for (const auto &sizes : {shape.global, shape.local})
    stream << sizes[0] << 'x' << sizes[1] << 'x' << sizes[2] << (&sizes == &shape.local ? "" : " ");
  return stream;
}

/// Whole and partial sub-groups, in rows and across them, and groups that the range cuts off.
inline const std::vector<Shape> &shapes() {
  static const std::vector<Shape> list{
      {{256, 1, 1}, {64, 1, 1}},  {{21, 1, 1}, {7, 1, 1}},   {{132, 1, 1}, {33, 1, 1}},
      {{200, 1, 1}, {100, 1, 1}}, {{5, 1, 1}, {1, 1, 1}},    {{150, 1, 1}, {64, 1, 1}},
      {{15, 14, 1}, {5, 7, 1}},   {{8, 128, 1}, {4, 64, 1}}, {{32, 6, 1}, {16, 3, 1}},
      {{19, 9, 1}, {8, 4, 1}},    {{6, 6, 10}, {3, 3, 5}},   {{64, 2, 4}, {32, 2, 2}},
  };
  return list;
}

/// The linear global ids of the work-items of one sub-group, by lane.
using SubGroup = std::vector<size_t>;

struct WorkGroup {
  std::vector<SubGroup> subGroups;
};

/// The work-groups of a launch, divided into sub-groups of `size`.
inline std::vector<WorkGroup> workGroupsOf(const Shape &shape, size_t size) {
  const auto &[global, local] = shape;
  std::vector<WorkGroup> groups;
  for (size_t z0 = 0; z0 < global[2]; z0 += local[2])
    for (size_t y0 = 0; y0 < global[1]; y0 += local[1])
      for (size_t x0 = 0; x0 < global[0]; x0 += local[0]) {
        auto &subGroups = groups.emplace_back().subGroups;
        for (size_t z = z0; z < std::min(z0 + local[2], global[2]); ++z)
          for (size_t y = y0; y < std::min(y0 + local[1], global[1]); ++y)
            for (size_t x = x0; x < std::min(x0 + local[0], global[0]); ++x) {
              if (subGroups.empty() || subGroups.back().size() == size)
                subGroups.emplace_back();
              subGroups.back().push_back((z * global[1] + y) * global[0] + x);
            }
      }
  return groups;
}

inline std::vector<SubGroup> subGroupsOf(const Shape &shape, size_t size) {
  std::vector<SubGroup> list;
  for (WorkGroup &group : workGroupsOf(shape, size))
    std::ranges::move(group.subGroups, std::back_inserter(list));
  return list;
}

/// Required sizes; 0 leaves the choice to Weft.
inline constexpr size_t requiredSizes[] = {0, 8, 16, 32, 64};

/// The place of a required size among these, for isTaken.
inline size_t placeOf(size_t size) {
  return static_cast<size_t>(std::ranges::find(requiredSizes, size) - requiredSizes);
}

/// The launches of one kernel of a table that has a row for each required size: with four kernels
/// or more each size meets each launch.
inline std::vector<Shape> shapesFor(size_t kernel, size_t size) {
  std::vector<Shape> list;
  for (size_t shape = 0; shape < shapes().size(); ++shape)
    if (isTaken(4, kernel, placeOf(size), shape))
      list.push_back(shapes()[shape]);
  return list;
}

/// The options that make SIZED, which stands before a kernel, require a size.
inline std::string sizeOption(size_t size) {
  return size ? " -DSIZED=__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + ")))"
              : " -DSIZED=";
}

/// The size of a kernel's sub-groups as the host learns it.
inline size_t sizeOf(const Session &session, cl_program program, const char *name) {
  const Kernel kernel = session.kernel(program, name);
  const size_t local = 64;
  size_t size = 0;
  EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                    sizeof local, &local, sizeof size, &size, nullptr),
            CL_SUCCESS);
  return size;
}

/// A number for each work-item that looks random.
inline std::uint64_t scrambled(std::uint64_t number) {
  number = (number + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  number = (number ^ number >> 27) * 0x94d049bb133111ebu;
  return number ^ number >> 31;
}

/// Which work-items are active, one byte for each.
using Activity = std::vector<cl_uchar>;

/// All; none but a few; all but a few; about half; whole stretches.
inline std::vector<Activity> activities(size_t items) {
  std::vector<Activity> list(5, Activity(items));
  for (size_t i = 0; i < items; ++i) {
    list[0][i] = 1;
    list[1][i] = scrambled(i) % 11 == 0;
    list[2][i] = scrambled(i) % 9 != 0;
    list[3][i] = scrambled(i) & 1;
    list[4][i] = i / 13 % 2;
  }
  return list;
}

} // namespace weft::test
