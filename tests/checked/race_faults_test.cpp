// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with one race each, in scalar and vector code, and the same with an order.
#include "tests/checked/faults/race_fault.h"

namespace weft::test {
namespace {

constexpr const char *noLocalBarrier = "no barrier with CLK_LOCAL_MEM_FENCE between";
constexpr const char *noGlobalBarrier = "no barrier with CLK_GLOBAL_MEM_FENCE between";
constexpr const char *groupsHaveNoOrder = "groups have no order";

const RaceFault faults[] = {
    {"missing_barrier",
     "tile[l] = i;\nout[i] = tile[15 - l];",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[15 - l];",
     {"3:9 4:10"},
     noLocalBarrier},
    {"barrier_of_other_memory",
     "tile[l] = i;\nbarrier(CLK_GLOBAL_MEM_FENCE);\nout[i] = tile[15 - l];",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\nout[i] = tile[15 - l];",
     {"3:9 5:10"},
     noLocalBarrier},
    {"next_iteration",
     "int s = 0;\nfor (int j = 0; j < 4; ++j) {\ntile[l] = i + j;\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\ns += tile[(l + j + 1) % 16];\n}\nout[i] = s;",
     "int s = 0;\nfor (int j = 0; j < 4; ++j) {\ntile[l] = i + j;\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\ns += tile[(l + j + 1) % 16];\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\n}\nout[i] = s;",
     {"5:9 7:6"},
     noLocalBarrier},
    {"two_write",
     "tile[l / 2] = i;\nout[i] = i;",
     "tile[l] = i;\nout[i] = i;",
     {"3:13 3:13"},
     noLocalBarrier},
    {"first_writes",
     "if (l == 0) tile[3] = i;\nout[i] = tile[3];",
     "if (l == 0) tile[3] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[3];",
     {"3:21 4:10"},
     noLocalBarrier},
    {"tree_without_barriers",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "for (int w = 8; w > 0; w /= 2) {\nif (l < w) tile[l] += tile[l + w];\n}\nout[i] = i;",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "for (int w = 8; w > 0; w /= 2) {\nif (l < w) tile[l] += tile[l + w];\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\n}\nout[i] = i;",
     {"6:20 6:23"},
     noLocalBarrier},
    {"one_reads_what_another_wrote",
     "tile[l] = i;\nif (l == 3) tile[0] = 7;\nif (l == 0) out[i] = tile[0];",
     "tile[l] = i;\nif (l == 0) tile[l] = 7;\nif (l == 0) out[i] = tile[0];",
     {"3:9 4:21", "3:9 5:22", "4:21 5:22"},
     noLocalBarrier},
    {"histogram",
     "tile[l] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\ntile[in[i] % 4]++;\nout[i] = i;",
     "tile[l] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\natomic_inc(tile + in[i] % 4);\nout[i] = i;",
     {"5:16 5:16"},
     noLocalBarrier},
    {"atomic_and_plain",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\natomic_add(tile, 1);\n"
     "out[i] = tile[0];",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\natomic_add(tile, 1);\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[0];",
     {"5:1 6:10"},
     noLocalBarrier},
    // One that fails has only read.
    {"exchange_and_plain",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "if (l > 8) atomic_cmpxchg(tile, 0, 1);\nout[i] = tile[0];",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "if (l > 8) atomic_cmpxchg(tile, 5, 1);\nout[i] = tile[0];",
     {"5:12 6:10"},
     noLocalBarrier},
    // The one that succeeds reads behind it.
    {"exchange_and_own_read",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\nint old = atomic_cmpxchg(tile, 0, "
     "1);\n"
     "out[i] = old == 0 || l == 3 ? tile[0] : 5;",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\nint old = atomic_cmpxchg(tile, 0, "
     "1);\n"
     "out[i] = old == 0 ? tile[0] : 5;",
     {"5:11 6:32", "5:11 6:31", "5:11 6:30"},
     noLocalBarrier},
    {"write_before_exchanges",
     "if (i == 0) out[60] = 7;\natomic_cmpxchg(out + 60, i + 7, 42);",
     "if (i == 0) atomic_xchg(out + 60, 7);\natomic_cmpxchg(out + 60, i + 7, 42);",
     {"3:21 4:1", "4:1 unknown"},
     nullptr},
    // Work-items that write one value, at the same time in lanes.
    {"flag",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "if (in[i] % 3 == 0) tile[0] = in[i];\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[0];",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "if (in[i] % 3 == 0) tile[0] = 1;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[0];",
     {"5:29 5:29"},
     noLocalBarrier},
    {"pairs_of_one_value",
     "tile[l / 2] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l / 2];",
     "tile[l / 2] = i / 2;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l / 2];",
     {"3:13 3:13"},
     noLocalBarrier},
    {"local_variable",
     "local int t[16];\nt[l] = i;\nout[i] = t[l ^ 1];",
     "local int t[16];\nt[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = t[l ^ 1];",
     {"4:6 5:10"},
     noLocalBarrier},
    {"bytes",
     "local uchar t[16];\nt[l] = i;\nout[i] = t[l ^ 1];",
     "local uchar t[16];\nt[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = t[l ^ 1];",
     {"4:6 5:10"},
     noLocalBarrier},
    {"wide",
     "local int4 t[16];\nt[l] = (int4)i;\nout[i] = ((local int *)t)[(4 * l + 7) % 64];",
     "local int4 t[16];\nt[l] = (int4)i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "out[i] = ((local int *)t)[(4 * l + 7) % 64];",
     {"4:6 5:10"},
     noLocalBarrier},
    {"structure",
     "local S t[16];\nt[l] = (S){{i, i, i}};\nout[i] = t[l ^ 1].a[2];",
     "local S t[16];\nt[l] = (S){{i, i, i}};\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "out[i] = t[l ^ 1].a[2];",
     {"4:8 5:10"},
     noLocalBarrier,
     "typedef struct { int a[3]; } S;\n"},
    {"helper",
     "put(tile, l, i);\nout[i] = tile[15 - l];",
     "put(tile, l, i);\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[15 - l];",
     {"1:49 4:10"},
     noLocalBarrier,
     "#line 1 \"k.cl\"\nvoid put(local int *p, int i, int value) { p[i] = value; }\n"},
    {"group_writes", "out[i - l % 2] = i;", "out[i] = i;", {"3:16 3:16"}, noGlobalBarrier},
    {"groups_write", "out[l] = i;", "out[i] = i;", {"3:8 3:8"}, groupsHaveNoOrder},
    {"all_write", "out[5] = i;", "if (i == 5) out[5] = i;", {"3:8 3:8"}, nullptr},
    {"group_writes_one",
     "if (in[16] == 16) tile[5] = i;\nout[i] = i;",
     "if (in[16] == 16) tile[5] = 5;\nout[i] = i;",
     {"3:27 3:27"},
     noLocalBarrier},
    {"neighbour_in_place",
     "out[i] = in[i];\nbarrier(CLK_LOCAL_MEM_FENCE);\nint n = out[i ^ 1];\n"
     "barrier(CLK_GLOBAL_MEM_FENCE);\nout[i] = n;",
     "out[i] = in[i];\nbarrier(CLK_GLOBAL_MEM_FENCE);\nint n = out[i ^ 1];\n"
     "barrier(CLK_GLOBAL_MEM_FENCE);\nout[i] = n;",
     {"3:8 5:9"},
     noGlobalBarrier},
    {"neighbour_group",
     "int n = out[(i + 16) % 64];\nbarrier(CLK_GLOBAL_MEM_FENCE);\nout[i] = n;",
     "int n = out[i];\nbarrier(CLK_GLOBAL_MEM_FENCE);\nout[i] = n;",
     {"3:9 5:8"},
     groupsHaveNoOrder},
    {"count_in_global_memory",
     "if (in[i] % 20 == 0) out[63]++;",
     "if (in[i] % 20 == 0) atomic_inc(out + 63);",
     {"3:29 3:29"},
     groupsHaveNoOrder},
    {"after_a_loop",
     "int s = 0;\nfor (int j = 0; j < 40; ++j)\nbarrier(CLK_LOCAL_MEM_FENCE);\ntile[l] = i;\n"
     "out[i] = tile[l ^ 3];",
     "int s = 0;\nfor (int j = 0; j < 40; ++j)\nbarrier(CLK_LOCAL_MEM_FENCE);\ntile[l] = i;\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l ^ 3];",
     {"6:9 7:10"},
     noLocalBarrier},
    {"copy_of_what_was_just_written",
     "tile[l] = i;\nevent_t e = async_work_group_copy(out + i - l, tile, 16, 0);\n"
     "wait_group_events(1, &e);",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\nwait_group_events(1, &e);",
     {"3:9 4:13"},
     noLocalBarrier},
    {"copy_over_what_was_just_written",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = 0;\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\nwait_group_events(1, &e);",
     "tile[l] = i;\nout[i] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\nwait_group_events(1, &e);",
     {"5:8 6:13"},
     noGlobalBarrier},
    {"copies_of_groups",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out, tile, 16, 0);\nwait_group_events(1, &e);",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\nwait_group_events(1, &e);",
     {"5:13 5:13"},
     groupsHaveNoOrder},
    {"copy_of_another_group",
     "event_t e = async_work_group_copy(tile, out + (i - l + 16) % 64, 16, 0);\n"
     "wait_group_events(1, &e);\nout[i] = tile[l];",
     "event_t e = async_work_group_copy(tile, out + i - l, 16, 0);\n"
     "wait_group_events(1, &e);\nout[i] = tile[l];",
     {"3:13 5:8"},
     groupsHaveNoOrder},
    {"next_copy_in_a_loop",
     "int s = 0;\nfor (int j = 0; j < 4; ++j) {\n"
     "event_t e = async_work_group_copy(tile, in + 16 * j, 16, 0);\nwait_group_events(1, &e);\n"
     "s += tile[15 - l];\n}\nout[i] = s;",
     "int s = 0;\nfor (int j = 0; j < 4; ++j) {\n"
     "event_t e = async_work_group_copy(tile, in + 16 * j, 16, 0);\nwait_group_events(1, &e);\n"
     "s += tile[15 - l];\nbarrier(CLK_LOCAL_MEM_FENCE);\n}\nout[i] = s;",
     {"5:13 7:6"},
     noLocalBarrier},
    {"strided_copies_of_groups",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_strided_copy(out + get_group_id(0) / 2, tile, 16, 4, 0);\n"
     "wait_group_events(1, &e);",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_strided_copy(out + get_group_id(0), tile, 16, 4, 0);\n"
     "wait_group_events(1, &e);",
     {"5:13 5:13"},
     groupsHaveNoOrder},
    {"pointer_of_two",
     "local int other[16];\nlocal int *p = i < 32 ? tile : other;\np[l] = i;\nout[i] = p[15 - l];",
     "local int other[16];\nlocal int *p = i < 32 ? tile : other;\np[l] = i;\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = p[15 - l];",
     {"5:6 6:10"},
     noLocalBarrier},
};

class RaceFaults : public testing::TestWithParam<RaceFault> {
protected:
  Session session;
};

TEST_P(RaceFaults, AreReportedInTheirForms) { expectRaces(session, GetParam()); }

TEST_P(RaceFaults, AreGoneWithTheMistake) { expectNoRaces(session, GetParam()); }

// One buffer in two arguments, of which the kernel writes one.
TEST(RacesOfArguments, AreFoundWhereTwoAreOneBuffer) {
  Session session;
  Program program =
      session.build("#line 1 \"k.cl\"\nkernel void k(global int *out, global const int "
                    "*in) {\nint i = get_global_id(0);\nout[i] = in[(i + 1) % 64];\n}",
                    "-cl-weft-check=races");
  cl_int status = CL_SUCCESS;
  const Kernel kernel(clCreateKernel(program, "k", &status));
  const auto newBuffer = [&] {
    return Memory(
        clCreateBuffer(session.context, CL_MEM_READ_WRITE, items * sizeof(int), nullptr, &status));
  };
  const Memory buffers[] = {newBuffer(), newBuffer()};
  const auto reportsWith = [&](unsigned source) {
    return reportsOf([&] {
      const cl_mem out = buffers[0], in = buffers[source];
      clSetKernelArg(kernel, 0, sizeof out, &out);
      clSetKernelArg(kernel, 1, sizeof in, &in);
      ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items,
                                                   &localSize, 0, nullptr, nullptr));
      ASSERT_EQ(CL_SUCCESS, clFinish(session.queue));
    });
  };
  EXPECT_FALSE(reportsWith(0).empty());
  EXPECT_EQ(reportsWith(1), std::vector<std::string>());
}

// Of kernels without barriers Weft forms groups of its own.
TEST(RacesInSmallGroups, AreToldOfTheHostsGroups) {
  Session session;
  Program program = session.build(
      "#line 1 \"k.cl\"\nkernel void k(global int *out) {\nint i = get_global_id(0);\n"
      "out[i] = i ? out[i - 1] : 7;\n}\n"
      "kernel void a(global int *out) {\natomic_inc(out);\n"
      "if (get_global_id(0) == 3)\nout[1] = *out;\n}",
      "-cl-weft-vectorise=off -cl-weft-check=races");
  const auto reportsFrom = [&](const char *kernel) {
    return reportsOf([&] {
      std::vector<int> out(4);
      session.run(program, kernel, {{4}, {4}}, inOut(out));
    });
  };
  const std::vector<std::string> neighbours = reportsFrom("k"), atomic = reportsFrom("a");
  EXPECT_FALSE(neighbours.empty());
  for (const std::string &report : neighbours)
    EXPECT_EQ(partsOfRace(report).second, noGlobalBarrier) << report;
  EXPECT_FALSE(atomic.empty());
  for (const std::string &report : atomic) {
    const std::string item = "work-item (3, 0, 0)";
    EXPECT_EQ(report.find(item), report.rfind(item)) << "it does not race with itself: " << report;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, RaceFaults, testing::ValuesIn(faults),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace weft::test
