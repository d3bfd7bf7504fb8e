// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that order accesses among fewer work-items than make them: by atomic operations of too
// narrow a scope, and by barriers of sub-groups.
#include "tests/checked/faults/race_fault.h"
#include "tests/checked/faults/spirv_form.h"

namespace weft::test {
namespace {

constexpr const char *groupsAreNotReached =
                         "memory_scope_work_group and narrower ones reach no other group",
                     *nobodyIsReached = "memory_scope_work_item reaches no other work-item",
                     *noLocalBarrier =
                         "no barrier of the whole group with CLK_LOCAL_MEM_FENCE between",
                     *noGlobalBarrier =
                         "no barrier of the whole group with CLK_GLOBAL_MEM_FENCE between";

/// `g` and `t` are `out` and `tile` as atomic objects.
constexpr const char *atomics =
    "#define g ((volatile global atomic_int *)out)\n"
    "#define t ((volatile local atomic_int *)tile)\n"
    "#define add(p, scope) atomic_fetch_add_explicit(p, 1, memory_order_relaxed, "
    "memory_scope_##scope)\n";

const RaceFault scopes[] = {
    {"groups_count",
     "add(g + 5, work_group);",
     "add(g + 5, device);",
     {"3:1 3:1"},
     groupsAreNotReached,
     atomics},
    {"groups_count_in_sub_groups",
     "add(g + in[i] % 3, sub_group);",
     "add(g + get_group_id(0), sub_group);",
     {"3:1 3:1"},
     groupsAreNotReached,
     atomics},
    {"group_counts",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\nadd(t, work_item);",
     "if (l == 0) tile[0] = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\nadd(t, work_group);",
     {"5:1 5:1"},
     nobodyIsReached,
     atomics},
    {"one_group_is_wide",
     "if (i < 16)\nadd(g, device);\nelse if (i < 32)\nadd(g, work_group);",
     "if (i < 16)\nadd(g, device);\nelse if (i < 32)\nadd(g, all_svm_devices);",
     {"4:1 6:1"},
     groupsAreNotReached,
     atomics},
    {"exchange",
     "int old = 0;\natomic_compare_exchange_strong_explicit(g + 9, &old, i + 1, "
     "memory_order_relaxed, memory_order_relaxed, memory_scope_work_group);",
     "int old = 0;\natomic_compare_exchange_strong_explicit(g + 9, &old, i + 1, "
     "memory_order_relaxed, memory_order_relaxed, memory_scope_device);",
     {"4:1 4:1"},
     groupsAreNotReached,
     atomics},
    {"store_and_load",
     "if (i == 3) atomic_store_explicit(g + 1, 7, memory_order_relaxed, memory_scope_work_group);\n"
     "if (i == 40)\nout[i] = atomic_load_explicit(g + 1, memory_order_relaxed, "
     "memory_scope_device);",
     "if (i == 3) atomic_store_explicit(g + 1, 7, memory_order_relaxed, memory_scope_device);\n"
     "if (i == 40)\nout[i] = atomic_load_explicit(g + 1, memory_order_relaxed, "
     "memory_scope_device);",
     {"3:13 5:10"},
     groupsAreNotReached,
     atomics},
    // What acquires orders no more than its scope.
    {"places_of_a_group",
     "int n = atomic_fetch_add_explicit(g, 1, memory_order_acq_rel, memory_scope_work_group);\n"
     "if (n > 99) out[n] = i;",
     "int n = atomic_fetch_add_explicit(g, 1, memory_order_acq_rel, memory_scope_device);\n"
     "if (n > 99) out[n] = i;",
     {"3:9 3:9"},
     groupsAreNotReached,
     atomics},
    {"flag_of_another_group",
     "if (i == 0) atomic_store_explicit(g + 20, 1, memory_order_release, "
     "memory_scope_work_group);\n"
     "else if (i == 16 && atomic_load_explicit(g + 20, memory_order_acquire, "
     "memory_scope_work_group)) out[60] = 1;",
     "if (i == 0) atomic_store_explicit(g + 20, 1, memory_order_release, memory_scope_device);\n"
     "else if (i == 16 && atomic_load_explicit(g + 20, memory_order_acquire, "
     "memory_scope_device)) out[60] = 1;",
     {"3:13 4:21"},
     groupsAreNotReached,
     atomics},
    {"scope_of_a_function",
     "count(g, memory_scope_work_group);",
     "count(g, memory_scope_device);",
     {"1:69 1:69"},
     groupsAreNotReached,
     "#define g ((volatile global atomic_int *)out)\n#line 1 \"k.cl\"\n"
     "void count(volatile global atomic_int *p, memory_scope scope) {     "
     "atomic_fetch_max_explicit(p, get_global_id(0), memory_order_relaxed, scope); }\n"},
};

constexpr const char *ofEight = "__attribute__((intel_reqd_sub_group_size(8)))\n";

// Groups of 16 have two sub-groups.
const RaceFault barriers[] = {
    {"of_another_sub_group",
     "tile[l] = i;\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[15 - l];",
     "tile[l] = i;\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l ^ 7];",
     {"3:9 5:10"},
     noLocalBarrier,
     ofEight},
    {"in_the_sub_group",
     "tile[l] = i;\nint n = tile[l ^ 1];\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = n;",
     "tile[l] = i;\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\nint n = tile[l ^ 1];\nout[i] = n;",
     {"3:9 4:9"},
     noLocalBarrier,
     ofEight},
    {"of_other_memory",
     "tile[l] = i;\nsub_group_barrier(CLK_GLOBAL_MEM_FENCE);\nout[i] = tile[l ^ 1];",
     "tile[l] = i;\nsub_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);\n"
     "out[i] = tile[l ^ 1];",
     {"3:9 5:10"},
     noLocalBarrier,
     ofEight},
    {"in_global_memory",
     "out[i] = i;\nsub_group_barrier(CLK_GLOBAL_MEM_FENCE);\n"
     "int n = out[i ^ 8];\nbarrier(CLK_GLOBAL_MEM_FENCE);\nout[i] = n;",
     "out[i] = i;\nbarrier(CLK_GLOBAL_MEM_FENCE);\nint n = out[i ^ 8];\n"
     "barrier(CLK_GLOBAL_MEM_FENCE);\nout[i] = n;\nsub_group_barrier(CLK_GLOBAL_MEM_FENCE);",
     {"3:8 5:9"},
     noGlobalBarrier,
     ofEight},
    {"tree",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "for (int w = 8; w > 0; w /= 2) {\nif (l < w) tile[l] += tile[l + w];\n"
     "sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n}\nout[i] = tile[0];",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "for (int w = 8; w > 0; w /= 2) {\nif (l < w) tile[l] += tile[l + w];\n"
     "sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n}\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
     "out[i] = tile[0];",
     {"6:20 9:10", "9:10 9:10"},
     noLocalBarrier,
     ofEight},
    {"tree_without_first_barrier",
     "tile[l] = i;\nfor (int w = 8; w > 0; w /= 2) {\n"
     "sub_group_barrier(CLK_LOCAL_MEM_FENCE);\nif (l < w) tile[l] += tile[l + w];\n}\n"
     "if (l == 0) out[i] = tile[0];",
     "tile[l] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nfor (int w = 8; w > 0; w /= 2) {\n"
     "sub_group_barrier(CLK_LOCAL_MEM_FENCE);\nif (l < w) tile[l] += tile[l + w];\n}\n"
     "if (l == 0) out[i] = tile[0];",
     {"3:9 6:23"},
     noLocalBarrier,
     ofEight},
    // One sub-group comes through more barriers than the other.
    {"different_numbers",
     "if (l < 8) {\nfor (int j = 0; j < 3; ++j)\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
     "tile[l] = i;\n}\nif (l >= 8) out[i] = tile[l - 8];",
     "if (l < 8) {\nfor (int j = 0; j < 3; ++j)\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
     "tile[l] = i;\n}\nbarrier(CLK_LOCAL_MEM_FENCE);\nif (l >= 8) out[i] = tile[l - 8];\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
     "if (l < 8) tile[l + 8] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\nif (l >= 8) tile[l] = i;",
     {"6:9 8:22"},
     noLocalBarrier,
     ofEight},
    // More than are counted.
    {"many",
     "for (int j = 0; j < 100; ++j) {\ntile[l] = i + j;\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
     "out[i] = tile[l ^ 3];\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\n}\nout[i] = tile[l ^ 8];",
     "for (int j = 0; j < 100; ++j) {\ntile[l] = i + j;\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
     "out[i] = tile[l ^ 3];\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\n}\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l ^ 8];",
     {"4:9 9:10", "6:10 9:10"},
     noLocalBarrier,
     ofEight},
    {"all_read_one",
     "if (l == 0) tile[0] = i;\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[0];",
     "if (l % 8 == 0) tile[l] = i;\nsub_group_barrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tile[l & 8];",
     {"3:21 5:10", "5:10 5:10"},
     noLocalBarrier,
     ofEight},
};

class ScopeFaults : public testing::TestWithParam<RaceFault> {
protected:
  Session session;
};

TEST_P(ScopeFaults, AreReportedInTheirForms) { expectRaces(session, GetParam()); }

TEST_P(ScopeFaults, AreGoneWithTheMistake) { expectNoRaces(session, GetParam()); }

// Without lines, the other access of a race is any.
TEST_P(ScopeFaults, AreReportedInSpirv) {
  if (isFirstCode())
    GTEST_SKIP() << "the best code is tested";
  const auto run = [&](const char *body) {
    const Program program = buildSpirvOf(
        session,
        kernelOf(GetParam().before, "global int *out, global const int *in, local int *tile", body),
        "-cl-weft-check=races");
    return reportsOf([&] {
      std::vector<int> out(items), numbers(items);
      std::iota(numbers.begin(), numbers.end(), 0);
      session.run(program, "k", {{items}, {localSize}}, inOut(out), in(numbers),
                  local(localSize * sizeof(int)));
    });
  };
  const std::vector<std::string> reports = run(GetParam().wrong);
  // Of loads Clang's modules tell neither order nor scope, so they may order anything.
  const bool isLoaded = std::string(GetParam().wrong).find("load") != std::string::npos;
  EXPECT_EQ(reports.empty(), isLoaded);
  for (const std::string &report : reports)
    EXPECT_TRUE(report.starts_with("weft: races: kernel 'k': ")) << report;
  EXPECT_EQ(run(GetParam().right), std::vector<std::string>());
}

const auto nameOf = [](const auto &info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Atomics, ScopeFaults, testing::ValuesIn(scopes), nameOf);
INSTANTIATE_TEST_SUITE_P(SubGroups, ScopeFaults, testing::ValuesIn(barriers), nameOf);

} // namespace
} // namespace weft::test
