// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with one mistake with asynchronous copies each, in scalar and vector code and from
// SPIR-V, and the same without.
#include "tests/checked/faults/forms.h"
#include "tests/checked/faults/spirv_form.h"

#include <set>

namespace weft::test {
namespace {

struct Fault {
  const char *name;
  const char *wrong, *right;     ///< the body of the kernel; its first line is line 3
  std::set<std::string> reports; ///< place and message; "byte *" stands for any byte
  const char *before = "";
  bool hasSpirv = true; ///< SPIR-V has the functions

  friend std::ostream &operator<<(std::ostream &stream, const Fault &fault) {
    return stream << fault.name;
  }
};

const std::string tile = "argument 2 'tile' (local memory of 64 bytes)",
                  out = "argument 0 'out' (buffer of 256 bytes, CL_MEM_READ_WRITE | "
                        "CL_MEM_COPY_HOST_PTR)";

std::string touch(const std::string &access, const std::string &object, const std::string &copy,
                  bool isWritten = true) {
  return access + " of 4 bytes at byte * of " + object + (isWritten ? ", to" : ", from") +
         " which the asynchronous copy at k.cl:" + copy + (isWritten ? " writes" : " reads") +
         " until the group has waited for it";
}

std::string conflict(const char *does, const std::string &other, const char *othersDo) {
  return std::string("asynchronous copy that ") + does + " where the one at k.cl:" + other + " " +
         othersDo + ", for which the group has not waited";
}

constexpr const char *never = "asynchronous copy for which the group never waits";

// `out` and `in` have 64 numbers, in[i] is i, `tile` has 16 in local memory; l is the local id.
const Fault faults[] = {
    {"read_before_the_wait",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nout[i] = tile[l];\n"
     "wait_group_events(1, &e);",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);\n"
     "out[i] = tile[l];",
     {"4:10: " + touch("read", tile, "3:13")}},
    {"write_before_the_wait",
     "event_t e = async_work_group_copy(tile, in, 8, 0);\ntile[l] = i;\n"
     "wait_group_events(1, &e);\nout[i] = tile[l];",
     "event_t e = async_work_group_copy(tile, in, 8, 0);\nif (l > 7) tile[l] = i;\n"
     "wait_group_events(1, &e);\nout[i] = tile[l];",
     {"4:9: " + touch("write", tile, "3:13")}},
    {"atomic_before_the_wait",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\natomic_add(tile + l, 1);\n"
     "wait_group_events(1, &e);\nout[i] = tile[l];",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);\n"
     "atomic_add(tile + l, 1);\nout[i] = tile[l];",
     {"4:1: " + touch("atomic operation", tile, "3:13")}},
    {"source_in_global_memory",
     "event_t e = async_work_group_copy(tile, out + i - l, 16, 0);\nout[i] = i;\n"
     "wait_group_events(1, &e);\nout[i] += tile[l];",
     "event_t e = async_work_group_copy(tile, out + i - l, 16, 0);\nint v = out[i];\n"
     "wait_group_events(1, &e);\nout[i] = v + tile[l];",
     {"4:8: " + touch("write", out, "3:13", false)}},
    {"source_in_local_memory",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\ntile[l] = 0;\n"
     "wait_group_events(1, &e);",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\nint v = tile[l];\n"
     "wait_group_events(1, &e);\nout[i] += v;",
     {"6:9: " + touch("write", tile, "5:13", false)}},
    {"destination_in_global_memory",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\nint v = out[i];\n"
     "wait_group_events(1, &e);\nout[i] = v;",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\n"
     "wait_group_events(1, &e);\nint v = out[i];\nout[i] = v;",
     {"6:9: " + touch("read", out, "5:13")}},
    {"some_read",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nint v = 0;\n"
     "if (in[i] % 16 == 5) v = tile[in[i] % 16];\nwait_group_events(1, &e);\nout[i] = v;",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nint v = 0;\n"
     "wait_group_events(1, &e);\nif (in[i] % 16 == 5) v = tile[in[i] % 16];\nout[i] = v;",
     {"5:26: " + touch("read", tile, "3:13")}},
    {"barrier_is_no_wait",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "out[i] = tile[l];\nwait_group_events(1, &e);",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l];",
     {"5:10: " + touch("read", tile, "3:13")}},
    {"loop",
     "int s = 0;\nevent_t e = async_work_group_copy(tile, in, 8, 0);\n"
     "for (int j = 0; j < 4; ++j) {\nwait_group_events(1, &e);\n"
     "if (j < 3) e = async_work_group_copy(tile + 8 * ((j + 1) % 2), in + 8 * j, 8, 0);\n"
     "s += tile[8 * ((j + 1) % 2) + l % 8];\nbarrier(CLK_LOCAL_MEM_FENCE);\n}\nout[i] = s;",
     "int s = 0;\nevent_t e = async_work_group_copy(tile, in, 8, 0);\n"
     "for (int j = 0; j < 4; ++j) {\nwait_group_events(1, &e);\n"
     "if (j < 3) e = async_work_group_copy(tile + 8 * ((j + 1) % 2), in + 8 * j, 8, 0);\n"
     "s += tile[8 * (j % 2) + l % 8];\nbarrier(CLK_LOCAL_MEM_FENCE);\n}\nout[i] = s;",
     {"8:6: " + touch("read", tile, "7:16")}},
    {"another_event",
     "event_t e[2];\ne[0] = async_work_group_copy(tile, in, 8, 0);\n"
     "e[1] = async_work_group_copy(tile + 8, in, 8, 0);\nwait_group_events(1, e + 1);\n"
     "int v = tile[l];\nwait_group_events(1, e);\nout[i] = v;",
     "event_t e[2];\ne[0] = async_work_group_copy(tile, in, 8, 0);\n"
     "e[1] = async_work_group_copy(tile + 8, in, 8, 0);\nwait_group_events(2, e);\n"
     "int v = tile[l];\nout[i] = v;",
     {"7:9: " + touch("read", tile, "4:8")}},
    {"variable_count",
     "event_t e[4];\nfor (int j = 0; j < 4; ++j)\n"
     "e[j] = async_work_group_copy(tile + 4 * j, in, 4, 0);\n"
     "wait_group_events(in[3], e);\nint v = tile[l];\nwait_group_events(1, e + 3);\nout[i] = v;",
     "event_t e[4];\nfor (int j = 0; j < 4; ++j)\n"
     "e[j] = async_work_group_copy(tile + 4 * j, in, 4, 0);\n"
     "wait_group_events(in[4], e);\nint v = tile[l];\nout[i] = v;",
     {"7:9: " + touch("read", tile, "5:8")}},
    {"joined_event",
     "event_t e = async_work_group_copy(tile, in, 8, 0);\n"
     "async_work_group_copy(tile + 8, in, 8, 0);\nwait_group_events(1, &e);\nout[i] = tile[l];",
     "event_t e = async_work_group_copy(tile, in, 8, 0);\n"
     "async_work_group_copy(tile + 8, in, 8, e);\nwait_group_events(1, &e);\nout[i] = tile[l];",
     {"4:1: " + std::string(never), "6:10: " + touch("read", tile, "4:1")}},
    {"never_waited",
     "async_work_group_copy(tile, in, 16, 0);\nout[i] = i;",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nout[i] = i;\n"
     "wait_group_events(1, &e);",
     {"3:1: " + std::string(never)}},
    {"waited_twice",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);\n"
     "out[i] = tile[l];\nwait_group_events(1, &e);",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);\n"
     "out[i] = tile[l];\ne = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);",
     {"6:1: wait for an event for which the group has waited at k.cl:4:1 already"}},
    {"no_event",
     "event_t e = 0;\nwait_group_events(1, &e);\nout[i] = i;",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);\n"
     "out[i] = i;",
     {"4:1: wait for an event that no asynchronous copy has"}},
    {"two_write",
     "event_t e = async_work_group_copy(tile, in, 9, 0);\n"
     "e = async_work_group_copy(tile + 8, in, 8, e);\nwait_group_events(1, &e);\n"
     "out[i] = tile[l];",
     "event_t e = async_work_group_copy(tile, in, 8, 0);\n"
     "e = async_work_group_copy(tile + 8, in, 8, e);\nwait_group_events(1, &e);\n"
     "out[i] = tile[l];",
     {"4:5: " + conflict("writes", "3:13", "writes")}},
    {"one_reads_what_another_writes",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\n"
     "e = async_work_group_copy(out + i - l, tile, 16, e);\nwait_group_events(1, &e);",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);\n"
     "e = async_work_group_copy(out + i - l, tile, 16, 0);\nwait_group_events(1, &e);",
     {"4:5: " + conflict("reads", "3:13", "writes")}},
    {"one_writes_what_another_reads",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\n"
     "e = async_work_group_copy(tile, in, 16, e);\nwait_group_events(1, &e);",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(out + i - l, tile, 16, 0);\nwait_group_events(1, &e);\n"
     "e = async_work_group_copy(tile, in, 16, 0);\nwait_group_events(1, &e);",
     {"6:5: " + conflict("writes", "5:13", "reads")}},
    {"fence_of_copies",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\n"
     "e = async_work_group_copy(out + i - l, tile, 16, e);\nwait_group_events(1, &e);",
     "event_t e = async_work_group_copy(tile, in, 16, 0);\n"
     "async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);\n"
     "e = async_work_group_copy(out + i - l, tile, 16, e);\nwait_group_events(1, &e);",
     {"4:5: " + conflict("reads", "3:13", "writes")},
     "",
     /*hasSpirv=*/false},
    {"strides",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_strided_copy(out + i - l, tile, 8, 2, 0);\n"
     "e = async_work_group_strided_copy(out + i - l + 2, tile + 8, 6, 2, e);\n"
     "wait_group_events(1, &e);",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_strided_copy(out + i - l, tile, 8, 2, 0);\n"
     "e = async_work_group_strided_copy(out + i - l + 1, tile + 8, 8, 2, e);\n"
     "wait_group_events(1, &e);",
     {"6:5: " + conflict("writes", "5:13", "writes")}},
    {"between_strides",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_strided_copy(out + i - l, tile, 8, 2, 0);\n"
     "if (l == 4) out[i] = i;\nwait_group_events(1, &e);",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_strided_copy(out + i - l, tile, 8, 2, 0);\n"
     "if (l % 2 == 1) out[i] = i;\nwait_group_events(1, &e);",
     {"6:20: " + touch("write", out, "5:13")}},
    {"lines",
     "event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 2, 4, 8, 4, 0);\n"
     "if (l == 5) tile[l] = i;\nwait_group_events(1, &e);\nout[i] = tile[l];",
     "event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 2, 4, 8, 4, 0);\n"
     "if (l % 4 > 1) tile[l] = i;\nwait_group_events(1, &e);\nout[i] = tile[l];",
     {"4:21: " + touch("write", tile, "3:13")},
     "",
     /*hasSpirv=*/false},
    {"local_variable",
     "local int t[16];\nevent_t e = async_work_group_copy(t, in, 16, 0);\nt[l] = i;\n"
     "wait_group_events(1, &e);\nout[i] = t[l];",
     "local int t[16];\nt[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "event_t e = async_work_group_copy(t, in, 16, 0);\nwait_group_events(1, &e);\nout[i] = t[l];",
     {"5:6: " + touch("write", "local variable 't' of 64 bytes", "4:13")}},
    {"helper",
     "event_t e = fetch(tile, in);\nout[i] = tile[l];\nwait_group_events(1, &e);",
     "event_t e = fetch(tile, in);\nwait_group_events(1, &e);\nout[i] = tile[l];",
     {"4:10: " + touch("read", tile, "1:63")},
     "#line 1 \"k.cl\"\nevent_t fetch(local int *to, global const int *from) { return "
     "async_work_group_copy(to, from, 16, 0); }\n"},
};

class AsyncFaults : public testing::TestWithParam<Fault> {
protected:
  static constexpr const char *check = "-cl-weft-check=async ";

  static std::string source(const char *body) {
    return kernelOf(GetParam().before, "global int *out, global const int *in, local int *tile",
                    body);
  }
  std::set<std::string> run(cl_program program) const {
    std::set<std::string> found;
    for (const std::string &line : reportsOf([&] {
           std::vector<int> out(items), numbers(items);
           std::iota(numbers.begin(), numbers.end(), 0);
           session.run(program, "k", {{items}, {localSize}}, inOut(out), in(numbers),
                       local(localSize * sizeof(int)));
         }))
      found.insert(std::regex_replace(line.substr(0, line.rfind("; work-item ")),
                                      std::regex("at byte [0-9]+"), "at byte *"));
    return found;
  }
  static std::set<std::string> expected() {
    std::set<std::string> lines;
    for (const std::string &report : GetParam().reports)
      lines.insert("weft: async: kernel 'k', k.cl:" + report);
    return lines;
  }

  Session session;
};

TEST_P(AsyncFaults, AreReportedInTheirForms) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    EXPECT_EQ(
        run(session.build(source(GetParam().wrong), std::string("-cl-std=CL3.0 ") + check + form)),
        expected());
  }
}

TEST_P(AsyncFaults, AreGoneWithTheMistake) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    EXPECT_EQ(
        run(session.build(source(GetParam().right), std::string("-cl-std=CL3.0 ") + check + form)),
        std::set<std::string>());
  }
}

TEST_P(AsyncFaults, AreReportedInSpirv) {
  if (!GetParam().hasSpirv)
    GTEST_SKIP() << "SPIR-V lacks the functions";
  std::set<std::string> lines;
  for (const std::string &line : expected())
    lines.insert(withoutLines(line));
  EXPECT_EQ(run(buildSpirvOf(session, source(GetParam().wrong), check)), lines);
  EXPECT_EQ(run(buildSpirvOf(session, source(GetParam().right), check)), std::set<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Each, AsyncFaults, testing::ValuesIn(faults),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(AsyncCopies, HaveTheSameEventForAGroup) {
  Session session;
  const auto run = [&](const char *wait) {
    const Program program = session.build(
        kernelOf("", "global int *out, global const int *in, local int *tile",
                 std::string("event_t e[2];\ne[0] = async_work_group_copy(tile, in, 8, 0);\n"
                             "e[1] = async_work_group_copy(tile + 8, in, 8, 0);\n") +
                     wait + "\nwait_group_events(2, e);\nout[i] = tile[l];"),
        "-cl-weft-check=async,barriers");
    return reportsOf([&] {
      std::vector<int> out(items), numbers(items);
      session.run(program, "k", {{items}, {localSize}}, inOut(out), in(numbers),
                  local(localSize * sizeof(int)));
    });
  };
  EXPECT_EQ(run(""), std::vector<std::string>());
  const auto reports = run("wait_group_events(1, e + (l & 1));");
  EXPECT_TRUE(std::ranges::any_of(reports, [](const std::string &report) {
    return report.starts_with(
        "weft: barriers: kernel 'k', k.cl:6:1: wait with operands that differ "
        "between work-items of the group: 2 and 1");
  }));
}

// The copies are made as without the check.
TEST(AsyncCopies, GiveTheSameResults) {
  Session session;
  const Program program = session.build(
      kernelOf("", "global int *out, global const int *in, local int *tile",
               "event_t e = async_work_group_copy(tile, in + i - l, 16, 0);\n"
               "int v = tile[15 - l];\nwait_group_events(1, &e);\nv += tile[15 - l];\n"
               "tile[l] = v;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
               "e = async_work_group_strided_copy(out + i - l, tile, 8, 2, 0);\n"
               "wait_group_events(1, &e);"),
      "-cl-weft-check=all");
  std::vector<int> out(items), numbers(items);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_FALSE(reportsOf([&] {
                 session.run(program, "k", {{items}, {localSize}}, inOut(out), in(numbers),
                             local(localSize * sizeof(int)));
               }).empty());
  for (std::size_t i = 0; i != items; ++i) {
    const std::size_t group = i / 16 * 16, l = i % 16;
    EXPECT_EQ(out[i], l % 2 ? 0 : static_cast<int>(2 * (group + 15 - l / 2))) << i;
  }
}

} // namespace
} // namespace weft::test
