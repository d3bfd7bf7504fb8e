// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf from kernels: what arrives on the standard output, against the host's printf or, for what
// only OpenCL has, against text.
#include "tests/support/opencl.h"

#include <cfloat>
#include <climits>
#include <cstdio>
#include <set>
#include <sstream>
#include <unistd.h>

namespace weft::test {
namespace {

/// Collects what the process writes to its standard output while `action` runs.
std::string captureOutput(const std::function<void()> &action) {
  std::fflush(stdout);
  int saved = dup(STDOUT_FILENO);
  FILE *file = std::tmpfile();
  dup2(fileno(file), STDOUT_FILENO);
  action();
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  std::string text;
  std::fseek(file, 0, SEEK_END);
  text.resize(static_cast<size_t>(std::ftell(file)));
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

template <class... Values> std::string format(const char *pattern, Values... values) {
  char buffer[512];
  std::snprintf(buffer, sizeof buffer, pattern, values...);
  return buffer;
}

struct Case {
  std::string arguments; ///< between the parentheses of printf
  std::string expected;
};

class Printf : public testing::Test {
protected:
  Session session;

  /// Each case is a kernel of one program, run by one work-item.
  void check(const std::vector<Case> &cases, int expectedResult = 0) {
    std::string source;
    for (size_t i = 0; i < cases.size(); ++i)
      source += "kernel void test" + std::to_string(i) +
                "(global int *result) { *result = printf(" + cases[i].arguments + "); }\n";
    Program program = session.build(source);
    for (size_t i = 0; i < cases.size(); ++i) {
      std::vector<int> result = {77};
      std::string text = captureOutput([&] {
        session.run(program, ("test" + std::to_string(i)).c_str(), {{1}}, inOut(result));
      });
      EXPECT_EQ(text, cases[i].expected) << "printf(" << cases[i].arguments << ")";
      EXPECT_EQ(result[0], expectedResult) << "printf(" << cases[i].arguments << ")";
    }
  }
};

TEST_F(Printf, TextAloneAndPercent) {
  check({{R"("plain")", "plain"},
         {R"("two\nlines\n")", "two\nlines\n"},
         {R"("100%%")", "100%"},
         {R"("tab\tquote\"back\\")", "tab\tquote\"back\\"},
         {R"("")", ""}});
}

TEST_F(Printf, Integers) {
  check(
      {{R"("%d %i", 5, -7)", "5 -7"},
       {R"("%d", INT_MIN)", format("%d", INT_MIN)},
       {R"("%u", UINT_MAX)", format("%u", UINT_MAX)},
       {R"("%x %X %#x %o %#o", 48879, 48879, 48879, 48879, 48879)",
        format("%x %X %#x %o %#o", 48879, 48879, 48879, 48879, 48879)},
       {R"("[%5d][%-5d][%05d][%+d][% d]", 42, 42, 42, 42, 42)", "[   42][42   ][00042][+42][ 42]"},
       {R"("[%.3d][%8.3d][%-8.3d]", 7, 7, 7)", "[007][     007][007     ]"},
       {R"("%c%c%c", 'a', 66, (char)'c')", "aBc"},
       {R"("[%3c][%-3c]", 'x', 'y')", "[  x][y  ]"}});
}

TEST_F(Printf, IntegerLengthModifiers) {
  check({{R"("%hhd %hhu", (char)-3, (uchar)250)", "-3 250"},
         {R"("%hd %hu", (short)-300, (ushort)65000)", "-300 65000"},
         {R"("%ld %lu", LONG_MIN, ULONG_MAX)", format("%ld %lu", LONG_MIN, ULONG_MAX)},
         {R"("%lx %#lX", 0x123456789abcdefL, 0x123456789abcdefL)",
          "123456789abcdef 0X123456789ABCDEF"},
         {R"("%hhx %hx", (uchar)255, (ushort)65535)", "ff ffff"}});
}

TEST_F(Printf, FloatingPoint) {
  check({{R"("%f %F", 1.5f, 2.5f)", "1.500000 2.500000"},
         {R"("%.0f %.3f %10.2f|%-10.2f|%+.1f", 2.6f, 3.14159f, 2.5f, 2.5f, 1.25f)",
          format("%.0f %.3f %10.2f|%-10.2f|%+.1f", 2.6f, 3.14159f, 2.5f, 2.5f, 1.25f)},
         {R"("%e %E %.2e", 12345.678f, 12345.678f, 0.00012f)",
          format("%e %E %.2e", 12345.678f, 12345.678f, 0.00012f)},
         {R"("%g %G %g %g", 0.0001f, 1e20f, 100000.0f, 1e6f)", "0.0001 1E+20 100000 1e+06"},
         {R"("%a %A", 1.0f, 0.5f)", format("%a %A", 1.0, 0.5)},
         {R"("%f %f %f", INFINITY, -INFINITY, NAN)", "inf -inf nan"},
         {R"("%F %E %G", INFINITY, -INFINITY, INFINITY)", "INF -INF INF"},
         {R"("%#.0f %#x %#g", 3.0f, 0, 1.0f)", format("%#.0f %#x %#g", 3.0f, 0, 1.0f)},
         {R"("%.17g %.3f", 0.1, -1e300)", format("%.17g %.3f", 0.1, -1e300)},
         {R"("%lf", 2.25)", "2.250000"}});
}

TEST_F(Printf, Vectors) {
  check({{R"("%v4hld", (int4)(1, -2, 3, -4))", "1,-2,3,-4"},
         {R"("%v2hlu", (uint2)(1, UINT_MAX))", "1,4294967295"},
         {R"("%v3hd", (short3)(1, 2, -3))", "1,2,-3"},
         {R"("%v4hhx", (uchar4)(0xfa, 0xfb, 0xfc, 0xfd))", "fa,fb,fc,fd"},
         {R"("%#v4hhx", (uchar4)(0xfa, 0xfb, 0xfc, 0xfd))", "0xfa,0xfb,0xfc,0xfd"},
         {R"("%v8hlx", (uint8)(0, 1, 2, 3, 4, 5, 6, 7))", "0,1,2,3,4,5,6,7"},
         {R"("%v16hhd", (char16)(-1))", "-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1"},
         {R"("%v2ld", (long2)(LONG_MIN, 5))", format("%ld,5", LONG_MIN)},
         {R"("%v4hlf", (float4)(1.0f, 2.0f, 3.0f, 4.0f))", "1.000000,2.000000,3.000000,4.000000"},
         {R"("[%5.2v4hlf]", (float4)(1.0f, 2.0f, 3.0f, 4.0f))", "[ 1.00, 2.00, 3.00, 4.00]"},
         {R"("%v2lf %v2lg", (double2)(0.5, 1.5), (double2)(0.25, 1e100))",
          "0.500000,1.500000 0.25,1e+100"},
         {R"("%v4hla", (float4)(1.0f))", format("%a,%a,%a,%a", 1.0, 1.0, 1.0, 1.0)},
         {R"("%d %v2hld %d", 9, (int2)(8, 7), 6)", "9 8,7 6"},
         {R"("[%3v2hld][%-3v2hld][%03v2hld]", (int2)(1, 2), (int2)(3, 4), (int2)(5, 6))",
          "[  1,  2][3  ,4  ][005,006]"}});
}

TEST_F(Printf, StringsAndPointers) {
  check({{R"("%s", "text")", "text"},
         {R"("[%8s][%-8s][%.2s]", "text", "text", "text")", "[    text][text    ][te]"},
         {R"("%s %d %s", "one", 2, "three")", "one 2 three"}});
  Program program = session.build(R"(
    kernel void test(global int *where, global ulong *out) {
      printf("%p", where);
      out[0] = (ulong)where;
    })");
  std::vector<int> where(1);
  std::vector<cl_ulong> out(1);
  std::string text =
      captureOutput([&] { session.run(program, "test", {{1}}, inOut(where), inOut(out)); });
  EXPECT_EQ(text, format("%p", reinterpret_cast<void *>(out[0])));
}

TEST_F(Printf, LengthsOfC) {
  check({{R"("%llu %lld %llx", ULONG_MAX, LONG_MIN, 255L)",
          format("%lu %ld %x", ULONG_MAX, LONG_MIN, 255)},
         {R"("%zu %zd %tu %ju", (size_t)1, (ptrdiff_t)-2, 3UL, 4UL)", "1 -2 3 4"}});
}

TEST_F(Printf, CallsThatBreakTheRulesShowWhatTheyCan) {
  check({{R"("%d and %d\n", 1)", "1 and %d\n"},
         {R"("%q %d", 1)", "%q 1"},
         {R"("x = %x", 2.5f)", "x = 2.5"},
         {R"("f = %f", 3)", "f = 3.000000"},
         {R"("v = %d", (int4)(1, 2, 3, 4))", "v = 1,2,3,4"}},
        -1);
  Program program = session.build(R"(
    kernel void test(global int *where, global ulong *out) {
      printf("%p %x", (ulong)where, where);
      out[0] = (ulong)where;
    })");
  std::vector<int> where(1);
  std::vector<cl_ulong> out(1);
  std::string text =
      captureOutput([&] { session.run(program, "test", {{1}}, inOut(where), inOut(out)); });
  EXPECT_EQ(text, format("%#lx %lx", out[0], out[0]));
}

TEST_F(Printf, ManyArguments) {
  check({{R"("%d %f %s %ld %v2hld %x %c %g %d %d %d %d %d %d %d %d", 1, 2.0f, "3", 4L, (int2)(5, 6),
             7, '8', 9.0, 10, 11, 12, 13, 14, 15, 16, 17)",
          "1 2.000000 3 4 5,6 7 8 9 10 11 12 13 14 15 16 17"}});
}

TEST_F(Printf, EveryWorkItemPrintsItsWholeLine) {
  Program program = session.build(R"(
    kernel void test() {
      printf("item %d of group %d\n", (int)get_local_id(0), (int)get_group_id(0));
      if (get_global_id(0) % 100 == 0)
        printf("hundred %d\n", (int)get_global_id(0));
    })");
  std::string text = captureOutput([&] { session.run(program, "test", {{10000}, {50}}); });
  std::set<std::string> lines, expected;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    EXPECT_TRUE(lines.insert(line).second) << "twice: " << line;
  for (int i = 0; i < 10000; ++i) {
    expected.insert(format("item %d of group %d", i % 50, i / 50));
    if (i % 100 == 0)
      expected.insert(format("hundred %d", i));
  }
  EXPECT_EQ(lines, expected);
}

TEST_F(Printf, InFunctionsLoopsAndAroundBarriers) {
  Program program = session.build(R"(
    void tell(int i) { printf("<%d>", i); }
    kernel void test() {
      if (get_local_id(0) == 0)
        for (int i = 0; i < 4; ++i)
          tell(i);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (get_local_id(0) == get_local_size(0) - 1)
        printf("last");
    })");
  std::string text = captureOutput([&] { session.run(program, "test", {{8}, {8}}); });
  EXPECT_EQ(text, "<0><1><2><3>last");
}

} // namespace
} // namespace weft::test
