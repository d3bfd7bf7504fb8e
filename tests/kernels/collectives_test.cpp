// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-group collectives: all, any, broadcast, reductions and scans over groups of many shapes.
#include "tests/support/opencl.h"

#include <algorithm>
#include <limits>

namespace weft::test {
namespace {

struct Shape {
  const char *name;
  std::array<size_t, 3> global, local;
};

template <class T> const char *typeName();
template <> const char *typeName<cl_int>() { return "int"; }
template <> const char *typeName<cl_uint>() { return "uint"; }
template <> const char *typeName<cl_long>() { return "long"; }
template <> const char *typeName<cl_ulong>() { return "ulong"; }
template <> const char *typeName<cl_float>() { return "float"; }
template <> const char *typeName<cl_double>() { return "double"; }

const Shape shapes[] = {
    {"one", {7, 1, 1}, {1, 1, 1}},
    {"line", {192, 1, 1}, {64, 1, 1}},
    {"odd line", {150, 1, 1}, {15, 1, 1}},
    {"ragged line", {100, 1, 1}, {33, 1, 1}},
    {"long line", {500, 1, 1}, {200, 1, 1}},
    {"column", {2, 300, 1}, {1, 150, 1}},
    {"rows of gangs", {96, 9, 2}, {32, 3, 2}},
    {"ragged rows", {40, 9, 1}, {16, 4, 1}},
    {"plane", {32, 12, 1}, {8, 6, 1}},
    {"ragged plane", {19, 7, 1}, {8, 4, 1}},
    {"space", {12, 9, 4}, {4, 3, 2}},
};

/// The linear global ids of each group's items, in the order of their local linear ids.
std::vector<std::vector<size_t>> groupsOf(const Shape &shape) {
  const auto &[name, global, local] = shape;
  std::vector<std::vector<size_t>> groups;
  for (size_t gz = 0; gz < global[2]; gz += local[2])
    for (size_t gy = 0; gy < global[1]; gy += local[1])
      for (size_t gx = 0; gx < global[0]; gx += local[0]) {
        auto &group = groups.emplace_back();
        for (size_t z = gz; z < std::min(gz + local[2], global[2]); ++z)
          for (size_t y = gy; y < std::min(gy + local[1], global[1]); ++y)
            for (size_t x = gx; x < std::min(gx + local[0], global[0]); ++x)
              group.push_back((z * global[1] + y) * global[0] + x);
      }
  return groups;
}

Range rangeOf(const Shape &shape) {
  return {{shape.global.begin(), shape.global.end()}, {shape.local.begin(), shape.local.end()}};
}

template <class T> class Collectives : public testing::Test {};
using Types = testing::Types<cl_int, cl_uint, cl_long, cl_ulong, cl_float, cl_double>;
TYPED_TEST_SUITE(Collectives, Types);

template <class T> struct Operation {
  const char *name;
  T identity;
  T (*apply)(T, T);
};

template <class T> std::vector<Operation<T>> operations() {
  using Limits = std::numeric_limits<T>;
  T least = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  T most = Limits::has_infinity ? Limits::infinity() : Limits::max();
  std::vector<Operation<T>> all{{"add", T{0}, [](T a, T b) { return static_cast<T>(a + b); }},
                                {"min", most, [](T a, T b) { return std::min(a, b); }},
                                {"max", least, [](T a, T b) { return std::max(a, b); }},
                                {"mul", T{1}, [](T a, T b) {
                                   // Products of integers wrap.
                                   if constexpr (std::is_integral_v<T>)
                                     return static_cast<T>(cl_ulong(a) * cl_ulong(b));
                                   else
                                     return a * b;
                                 }}};
  if constexpr (std::is_integral_v<T>) {
    all.push_back({"and", static_cast<T>(~T{0}), [](T a, T b) { return static_cast<T>(a & b); }});
    all.push_back({"or", T{0}, [](T a, T b) { return static_cast<T>(a | b); }});
    all.push_back({"xor", T{0}, [](T a, T b) { return static_cast<T>(a ^ b); }});
  }
  return all;
}

/// What a reduction gives: numbers that are rounded are dealt to lanes by their linear local ids,
/// and the lanes are combined in halves, whatever the shape of the group and the lanes of the
/// kernel.
template <class T>
T reduced(const std::vector<T> &input, const std::vector<size_t> &group,
          const Operation<T> &operation) {
  std::vector<T> lanes(std::is_integral_v<T> ? 1 : 64 / sizeof(T), operation.identity);
  for (size_t i = 0; i < group.size(); ++i)
    lanes[i % lanes.size()] = operation.apply(lanes[i % lanes.size()], input[group[i]]);
  for (size_t half = lanes.size() / 2; half != 0; half /= 2)
    for (size_t i = 0; i < half; ++i)
      lanes[i] = operation.apply(lanes[i], lanes[i + half]);
  return lanes[0];
}

TYPED_TEST(Collectives, ReduceAndScan) {
  using T = TypeParam;
  Session session;
  for (const Operation<T> &operation : operations<T>()) {
    std::string source = R"(
      kernel void test(global const T *in, global T *sum, global T *inclusive, global T *exclusive) {
        size_t i = get_global_linear_id();
        T x = in[i];
        sum[i] = work_group_reduce_OP(x);
        inclusive[i] = work_group_scan_inclusive_OP(x);
        exclusive[i] = work_group_scan_exclusive_OP(x);
      })";
    for (size_t at; (at = source.find("_OP")) != std::string::npos;)
      source.replace(at, 3, std::string("_") + operation.name);
    Program program = session.build(source, std::string("-cl-std=CL3.0 -DT=") + typeName<T>());
    for (const Shape &shape : shapes) {
      SCOPED_TRACE(std::string(operation.name) + ", " + shape.name);
      size_t items = shape.global[0] * shape.global[1] * shape.global[2];
      std::vector<T> input(items), sum(items), inclusive(items), exclusive(items);
      for (size_t i = 0; i < items; ++i) // never 0: long products are infinite
        input[i] = static_cast<T>(static_cast<T>(i * 7919 % 1009 * 2) - static_cast<T>(601));
      session.run(program, "test", rangeOf(shape), in(input), inOut(sum), inOut(inclusive),
                  inOut(exclusive));
      for (const auto &group : groupsOf(shape)) {
        T total = operation.identity;
        for (size_t i : group) {
          ASSERT_EQ(exclusive[i], total) << i;
          total = operation.apply(total, input[i]);
          ASSERT_EQ(inclusive[i], total) << i;
        }
        for (size_t i : group)
          ASSERT_EQ(sum[i], reduced(input, group, operation)) << i;
      }
    }
  }
}

// Sums whose last bits tell in which order they were made.
TEST(RoundedCollectives, SumsDoNotDependOnShapes) {
  Session session;
  const Operation<cl_float> add{"add", 0, [](cl_float a, cl_float b) { return a + b; }};
  Program program = session.build(R"(
    kernel void test(global const float *in, global float *sum) {
      size_t i = get_global_linear_id();
      sum[i] = work_group_reduce_add(in[i]);
    })",
                                  "-cl-std=CL3.0");
  for (const Shape &shape : shapes) {
    SCOPED_TRACE(shape.name);
    const size_t items = shape.global[0] * shape.global[1] * shape.global[2];
    std::vector<cl_float> input(items), sum(items);
    for (size_t i = 0; i < items; ++i)
      input[i] = 1.0f / static_cast<cl_float>(i * 7919 % 1009 + 3);
    session.run(program, "test", rangeOf(shape), in(input), inOut(sum));
    for (const auto &group : groupsOf(shape))
      for (size_t i : group)
        ASSERT_EQ(sum[i], reduced(input, group, add)) << i;
  }
}

TEST(LogicalCollectives, ReduceAndScan) {
  const Session session;
  const Operation<bool> operations[] = {{"and", true, [](bool a, bool b) { return a && b; }},
                                        {"or", false, [](bool a, bool b) { return a || b; }},
                                        {"xor", false, [](bool a, bool b) { return a != b; }}};
  for (const Operation<bool> &operation : operations) {
    Program program =
        session.build(R"(
      #ifndef cl_khr_work_group_uniform_arithmetic
      #error the extension has no macro
      #endif
      kernel void test(global const int *in, global int *sum, global int *inclusive,
                       global int *exclusive) {
        size_t i = get_global_linear_id();
        sum[i] = OP(work_group_reduce_logical_)(in[i]) != 0;
        inclusive[i] = OP(work_group_scan_inclusive_logical_)(in[i]) != 0;
        exclusive[i] = OP(work_group_scan_exclusive_logical_)(in[i]) != 0;
      })",
                      std::string("-cl-std=CL3.0 -DOP(name)=name##") + operation.name);
    for (const Shape &shape : shapes) {
      SCOPED_TRACE(std::string(operation.name) + ", " + shape.name);
      const size_t items = shape.global[0] * shape.global[1] * shape.global[2];
      std::vector<int> input(items), sum(items), inclusive(items), exclusive(items);
      for (size_t i = 0; i < items; ++i)
        input[i] = static_cast<int>(i * 7919 % 11 % 3) * 256;
      session.run(program, "test", rangeOf(shape), in(input), inOut(sum), inOut(inclusive),
                  inOut(exclusive));
      for (const auto &group : groupsOf(shape)) {
        bool total = operation.identity;
        for (size_t i : group) {
          ASSERT_EQ(exclusive[i], total) << i;
          total = operation.apply(total, input[i] != 0);
          ASSERT_EQ(inclusive[i], total) << i;
        }
        for (size_t i : group)
          ASSERT_EQ(sum[i], total) << i;
      }
    }
  }
}

TYPED_TEST(Collectives, BroadcastInEveryDimension) {
  using T = TypeParam;
  Session session;
  Program program = session.build(R"(
    kernel void test1(global const T *in, global T *out, uint x, uint y, uint z) {
      out[get_global_linear_id()] = work_group_broadcast(in[get_global_linear_id()], (size_t)x);
    }
    kernel void test2(global const T *in, global T *out, uint x, uint y, uint z) {
      out[get_global_linear_id()] =
          work_group_broadcast(in[get_global_linear_id()], (size_t)x, (size_t)y);
    }
    kernel void test3(global const T *in, global T *out, uint x, uint y, uint z) {
      out[get_global_linear_id()] =
          work_group_broadcast(in[get_global_linear_id()], (size_t)x, (size_t)y, (size_t)z);
    })",
                                  std::string("-cl-std=CL3.0 -DT=") + typeName<T>());
  const Shape regular[] = {
      {"1", {60, 1, 1}, {12, 1, 1}}, {"2", {12, 15, 1}, {4, 5, 1}}, {"3", {8, 6, 9}, {4, 2, 3}}};
  for (size_t d = 0; d < 3; ++d) {
    const Shape &shape = regular[d];
    size_t items = shape.global[0] * shape.global[1] * shape.global[2];
    std::vector<T> input(items), out(items);
    for (size_t i = 0; i < items; ++i)
      input[i] = static_cast<T>(i * 3 + 1);
    Range range = rangeOf(shape);
    range.global.resize(d + 1);
    range.local.resize(d + 1);
    cl_uint x = static_cast<cl_uint>(shape.local[0]) - 1,
            y = static_cast<cl_uint>(shape.local[1]) - 1,
            z = static_cast<cl_uint>(shape.local[2]) / 2;
    session.run(program, (std::string("test") + shape.name).c_str(), range, in(input), inOut(out),
                x, y, z);
    size_t from = (z * shape.local[1] + y) * shape.local[0] + x;
    for (const auto &group : groupsOf(shape))
      for (size_t i : group)
        ASSERT_EQ(out[i], input[group[from]]) << shape.name << "D, item " << i;
  }
}

TEST(CollectiveVotes, AllAndAny) {
  Session session;
  Program program = session.build(R"(
    kernel void test(global const int *in, global int *all, global int *any) {
      size_t i = get_global_linear_id();
      all[i] = work_group_all(in[i]);
      any[i] = work_group_any(in[i]);
    })",
                                  "-cl-std=CL3.0");
  for (const Shape &shape : shapes) {
    size_t items = shape.global[0] * shape.global[1] * shape.global[2];
    auto groups = groupsOf(shape);
    std::vector<int> input(items), all(items), any(items);
    for (size_t g = 0; g < groups.size(); ++g)
      for (size_t k = 0; k < groups[g].size(); ++k)
        input[groups[g][k]] = g % 3 == 0   ? 5
                              : g % 3 == 1 ? 0
                                           : (k == groups[g].size() / 2 ? -4 : 0);
    session.run(program, "test", rangeOf(shape), in(input), inOut(all), inOut(any));
    for (const auto &group : groups) {
      auto isSet = [&](size_t i) { return input[i] != 0; };
      for (size_t i : group) {
        ASSERT_EQ(all[i] != 0, std::all_of(group.begin(), group.end(), isSet)) << shape.name;
        ASSERT_EQ(any[i] != 0, std::any_of(group.begin(), group.end(), isSet)) << shape.name;
      }
    }
  }
}

TEST(CollectiveControl, InLoopsAndDecidingBranches) {
  // A collective's result is uniform, so barriers and further collectives may depend on it.
  Session session;
  Program program = session.build(R"(
    kernel void test(global const int *in, global int *out) {
      int value = in[get_global_id(0)], rounds = 0;
      while (work_group_any(value > 0)) {
        int sum = work_group_reduce_add(value & 1);
        if (sum > 3) {
          barrier(CLK_LOCAL_MEM_FENCE);
          value -= 2;
        } else {
          value -= 1 + work_group_reduce_max(value) / 16;
        }
        ++rounds;
      }
      out[get_global_id(0)] = rounds * 1000 + value;
    })",
                                  "-cl-std=CL3.0");
  constexpr size_t items = 240, n = 24;
  std::vector<int> input(items), out(items);
  for (size_t i = 0; i < items; ++i)
    input[i] = static_cast<int>(i * 31 % 97);
  session.run(program, "test", {{items}, {n}}, in(input), inOut(out));
  for (size_t start = 0; start < items; start += n) {
    std::vector<int> value(input.begin() + start, input.begin() + start + n);
    int rounds = 0;
    while (std::any_of(value.begin(), value.end(), [](int v) { return v > 0; })) {
      auto odd = std::count_if(value.begin(), value.end(), [](int v) { return v & 1; });
      int step = odd > 3 ? 2 : 1 + *std::max_element(value.begin(), value.end()) / 16;
      for (int &v : value)
        v -= step;
      ++rounds;
    }
    for (size_t l = 0; l < n; ++l)
      ASSERT_EQ(out[start + l], rounds * 1000 + value[l]) << start + l;
  }
}

} // namespace
} // namespace weft::test
