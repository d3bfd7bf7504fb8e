// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft check of sources: a source with each kind of mistake, with the lines that it must print, and
// the same without, of which it must print nothing.
#include "tests/command/fixture.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>
#include <vector>

namespace {

using weft::test::expectContains;
using weft::test::Outcome;

struct Source {
  const char *name;
  const char *kind;
  const char *wrong;
  std::vector<std::string> lines; ///< without the name of the file
  const char *right;
  const char *options = "-cl-std=CL3.0";
};

std::ostream &operator<<(std::ostream &stream, const Source *source) {
  return stream << source->name;
}

const Source sources[] = {
    {"divergent_barrier",
     "barriers",
     "kernel void k(global int *x) {\n"
     "  if (x[get_global_id(0)] > 3)\n"
     "    barrier(CLK_LOCAL_MEM_FENCE);\n"
     "}\n",
     {":3:5: warning: barrier that some work-items of a group may not reach: the condition in line "
      "2 "
      "may differ between them"},
     "kernel void k(global int *x) {\n"
     "  if (x[get_group_id(0)] > 3)\n"
     "    barrier(CLK_LOCAL_MEM_FENCE);\n"
     "}\n"},
    {"barrier_behind_return",
     "barriers",
     "kernel void k(global int *x, int n) {\n"
     "  if (get_global_id(0) >= n) return;\n"
     "  x[get_global_id(0)] = 1;\n"
     "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
     "  x[get_global_id(0)] += x[0];\n"
     "}\n",
     {":4:3: warning: barrier that some work-items of a group may not reach: the condition in line "
      "2 "
      "may differ between them"},
     "kernel void k(global int *x, int n) {\n"
     "  if (get_global_id(0) < n) x[get_global_id(0)] = 1;\n"
     "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
     "  if (get_global_id(0) < n) x[get_global_id(0)] += x[0];\n"
     "}\n"},
    {"barrier_in_loop",
     "barriers",
     "void sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }\n"
     "kernel void k(global int *x) {\n"
     "  for (int i = get_local_id(0); i < 100; i += 7) {\n"
     "    x[i] = i;\n"
     "    sync();\n"
     "  }\n"
     "}\n",
     {":1:19: warning: barrier that some work-items of a group may not reach: the condition in "
      "line "
      "3 may differ between them"},
     "void sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }\n"
     "kernel void k(global int *x) {\n"
     "  for (int i = 0; i < 100; i += 7) {\n"
     "    x[i + get_local_id(0)] = i;\n"
     "    sync();\n"
     "  }\n"
     "}\n"},
    {"divergent_collective",
     "barriers",
     "#ifdef __opencl_c_work_group_collective_functions\n"
     "kernel void k(global int *x) {\n"
     "  if (get_local_id(0) < 7) x[get_global_id(0)] = work_group_reduce_add(1);\n"
     "}\n"
     "#endif\n",
     {":3:50: warning: work-group function that some work-items of a group may not reach: the "
      "condition in line 3 may differ between them"},
     "#ifdef __opencl_c_work_group_collective_functions\n"
     "kernel void k(global int *x) {\n"
     "  int sum = work_group_reduce_add(1);\n"
     "  if (get_local_id(0) < 7) x[get_global_id(0)] = sum;\n"
     "}\n"
     "#endif\n"},
    {"divergent_copy",
     "barriers",
     "kernel void k(global int *x, local int *t) {\n"
     "  if (get_local_id(0) == 0) {\n"
     "    event_t e = async_work_group_copy(t, x, 16, 0);\n"
     "    wait_group_events(1, &e);\n"
     "  }\n"
     "}\n",
     {":3:17: warning: asynchronous copy that some work-items of a group may not reach: the "
      "condition in line 2 may differ between them",
      ":4:5: warning: barrier that some work-items of a group may not reach: the condition in line "
      "2 "
      "may differ between them"},
     "kernel void k(global int *x, local int *t) {\n"
     "  event_t e = async_work_group_copy(t, x, 16, 0);\n"
     "  wait_group_events(1, &e);\n"
     "}\n"},
    {"constant_index",
     "bounds",
     "kernel void k(global int *x) {\n"
     "  int a[4] = {1, 2, 3, 4};\n"
     "  x[0] = a[4];\n"
     "}\n",
     {":3:10: warning: array index 4 is past the end of the array (that has type '__private "
      "int[4]') "
      "[-Warray-bounds]"},
     "kernel void k(global int *x) {\n"
     "  int a[4] = {1, 2, 3, 4};\n"
     "  x[0] = a[3];\n"
     "}\n"},
    {"index_through_pointer",
     "bounds",
     "int third(const int *p) { return p[3]; }\n"
     "kernel void k(global int *x) {\n"
     "  local int t[8];\n"
     "  int a[4] = {1, 2, 3, 4};\n"
     "  t[get_local_id(0) & 7] = 1;\n"
     "  x[0] = third(a + 1);\n"
     "  vstore4((int4)(1), 2, t);\n"
     "}\n",
     {":1:34: warning: read of 4 bytes at byte 16 of a private variable of 16 bytes",
      ":7:3: warning: write of 16 bytes at byte 32 of a local variable of 32 bytes"},
     "int third(const int *p) { return p[3]; }\n"
     "kernel void k(global int *x) {\n"
     "  local int t[8];\n"
     "  int a[4] = {1, 2, 3, 4};\n"
     "  t[get_local_id(0) & 7] = 1;\n"
     "  x[0] = third(a);\n"
     "  vstore4((int4)(1), 1, t);\n"
     "}\n"},
    {"loop_past_the_end",
     "bounds",
     "constant int table[16] = {1};\n"
     "kernel void k(global int *x) {\n"
     "  int sum = 0;\n"
     "  for (int i = 0; i <= 16; ++i)\n"
     "    sum += table[i];\n"
     "  for (int i = 15; i >= 0; --i)\n"
     "    sum += table[i - 1];\n"
     "  x[get_global_id(0)] = sum;\n"
     "}\n",
     {":5:12: warning: read of 4 bytes at byte 64 of a program variable of 64 bytes",
      ":7:12: warning: read of 4 bytes at byte -4 of a program variable of 64 bytes"},
     "constant int table[16] = {1};\n"
     "kernel void k(global int *x) {\n"
     "  int sum = 0;\n"
     "  for (int i = 0; i < 16; ++i)\n"
     "    sum += table[i];\n"
     "  for (int i = 15; i > 0; --i)\n"
     "    sum += table[i - 1];\n"
     "  x[get_global_id(0)] = sum;\n"
     "}\n"},
    {"copy_without_wait",
     "async",
     "kernel void k(global int *x, local int *t) {\n"
     "  async_work_group_copy(t, x, 16, 0);\n"
     "  event_t e = async_work_group_copy(t + 16, x, 16, 0);\n"
     "  e = async_work_group_strided_copy(t + 32, x, 16, 2, e);\n"
     "  barrier(CLK_LOCAL_MEM_FENCE);\n"
     "}\n",
     {":2:3: warning: asynchronous copy whose event is never waited for",
      ":3:15: warning: asynchronous copy whose event is never waited for",
      ":4:7: warning: asynchronous copy whose event is never waited for"},
     "void finish(event_t e) { wait_group_events(1, &e); }\n"
     "kernel void k(global int *x, local int *t) {\n"
     "  event_t events[2];\n"
     "  events[0] = async_work_group_copy(t, x, 16, 0);\n"
     "  events[1] = async_work_group_copy(t + 16, x, 16, 0);\n"
     "  event_t e = async_work_group_copy(t + 32, x, 16, 0);\n"
     "  e = async_work_group_strided_copy(t + 48, x, 16, 2, e);\n"
     "  wait_group_events(2, events);\n"
     "  finish(e);\n"
     "}\n"},
    {"uninitialised",
     "uninitialised",
     "kernel void k(global int *x, int n) {\n"
     "  int a, b;\n"
     "  if (n > 3) b = 1;\n"
     "  x[0] = a;\n"
     "  x[1] = b;\n"
     "}\n",
     {":4:10: warning: variable 'a' is uninitialized when used here [-Wuninitialized]",
      ":3:7: warning: variable 'b' is used uninitialized whenever 'if' condition is false "
      "[-Wsometimes-uninitialized]"},
     "kernel void k(global int *x, int n) {\n"
     "  int a = 0, b = 0;\n"
     "  if (n > 3) b = 1;\n"
     "  x[0] = a;\n"
     "  x[1] = b;\n"
     "}\n"},
    {"unused",
     "unused",
     "kernel void k(global int *x) {\n"
     "  int a = 3;\n"
     "  x[0] == 2;\n"
     "}\n",
     {":2:7: warning: unused variable 'a' [-Wunused-variable]",
      ":3:8: warning: equality comparison result unused [-Wunused-comparison]"},
     "kernel void k(global int *x) { x[0] = 2; }\n"},
    {"arithmetic",
     "arithmetic",
     "kernel void k(global int *x) {\n"
     "  x[0] = x[1] / 0;\n"
     "  x[2] = x[3] << 32;\n"
     "  printf(\"%s\\n\", x[0]);\n"
     "}\n",
     {":2:15: warning: division by zero is undefined [-Wdivision-by-zero]",
      ":4:18: warning: format specifies type 'char *' but the argument has type 'int' [-Wformat]"},
     "kernel void k(global int *x) {\n"
     "  x[0] = x[1] / 2;\n"
     "  x[2] = x[3] << 31;\n"
     "  printf(\"%d\\n\", x[0]);\n"
     "}\n"},
    {"double_by_accident",
     "portability",
     "kernel void k(global float *x) { x[0] = x[1] * 2.5; }\n",
     {":1:41: warning: implicit conversion increases floating-point precision: 'float' to 'double' "
      "[-Wdouble-promotion]"},
     "kernel void k(global float *x) { x[0] = x[1] * 2.5f; }\n"},
    {"optional_types",
     "portability",
     "kernel void k(global double *x) { half h = 1; x[0] = h + (half)2; }\n",
     {":1:30: warning: double without a pragma or a condition for cl_khr_fp64 or __opencl_c_fp64",
      ":1:40: warning: half without a pragma or a condition for cl_khr_fp16"},
     "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
     "#ifdef cl_khr_fp16\n"
     "kernel void k(global double *x) { half h = 1; x[0] = (double)(h + (half)2); }\n"
     "#endif\n",
     "-cl-std=CL1.2 -Wno-double-promotion"},
    {"optional_functions",
     "portability",
     "kernel void k(global int *x) {\n"
     "  x[0] = sub_group_reduce_add(x[1]) + work_group_reduce_add(x[2]);\n"
     "  x[1] = sub_group_reduce_max(x[1]);\n"
     "}\n",
     {":2:10: warning: 'sub_group_reduce_add' without a pragma or a condition for cl_khr_subgroups "
      "or "
      "__opencl_c_subgroups or cl_intel_subgroups",
      ":2:39: warning: 'work_group_reduce_add' without a pragma or a condition for "
      "__opencl_c_work_group_collective_functions"},
     "#if defined(__opencl_c_subgroups) && __opencl_c_work_group_collective_functions\n"
     "kernel void k(global int *x) {\n"
     "  x[0] = sub_group_reduce_add(x[1]) + work_group_reduce_add(x[2]);\n"
     "}\n"
     "#endif\n"},
    {"large_groups",
     "portability",
     "kernel __attribute__((reqd_work_group_size(32, 16, 1))) void k(global int *x) { x[0] = 1; "
     "}\n",
     {":1:23: warning: work-groups of 512 work-items; many devices allow no more than 256"},
     "kernel __attribute__((reqd_work_group_size(16, 16, 1))) void k(global int *x) { x[0] = 1; "
     "}\n"},
    {"language_of_clang",
     "portability",
     "kernel void k(global int *x) {\n"
     "  x[0] = __builtin_popcount(x[1]) + ({ x[2]; });\n"
     "}\n",
     {":2:10: warning: '__builtin_popcount' is a function of Clang's",
      ":2:38: warning: use of GNU statement expression extension [-Wgnu-statement-expression]"},
     "kernel void k(global int *x) { x[0] = popcount(x[1]) + x[2]; }\n"},
};

class CheckSources : public weft::test::CommandTest,
                     public testing::WithParamInterface<const Source *> {
protected:
  std::vector<std::string> check(const char *text, const char *options, int code) const {
    write("k.cl", text);
    const Outcome run = weft(std::string("check k.cl --log log.jsonl ") + options);
    EXPECT_EQ(run.code, code) << run.output;
    std::vector<std::string> lines;
    std::istringstream stream(run.output);
    for (std::string line; std::getline(stream, line);)
      lines.push_back(line);
    return lines;
  }
};

TEST_P(CheckSources, TellsWhatIsWrong) {
  const Source &source = *GetParam();
  std::vector<std::string> expected;
  expected.reserve(source.lines.size());
  for (const std::string &line : source.lines)
    expected.push_back("k.cl" + line);
  std::vector<std::string> found = check(source.wrong, source.options, 1);
  std::ranges::sort(expected);
  std::ranges::sort(found);
  EXPECT_EQ(found, expected);
  // The log names the kind of each.
  std::istringstream log(read("log.jsonl"));
  std::size_t count = 0;
  for (std::string line; std::getline(log, line); ++count)
    EXPECT_EQ(nlohmann::json::parse(line).at("check"), source.kind);
  EXPECT_EQ(count, expected.size());
}

TEST_P(CheckSources, IsSilentWithoutIt) {
  EXPECT_EQ(check(GetParam()->right, GetParam()->options, 0), std::vector<std::string>());
}

std::vector<const Source *> all() {
  std::vector<const Source *> list;
  for (const Source &source : sources)
    list.push_back(&source);
  return list;
}
INSTANTIATE_TEST_SUITE_P(Each, CheckSources, testing::ValuesIn(all()),
                         [](const auto &info) { return std::string(info.param->name); });

class CheckCommand : public weft::test::CommandTest {};

TEST_F(CheckCommand, WritesSarif) {
  write("k.cl", "kernel void k(global int *x) { int unused; x[0] = 1; }\n");
  EXPECT_EQ(weft("check --log found.sarif k.cl").code, 1);
  const auto result = nlohmann::json::parse(read("found.sarif")).at("runs")[0].at("results")[0];
  EXPECT_EQ(result.at("ruleId"), "unused");
  EXPECT_EQ(result.at("level"), "warning");
  EXPECT_EQ(result.at("locations")[0].at("physicalLocation").at("region").at("startColumn"), 36);
}

TEST_F(CheckCommand, TakesSeveralSourcesAndModules) {
  write("a.cl", "kernel void a(global int *x) { int unused; x[0] = 1; }\n");
  write("b.cl", "kernel void b(global int *x) {\n"
                "  if (get_local_id(0) > 3) barrier(CLK_LOCAL_MEM_FENCE);\n  x[0] = 1;\n}\n");
  ASSERT_EQ(shell("'" WEFT_TEST_COMPILER "' --emit=spirv -o b.spv b.cl").code, 0);
  const Outcome run = weft("check a.cl b.cl b.spv");
  EXPECT_EQ(run.code, 1);
  expectContains(run.output, "a.cl:1:36: warning: unused variable");
  expectContains(run.output, "b.cl:2:28: warning: barrier that some work-items");
  expectContains(run.output, "b.spv: warning: kernel 'b': barrier that some work-items");
}

TEST_F(CheckCommand, FailsAsTheCompilerDoes) {
  write("bad.cl", "kernel void k() { nothing; }\n");
  const Outcome bad = weft("check bad.cl");
  EXPECT_EQ(bad.code, 1);
  expectContains(bad.output, "bad.cl:1:19: error: use of undeclared identifier 'nothing'");
  EXPECT_EQ(weft("check missing.cl").code, 2);
  EXPECT_EQ(weft("check").code, 2);
  EXPECT_EQ(weft("check bad.cl --log").code, 2);
  EXPECT_EQ(weft("check bad.cl --nonsense").code, 2);
}

} // namespace
