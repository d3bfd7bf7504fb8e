// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with one mistake each, in scalar and vector code, from source and SPIR-V, and the same
// without: the first must give their reports and nothing else, and the others none.
#include "tests/checked/faults/spirv_form.h"
#include "tests/checked/faults/tables.h"
#include "tests/checked/reports.h"
#include "tests/support/opencl.h"

#include <numeric>

namespace weft::test {
namespace {

const Fault faults[] = {
    {"write_behind",
     "out[i + 1] = in[i];",
     "out[i] = in[i];",
     {{{63}, "bounds: 3:12: write of 4 bytes, directly behind the end of " + outEnd}}},
    {"read_before",
     "out[i] = in[i - 2];",
     "out[i] = in[max(i - 2, 0)];",
     {{{0}, "bounds: 3:10: read of 4 bytes, 8 bytes before the begin of " + inEnd},
      {{1}, "bounds: 3:10: read of 4 bytes, 4 bytes before the begin of " + inEnd}}},
    {"strided",
     "if (i < 33) out[i] = in[2 * i];",
     "if (i < 32) out[i] = in[2 * i];",
     {{{32}, "bounds: 3:22: read of 4 bytes, directly behind the end of " + inEnd}}},
    {"gather",
     "out[i] = in[in[i] + (i == 7) * 100];",
     "out[i] = in[in[i]];",
     {{{7}, "bounds: 3:10: read of 4 bytes, 172 bytes behind the end of " + inEnd}}},
    {"scatter",
     "out[in[i] ^ (i == 9) * 64] = i;",
     "out[in[i] ^ 1] = i;",
     {{{9}, "bounds: 3:28: write of 4 bytes, 36 bytes behind the end of " + outEnd}}},
    {"divergent",
     "if (i % 3 == 0) out[i + 1] = in[i];",
     "if (i % 3 == 0) out[i] = in[i];",
     {{{63}, "bounds: 3:28: write of 4 bytes, directly behind the end of " + outEnd}}},
    {"loop",
     "int s = 0;\nfor (int j = 0; j <= i; ++j) s += in[j + 1];\nout[i] = s;",
     "int s = 0;\nfor (int j = 0; j < i; ++j) s += in[j + 1];\nout[i] = s;",
     {{{63}, "bounds: 4:35: read of 4 bytes, directly behind the end of " + inEnd}}},
    {"walk",
     "global const int *p = in + i;\nint s = 0;\nfor (int j = 0; j < 4; ++j) s += *p++;\nout[i] = "
     "s;",
     "global const int *p = in + i / 2;\nint s = 0;\nfor (int j = 0; j < 4; ++j) s += "
     "*p++;\nout[i] = s;",
     {{{61, 62, 63}, "bounds: 5:34: read of 4 bytes, directly behind the end of " + inEnd},
      {{62, 63}, "bounds: 5:34: read of 4 bytes, 4 bytes behind the end of " + inEnd},
      {{63}, "bounds: 5:34: read of 4 bytes, 8 bytes behind the end of " + inEnd}}},
    {"vector",
     "vstore2((int2)i, 0, out + i);",
     "if (i < 63) vstore2((int2)i, 0, out + i);",
     {{{63}, "bounds: 3:1: write of 8 bytes, the last 4 bytes of it behind the end of " + outEnd}}},
    {"vector_pointer",
     "*(global int2 *)(out + i * 2 % 66) = i;",
     "*(global int2 *)(out + i * 2 % 64) = i;",
     {{{32}, "bounds: 3:36: write of 8 bytes, directly behind the end of " + outEnd}}},
    {"local_variable",
     "local int t[16];\nt[get_local_id(0) + 1] = i;\nout[i] = i;",
     "local int t[16];\nt[get_local_id(0)] = i;\nout[i] = i;",
     {{{15, 31, 47, 63},
       "bounds: 4:24: write of 4 bytes, directly behind the end of local variable 't' of 64 "
       "bytes"}}},
    {"local_argument",
     "tile[get_local_id(0) - 1] = i;\nout[i] = i;",
     "tile[get_local_id(0)] = i;\nout[i] = i;",
     {{{0, 16, 32, 48},
       "bounds: 3:27: write of 4 bytes, 4 bytes before the begin of argument 3 'tile' (local "
       "memory of 64 bytes)"}}},
    {"behind_barrier",
     "tile[get_local_id(0)] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[15 - "
     "get_local_id(0)] + in[i + 1];",
     "tile[get_local_id(0)] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[15 - "
     "get_local_id(0)] + in[i];",
     {{{63}, "bounds: 5:39: read of 4 bytes, directly behind the end of " + inEnd}}},
    {"private_constant",
     "int a[4] = {i, i, i, i};\nif (i == 7) a[4] = 1;\nout[i] = a[i & 3];",
     "int a[4] = {i, i, i, i};\nif (i == 7) a[3] = 1;\nout[i] = a[i & 3];",
     {{{7},
       "bounds: 4:18: write of 4 bytes, directly behind the end of private variable of 16 "
       "bytes"}}},
    {"private_variable",
     "int a[4] = {i, i, i, i};\nout[i] = a[i == 8 ? 5 : i & 3];",
     "int a[4] = {i, i, i, i};\nout[i] = a[i & 3];",
     {{{8},
       "bounds: 4:10: read of 4 bytes, 4 bytes behind the end of private variable of 16 "
       "bytes"}}},
    {"constant_table",
     "out[i] = table[i == 3 ? 4 : i & 3];",
     "out[i] = table[i & 3];",
     {{{3},
       "bounds: 3:10: read of 4 bytes, directly behind the end of program variable 'table' of 16 "
       "bytes"}},
     "constant int table[4] = {1, 2, 3, 4};\n"},
    {"atomic",
     "atomic_add(out + i + 1, 1);",
     "atomic_add(out + i, 1);",
     {{{63}, "bounds: 3:1: atomic operation of 4 bytes, directly behind the end of " + outEnd}}},
    {"exchange",
     "atomic_cmpxchg(out + i + 1, 1, 2);",
     "atomic_cmpxchg(out + i, 1, 2);",
     {{{63}, "bounds: 3:1: atomic operation of 4 bytes, directly behind the end of " + outEnd}}},
    {"exchange_in_sub_group",
     "if (i % 3 == 0)\n  out[i] = atomic_cmpxchg(out + i + 1, 1, 2) + "
     "sub_group_non_uniform_reduce_add(1);",
     "if (i % 3 == 0)\n  out[i] = atomic_cmpxchg(out + i, 1, 2) + "
     "sub_group_non_uniform_reduce_add(1);",
     {{{63}, "bounds: 4:12: atomic operation of 4 bytes, directly behind the end of " + outEnd}}},
    {"select",
     "global const int *p = i & 1 ? in : out;\nout[i] = p[i + (i == 20) * 64];",
     "global const int *p = i & 1 ? in : out;\nout[i] = p[i];",
     {{{20}, "bounds: 4:10: read of 4 bytes, 80 bytes behind the end of an object of 256 bytes"}}},
    {"structure",
     "*(global S *)(out + i) = (S){{i, i, i}};",
     "if (i < 62) *(global S *)(out + i) = (S){{i, i, i}};",
     {{{62, 63}, "bounds: 3:26: write of 4 bytes, directly behind the end of " + outEnd},
      {{63}, "bounds: 3:26: write of 4 bytes, 4 bytes behind the end of " + outEnd}},
     "typedef struct { int a[3]; } S;\n"},
    {"result_pointer",
     "float f;\nout[i] = fract((float)in[i + 1], &f);",
     "float f;\nout[i] = fract((float)in[i], &f);",
     {{{63}, "bounds: 4:23: read of 4 bytes, directly behind the end of " + inEnd}}},
    {"null",
     "if (i == 5) *(global int *)0 = 1;\nout[i] = i;",
     "out[i] = i;",
     {{{5}, "bounds: 3:30: write of 4 bytes, directly behind the end of no object"}}},
    {"sub_group",
     "out[i] = sub_group_reduce_add(in[i + 1]);",
     "out[i] = sub_group_reduce_add(in[i]);",
     {{{63}, "bounds: 3:31: read of 4 bytes, directly behind the end of " + inEnd}}},
    {"division",
     "out[i] = i / (i - 5);",
     "out[i] = i / (i - 64);",
     {{{5}, "arithmetic: 3:12: division of 5 by 0 (int)"}}},
    {"remainder",
     "out[i] = (uint)i % (uint)in[i];",
     "out[i] = (uint)i % (uint)(in[i] + 1);",
     {{{0}, "arithmetic: 3:18: remainder of 0 by 0 (uint)"}}},
    {"overflow",
     "out[i] = (INT_MIN + i) / (in[i] - 1);",
     "out[i] = (INT_MIN + i) / (in[i] - 65);",
     {{{0}, "arithmetic: 3:24: division of -2147483648 by -1 (int)"},
      {{1}, "arithmetic: 3:24: division of -2147483647 by 0 (int)"}}},
    {"vector_division",
     "int4 v = (int4)(1, 2, i - 9, 4);\nout[i] = ((int4)7 / v).z;",
     "int4 v = (int4)(1, 2, i - 90, 4);\nout[i] = ((int4)7 / v).z;",
     {{{9}, "arithmetic: 4:19: division of 7 by 0 (int)"}}},
    {"shift",
     "out[i] = 1 << (i == 40 ? i : i & 7);",
     "out[i] = 1 << (i & 7);",
     {{{40}, "arithmetic: 3:12: shift of int, which has 32 bits, by 40"}},
     "",
     /*hasSpirv=*/false},
    {"conversion",
     "out[i] = (int)(in[i] * (i == 3 ? 1e10f : 1));",
     "out[i] = (int)(in[i] * 1.5f);",
     {{{3}, "arithmetic: 3:10: conversion of 3.0000001e+10 to int"}}},
    {"conversion_function",
     "out[i] = convert_uchar((float)(i * 4 + 8));",
     "out[i] = convert_uchar_sat((float)(i * 4 + 8));",
     {{{62}, "arithmetic: 3:10: conversion of 256 to uchar"},
      {{63}, "arithmetic: 3:10: conversion of 260 to uchar"}}},
    {"helper",
     "out[i] = at(in, i + 1);",
     "out[i] = at(in, i);",
     {{{63}, "bounds: 1:45: read of 4 bytes, directly behind the end of " + inEnd}},
     "#line 1 \"k.cl\"\nint at(global const int *p, int i) { return p[i]; }\n"},
};

constexpr const char *standard = "-cl-std=CL3.0",
                     *checks = " -cl-weft-check=bounds,arithmetic=nan ";

class KernelFaults : public testing::TestWithParam<Fault> {
protected:
  /// Both kernels: one build of each form.
  static std::string source() {
    const auto kernel = [](const char *name, const char *body) {
      return std::string("\n#line 1 \"k.cl\"\nkernel void ") + name +
             "(global int *out, global const int *in, int n, local int *tile) {\n"
             "int i = get_global_id(0);\n" +
             body + "\n}\n";
    };
    return GetParam().before + kernel("k", GetParam().wrong) +
           kernel("corrected", GetParam().right);
  }
  void expectReports(cl_program program, const std::vector<std::string> &expected) const {
    EXPECT_EQ(run(program, "k"), expected);
    EXPECT_EQ(run(program, "corrected"), std::vector<std::string>());
  }
  static std::vector<std::string> expected() {
    std::vector<std::string> lines;
    for (const auto &[wrongItems, report] : GetParam().expected)
      for (std::string &line : reportsBy(wrongItems, localSize, report))
        lines.push_back(std::move(line));
    std::ranges::sort(lines);
    return lines;
  }

  Session session;

private:
  std::vector<std::string> run(cl_program program, const char *kernel) const {
    return reportsOf([&] {
      std::vector<int> out(items), numbers(items);
      std::iota(numbers.begin(), numbers.end(), 0);
      session.run(program, kernel, {{items}, {localSize}}, inOut(out), in(numbers), int{items},
                  local(4 * localSize));
    });
  }
};

TEST_P(KernelFaults, AreReportedInTheirForms) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    const Program program = session.build(source(), standard + (checks + std::string(form)));
    expectReports(program, expected());
  }
}

// LLVM's back end writes no lines.
TEST_P(KernelFaults, AreReportedInSpirv) {
  if (isFirstCode())
    GTEST_SKIP() << "the best code is tested";
  if (!GetParam().hasSpirv)
    GTEST_SKIP() << "modules of Clang cannot have the mistake";
  std::vector<std::string> lines = expected();
  for (std::string &line : lines)
    line = withoutLines(line);
  std::ranges::sort(lines);
  expectReports(buildSpirvOf(session, source(), checks), lines);
}

const auto nameOf = [](const auto &info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Each, KernelFaults, testing::ValuesIn(faults), nameOf);
INSTANTIATE_TEST_SUITE_P(GlobalMemory, KernelFaults, testing::ValuesIn(faultsOfGlobalMemory()),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(OtherMemory, KernelFaults, testing::ValuesIn(faultsOfOtherMemory()),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Copies, KernelFaults, testing::ValuesIn(faultsOfCopies()), nameOf);
INSTANTIATE_TEST_SUITE_P(Alignment, KernelFaults, testing::ValuesIn(faultsOfAlignment()), nameOf);
INSTANTIATE_TEST_SUITE_P(Arithmetic, KernelFaults, testing::ValuesIn(faultsOfArithmetic()), nameOf);
INSTANTIATE_TEST_SUITE_P(Nan, KernelFaults, testing::ValuesIn(faultsOfNan()), nameOf);

} // namespace
} // namespace weft::test
