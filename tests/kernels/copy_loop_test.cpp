// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops by which the work-items of a group copy in turns, among other accesses and in all kinds of
// control: each compares with the host.
#include "tests/support/opencl.h"
#include "tests/support/pairs.h"

#include <functional>

namespace weft::test {
namespace {

constexpr size_t groups = 3, localSize = 64;

/// What the kernel finds at an index of its first argument.
constexpr cl_uint at(size_t index) { return static_cast<cl_uint>(index * 7919 % 10'007 + 1); }

std::vector<cl_uint> numbers(size_t count) {
  std::vector<cl_uint> result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] = at(i);
  return result;
}

/// What work-item `l` of a group gets from the kernel.
using Expected = std::function<cl_uint(cl_uint n, size_t group, size_t l)>;

class CopyLoop : public testing::Test {
protected:
  struct Case {
    std::string body;
    Expected expected;
  };

  Session session;

  /// Builds the bodies as kernels that know x, o, n, their local id l and global id g, and have a
  /// tile t. Runs them for some n, and compares o[g] with what is expected.
  void check(const std::vector<Case> &cases, const std::vector<cl_uint> &counts,
             const std::string &options) {
    std::string source;
    for (size_t i = 0; i < cases.size(); ++i)
      source += "kernel void test" + std::to_string(i) +
                "(global const uint *x, global uint *o, uint n) { local uint t[192];\n"
                "const size_t l = get_local_id(0), g = get_global_id(0);\n" +
                cases[i].body + "}\n";
    Program program = session.build(source, "-cl-std=CL3.0 " + options);
    for (size_t i = 0; i < cases.size(); ++i)
      for (const cl_uint n : counts) {
        std::vector<cl_uint> out(groups * localSize, ~0u);
        session.run(program, ("test" + std::to_string(i)).c_str(),
                    {{groups * localSize}, {localSize}}, in(numbers(4096)), inOut(out), n);
        for (size_t g = 0; g < out.size(); ++g)
          ASSERT_EQ(out[g], cases[i].expected(n, g / localSize, g % localSize))
              << options << ", n " << n << ", work-item " << g << ": " << cases[i].body;
      }
  }
  void check(const std::string &body, const std::vector<cl_uint> &counts,
             const Expected &expected) {
    for (const char *options : {"", "-cl-weft-vectorise=off", "-cl-weft-vectorise=8"})
      check({{body, expected}}, counts, options);
  }
};

TEST_F(CopyLoop, InOneArmAndNotInTheOther) {
  check(R"(
    if (n > 3) {
      size_t b = x[100];
      for (size_t j = l; j < 64; j += get_local_size(0)) t[j] = x[b % 1000 + j];
    } else {
      t[l] = l * 3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    o[g] = t[63 - l];)",
        {1, 5}, [](cl_uint n, size_t, size_t l) {
          return n > 3 ? at(at(100) % 1000 + 63 - l) : static_cast<cl_uint>((63 - l) * 3);
        });
}

TEST_F(CopyLoop, InBothArms) {
  check(R"(
    if (n & 1)
      for (size_t j = l; j < 64; j += get_local_size(0)) t[j] = x[j];
    else
      for (uint j = l; j < 64; j += get_local_size(0)) t[j] = x[j + n];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[g] = t[63 - l];)",
        {1, 2, 8}, [](cl_uint n, size_t, size_t l) { return at(63 - l + (n & 1 ? 0 : n)); });
}

TEST_F(CopyLoop, BehindLocalWritesWhereNotAllGroupsCopy) {
  check(R"(
    t[64 + l] = l * 5;
    t[l] = l;
    if (get_group_id(0) != n) {
      barrier(CLK_LOCAL_MEM_FENCE);
      for (size_t j = l; j < 64; j += get_local_size(0)) t[j] = x[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    o[g] = t[63 - l] + t[64 + (l ^ 1)];)",
        {0, 2, 7}, [](cl_uint n, size_t group, size_t l) {
          return static_cast<cl_uint>((group != n ? at(63 - l) : 63 - l) + (l ^ 1) * 5);
        });
}

TEST_F(CopyLoop, BehindLocalWritesAndWithoutABarrierOfItsOwn) {
  check(R"(
    t[64 + l] = l * 5;
    if (n & 2)
      for (int j = l; j < 64; j += get_local_size(0)) t[j] = x[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[g] = (n & 2 ? t[63 - l] : 0) + t[64 + (l ^ 1)];)",
        {1, 2}, [](cl_uint n, size_t, size_t l) {
          return static_cast<cl_uint>((n & 2 ? at(63 - l) : 0) + (l ^ 1) * 5);
        });
}

TEST_F(CopyLoop, InLoopsThatOnlySometimesCopy) {
  check(R"(
    uint sum = 0;
    t[l] = 1;
    for (uint k = 0; k < 5; ++k) {
      if (k & n)
        for (size_t j = l; j < 64; j += get_local_size(0)) t[j] = x[k * 64 + j];
      else
        t[l] += k;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum = sum * 3 + t[63 - l];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    o[g] = sum;)",
        {0, 1, 2, 7}, [](cl_uint n, size_t, size_t l) {
          cl_uint value = 1, sum = 0;
          for (cl_uint k = 0; k < 5; ++k) {
            value = k & n ? at(k * 64 + 63 - l) : value + k;
            sum = sum * 3 + value;
          }
          return sum;
        });
}

TEST_F(CopyLoop, AtTheEndOfALoopThatCountsDown) {
  check(R"(
    t[l] = l;
    for (;;) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (n-- == 0)
        break;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (size_t j = l; j < 64; j += get_local_size(0)) t[j] = x[n * 64 + j];
    }
    o[g] = t[63 - l];)",
        {0, 1, 4}, [](cl_uint n, size_t, size_t l) {
          return n == 0 ? static_cast<cl_uint>(63 - l) : at(63 - l);
        });
}

TEST_F(CopyLoop, BesideAValueThatOnlyOneWayGives) {
  check(R"(
    uint v = 0;
    t[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (n > 3) {
      v = x[7];
      for (int j = l; j < 64; j += get_local_size(0)) t[j] = x[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    o[g] = t[63 - l] + v;)",
        {1, 5}, [](cl_uint n, size_t, size_t l) {
          return n > 3 ? at(63 - l) + at(7) : static_cast<cl_uint>(63 - l);
        });
}

TEST_F(CopyLoop, OfWorkItemsThatDoNotAllComeToIt) {
  check(R"(
    t[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x[l] % 3 != n)
      for (size_t j = l; j < 64; j += get_local_size(0)) t[j] = x[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[g] = t[63 - l];)",
        {0, 1, 3}, [](cl_uint n, size_t, size_t l) {
          return at(63 - l) % 3 != n ? at(63 - l) : static_cast<cl_uint>(63 - l);
        });
}

TEST_F(CopyLoop, OfWorkItemsThatAreLeftWhereOthersReturnOnOneWay) {
  check(R"(
    t[l] = 9;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (n > 3) {
      if (l % 4 == 1) {
        o[g] = 5;
        return;
      }
    } else {
      o[g] = n;
    }
    for (size_t j = l; j < 64; j += get_local_size(0)) t[j] = x[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[g] = t[63 - l];)",
        {1, 5}, [](cl_uint n, size_t, size_t l) -> cl_uint {
          if (n > 3 && l % 4 == 1)
            return 5;
          return n > 3 && (63 - l) % 4 == 1 ? 9 : at(63 - l);
        });
}

TEST_F(CopyLoop, SomeOfWhichReadWhatTheLastOneWrote) {
  check(R"(
    for (size_t j = l; j < 64; j += get_local_size(0)) t[j] = x[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint keep = t[(l + 1) % 64];
    if (n)
      for (size_t j = l; j < 64; j += get_local_size(0)) o[get_group_id(0) * 64 + j] = t[j];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    o[g] = keep + (n ? o[get_group_id(0) * 64 + l] : 0);)",
        {0, 1}, [](cl_uint n, size_t, size_t l) { return at((l + 1) % 64) + (n ? at(l) : 0); });
}

TEST_F(CopyLoop, WithCountersOfAllTypes) {
  std::vector<Case> cases;
  const std::string types[] = {"int", "uint", "long", "ulong", "size_t"};
  const std::string indices[] = {"b + j", "j + 3", "b * 2 + j - 1", "j"};
  for (size_t counter = 0; counter < std::size(types); ++counter)
    for (size_t row = 0; row < 4; ++row)
      for (size_t column = 0; column < std::size(indices); ++column) {
        if (!isTaken(4, counter, row, column))
          continue;
        const std::string &type = types[counter], &base = types[row], &index = indices[column];
        cases.push_back({"const " + base + " b = n + get_group_id(0) * 2 + 1;\nfor (" + type +
                             " j = l; j < 150; j += get_local_size(0)) t[j + 2] = x[" + index +
                             "];\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
                             "o[g] = t[l + 2] + t[l + 66] + (l < 22 ? t[l + 130] : 0);\n",
                         [index](cl_uint n, size_t group, size_t l) {
                           const size_t b = n + group * 2 + 1;
                           const size_t first = index == "b + j"   ? b
                                                : index == "j + 3" ? 3
                                                : index == "j"     ? 0
                                                                   : b * 2 - 1;
                           return at(first + l) + at(first + l + 64) +
                                  (l < 22 ? at(first + l + 128) : 0);
                         }});
      }
  check(cases, {0, 70}, "");
}

TEST_F(CopyLoop, UpToBoundsOfAllTypes) {
  std::vector<Case> cases;
  for (const std::string bound :
       {"j < n", "(int)j < (int)n", "n > j", "j <= n - 1", "j < (long)n", "j + 1 <= n"})
    for (const std::string type : {"int", "uint", "size_t", "long"})
      cases.push_back({"t[l] = t[l + 64] = 3; barrier(CLK_LOCAL_MEM_FENCE);\nfor (" + type +
                           " j = l; " + bound + "; j += get_local_size(0)) t[j] = x[j];\n" +
                           "barrier(CLK_LOCAL_MEM_FENCE); o[g] = t[63 - l] + t[127 - l];\n",
                       [](cl_uint n, size_t, size_t l) {
                         return (63 - l < n ? at(63 - l) : 3) + (127 - l < n ? at(127 - l) : 3);
                       }});
  check(cases, {1, 2, 63, 64, 65, 128}, "");
}

TEST_F(CopyLoop, UpToANegativeBound) {
  check(R"(
    t[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = l; j < (int)n; j += get_local_size(0)) t[j] = x[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[g] = t[63 - l];)",
        {~0u, 1u << 31, 0}, [](cl_uint, size_t, size_t l) { return 63 - l; });
}

TEST_F(CopyLoop, InGroupsOfTwoAndThreeDimensions) {
  // By the id in one dimension, where each row copies all, and by linear ids.
  const std::vector<std::array<std::string, 2>> ways = {
      {"get_local_id(0)", "get_local_size(0)"},
      {"get_local_linear_id()", "get_local_size(0) * get_local_size(1) * get_local_size(2)"},
      {"get_local_id(1) * get_local_size(0) + get_local_id(0)",
       "get_local_size(0) * get_local_size(1)"}};
  for (const auto &[begin, step] : ways)
    for (const std::string type : {"int", "size_t"}) {
      Program program = session.build(R"(
        kernel void test(global const uint *x, global uint *o, local uint *t, uint n) {
          const size_t l = get_local_linear_id();
          const size_t group = get_group_id(0) + get_num_groups(0) *
                               (get_group_id(1) + get_num_groups(1) * get_group_id(2));
          for ()" + type + " j = " + begin +
                                          "; j < 100; j += " + step + R"() t[j] = x[group + j];
          barrier(CLK_LOCAL_MEM_FENCE);
          for ()" + type + " j = " + begin +
                                          "; j < 100; j += " + step +
                                          R"() o[group * 100 + j] = t[j];
          barrier(CLK_GLOBAL_MEM_FENCE);
          o[group * 100 + l] += 1;
        })",
                                      "-cl-std=CL3.0");
      for (const Range &range :
           {Range{{12, 6}, {4, 3}}, Range{{8, 6, 4}, {4, 3, 2}}, Range{{12}, {4}}}) {
        size_t count = 1, items = 1;
        for (size_t d = 0; d < range.global.size(); ++d) {
          count *= range.global[d] / range.local[d];
          items *= range.local[d];
        }
        std::vector<cl_uint> out(count * 100, 0);
        session.run(program, "test", range, in(numbers(4096)), inOut(out), local(400), cl_uint(0));
        for (size_t i = 0; i < out.size(); ++i)
          ASSERT_EQ(out[i], at(i / 100 + i % 100) + (i % 100 < items ? 1 : 0))
              << begin << ", " << type << ", element " << i;
      }
    }
}

TEST_F(CopyLoop, InGroupsOfDifferentSizes) {
  Program program = session.build(R"(
    kernel void test(global const uint *x, global uint *o) {
      local uint t[100];
      for (int j = get_local_id(0); j < 100; j += get_local_size(0)) t[j] = x[j];
      barrier(CLK_LOCAL_MEM_FENCE);
      o[get_global_id(0)] = t[99 - get_local_id(0)];
    })",
                                  "-cl-std=CL3.0");
  std::vector<cl_uint> out(150, 0);
  session.run(program, "test", {{150}, {64}}, in(numbers(100)), inOut(out));
  for (size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], at(99 - i % 64)) << i;
}

} // namespace
} // namespace weft::test
