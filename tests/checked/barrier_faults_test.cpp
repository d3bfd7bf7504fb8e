// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels in which a barrier, a collective or an asynchronous copy is not reached by all work-items
// of a group, or not with the same operands, and the same kernels without the mistake.
#include "tests/checked/faults/forms.h"

namespace weft::test {
namespace {

struct Fault {
  const char *name;
  const char *wrong, *right; ///< the body of the kernel; its first line is line 3
  std::string report;        ///< line and column, and message
  std::vector<size_t> items; ///< of which one must report it, and no other
};

const std::vector<size_t> even = [] {
  std::vector<size_t> list;
  for (size_t item = 0; item < items; item += 2)
    list.push_back(item);
  return list;
}();

std::string notReached(const std::string &kind, const std::string &branch) {
  return kind + " that not all work-items of the group reach: the branch at k.cl:" + branch +
         " separates them";
}

// `out` and `in` have 64 numbers, in[i] is i, `tile` has 16 in local memory; l is the local id.
const Fault faults[] = {
    {"half_of_a_group",
     "if (l < 8)\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = i;",
     "barrier(CLK_LOCAL_MEM_FENCE);\nif (l < 8)\nout[i] = i;",
     "4:1: " + notReached("barrier", "3:7"),
     {8,  9,  10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31,
      40, 41, 42, 43, 44, 45, 46, 47, 56, 57, 58, 59, 60, 61, 62, 63}},
    {"one_returns",
     "if (in[i] == 20) return;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = i;",
     "if (in[16] == 20) return;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = i;",
     "4:1: " + notReached("barrier", "3:11"),
     {20}},
    {"different_counts",
     "for (int j = 0; j < in[i] / 63 + 2; ++j)\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = i;",
     "for (int j = 0; j < in[63] / 63 + 2; ++j)\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = i;",
     "4:1: " + notReached("barrier", "3:1"),
     {48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62}},
    {"two_barriers",
     "if (l % 2)\nbarrier(CLK_LOCAL_MEM_FENCE);\nelse\nbarrier(CLK_GLOBAL_MEM_FENCE);\nout[i] = i;",
     "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\nout[i] = i;",
     "6:1: barrier while other work-items of the group wait at k.cl:4:1", even},
    {"reduction_of_some",
     "int s = 0;\nif (l != 3)\ns = work_group_reduce_add(i);\nout[i] = s;",
     "int s = work_group_reduce_add(l != 3 ? i : 0);\nout[i] = s;",
     "5:5: " + notReached("work-group function", "4:7"),
     {3, 19, 35, 51}},
    {"source_of_broadcast",
     "out[i] = work_group_broadcast(i, l == 5 ? 1 : 2);",
     "out[i] = work_group_broadcast(i, in[1]);",
     "3:10: work-group function with operands that differ between work-items of the group: 2 and "
     "1",
     {}},
    {"copy_by_some",
     "event_t e = 0;\nif (l == 0)\ne = async_work_group_copy(tile, in, 16, 0);\n"
     "wait_group_events(1, &e);\nout[i] = tile[l];",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);\n"
     "out[i] = tile[l];",
     "5:5: " + notReached("asynchronous copy", "4:7"),
     {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21,
      22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42,
      43, 44, 45, 46, 47, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63}},
    // The operand of the first copy is compared too, in the block that ends with the branch.
    {"copy_by_some_behind_another",
     "event_t e = async_work_group_copy(tile, in, 16 + in[l & 16], 0);\nif (l == 0)\n"
     "e = async_work_group_copy(tile, in, 1, e);\nwait_group_events(1, &e);\nout[i] = tile[l];",
     "event_t e = async_work_group_copy(tile, in, 16 + in[l & 16], 0);\n"
     "e = async_work_group_copy(tile, in, 1, e);\nwait_group_events(1, &e);\nout[i] = tile[l];",
     "5:5: " + notReached("asynchronous copy", "4:7"),
     {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21,
      22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42,
      43, 44, 45, 46, 47, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63}},
    {"behind_a_loop_with_breaks",
     "for (int j = 0; j < 2; ++j) {\nif (l < 3)\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "for (int k = in[i] & 3; k > 0; --k) {\nint w = in[k];\nif (w == 2) break;\nout[i] = w;\n}\n}",
     "for (int j = 0; j < 2; ++j) {\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "for (int k = in[i] & 3; k > 0; --k) {\nint w = in[k];\nif (w == 2) break;\nout[i] = w;\n}\n}",
     "5:1: " + notReached("barrier", "4:7"),
     {}},
    {"in_a_switch",
     "switch (l % 3) {\ncase 1:\nbarrier(CLK_LOCAL_MEM_FENCE);\nbreak;\ncase 2: out[0] = 1;\n}\n"
     "out[i] = i;",
     "switch (in[5] % 3) {\ncase 1:\nbarrier(CLK_LOCAL_MEM_FENCE);\nbreak;\ncase 2: out[0] = "
     "1;\n}\nout[i] = i;",
     "5:1: " + notReached("barrier", "3:1"),
     {}},
};

class BarrierFaults : public testing::TestWithParam<Fault> {
protected:
  std::vector<std::string> run(const char *body, const std::string &form) const {
    return reportsOfKernel(session, "", body, "-cl-weft-check=barriers " + form);
  }

  Session session;
};

TEST_P(BarrierFaults, AreReportedInTheirForms) {
  const Fault &fault = GetParam();
  std::vector<size_t> wrong = fault.items;
  if (wrong.empty())
    for (size_t item = 0; item < items; ++item)
      wrong.push_back(item);
  const std::vector<std::string> possible =
      reportsBy(wrong, localSize, "barriers: " + fault.report);
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    const std::vector<std::string> reports = run(fault.wrong, form);
    EXPECT_FALSE(reports.empty());
    for (const std::string &report : reports)
      EXPECT_TRUE(std::ranges::find(possible, report) != possible.end()) << report;
  }
}

TEST_P(BarrierFaults, AreGoneWithTheMistake) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    EXPECT_EQ(run(GetParam().right, form), std::vector<std::string>());
  }
}

INSTANTIATE_TEST_SUITE_P(Each, BarrierFaults, testing::ValuesIn(faults),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace weft::test
