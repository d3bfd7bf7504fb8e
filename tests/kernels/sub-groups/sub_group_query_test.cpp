// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a work-item is in its sub-groups, votes and ballots.
#include "tests/kernels/sub-groups/sub_group_model.h"

#include <bit>

namespace weft::test {
namespace {

class SubGroups : public testing::TestWithParam<size_t> {
protected:
  Program build(const std::string &source, const std::string &options = "-cl-std=CL3.0") const {
    return session.build(source, options + sizeOption(GetParam()));
  }
  /// The size of the kernel, which is the one that it requires.
  size_t sizeOfTest(cl_program program) const {
    const size_t size = sizeOf(session, program, "test");
    EXPECT_TRUE(std::has_single_bit(size) && size >= 8 && size <= 64) << size;
    if (GetParam()) {
      EXPECT_EQ(size, GetParam());
    }
    return size;
  }

  Session session;
};

INSTANTIATE_TEST_SUITE_P(Sizes, SubGroups, testing::ValuesIn(requiredSizes));

TEST_P(SubGroups, WorkItemsKnowTheirPlace) {
  const char *source = R"(
    kernel SIZED void test(global uint *out) {
      global uint *mine = out + get_global_linear_id() * 6;
      mine[0] = get_sub_group_size();
      mine[1] = get_max_sub_group_size();
      mine[2] = get_num_sub_groups();
      mine[3] = get_enqueued_num_sub_groups();
      mine[4] = get_sub_group_id();
      mine[5] = get_sub_group_local_id();
    })";
  Program program = build(source);
  const size_t size = sizeOfTest(program);
  for (const Shape &shape : shapes()) {
    SCOPED_TRACE(shape);
    std::vector<cl_uint> out(shape.items() * 6);
    session.run(program, "test", shape.range(), inOut(out));
    const size_t enqueued = (shape.local[0] * shape.local[1] * shape.local[2] + size - 1) / size;
    for (const WorkGroup &group : workGroupsOf(shape, size))
      for (size_t id = 0; id < group.subGroups.size(); ++id) {
        const SubGroup &lanes = group.subGroups[id];
        for (size_t lane = 0; lane < lanes.size(); ++lane) {
          const std::vector<size_t> expected{lanes.size(), size, group.subGroups.size(),
                                             enqueued,     id,   lane};
          const auto *mine = &out[lanes[lane] * 6];
          ASSERT_EQ(std::vector<size_t>(mine, mine + 6), expected) << lanes[lane];
        }
      }
  }
}

TEST_P(SubGroups, OlderVersionsOfTheLanguageHaveThem) {
  for (const char *version : {"-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL2.0"}) {
    SCOPED_TRACE(version);
    Program program = build(R"(
      kernel SIZED void test(global uint *out) {
        uint i = get_global_id(0);
        out[i] = get_sub_group_local_id() + 100 * sub_group_reduce_add(1u) +
                 10000 * sub_group_shuffle_xor(i, 1u) + 1000000 * sub_group_ballot_bit_count(sub_group_ballot(i & 1));
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      })",
                            version);
    const auto size = static_cast<cl_uint>(sizeOfTest(program));
    std::vector<cl_uint> out(128);
    session.run(program, "test", {{128}, {64}}, inOut(out));
    for (cl_uint i = 0; i < 128; ++i)
      ASSERT_EQ(out[i], i % size + 100 * size + 10000 * (i ^ 1) + 1000000 * (size / 2));
  }
}

TEST_P(SubGroups, VotesOfAll) {
  Program program = build(R"(
    kernel SIZED void test(global const int *in, global int *all, global int *any) {
      size_t i = get_global_linear_id();
      all[i] = sub_group_all(in[i]);
      any[i] = sub_group_any(in[i]);
    })");
  const size_t size = sizeOfTest(program);
  for (const Shape &shape : shapes()) {
    SCOPED_TRACE(shape);
    const auto groups = subGroupsOf(shape, size);
    std::vector<cl_int> input(shape.items()), all(shape.items()), any(shape.items());
    for (size_t g = 0; g < groups.size(); ++g)
      for (size_t lane = 0; lane < groups[g].size(); ++lane)
        input[groups[g][lane]] = g % 4 == 0   ? 0x100
                                 : g % 4 == 1 ? 0
                                 : g % 4 == 2 ? (lane == groups[g].size() - 1 ? -4 : 0)
                                              : (lane == groups[g].size() / 2 ? 0 : 1 << 31);
    session.run(program, "test", shape.range(), in(input), inOut(all), inOut(any));
    const auto isSet = [&](size_t item) { return input[item] != 0; };
    for (const SubGroup &lanes : groups)
      for (size_t item : lanes) {
        ASSERT_EQ(all[item] != 0, std::ranges::all_of(lanes, isSet)) << item;
        ASSERT_EQ(any[item] != 0, std::ranges::any_of(lanes, isSet)) << item;
      }
  }
}

TEST_P(SubGroups, VotesOfActiveWorkItems) {
  Program program = build(R"(
    kernel SIZED void test(global const uchar *active, global const int *in, global int *out) {
      size_t i = get_global_linear_id();
      global int *mine = out + i * 3;
      if (active[i]) {
        mine[0] = sub_group_elect() != 0;
        mine[1] = sub_group_non_uniform_all(in[i]) != 0;
        mine[2] = sub_group_non_uniform_any(in[i]) != 0;
      }
    })");
  const size_t size = sizeOfTest(program);
  for (const Shape &shape : shapes())
    for (const Activity &active : activities(shape.items())) {
      SCOPED_TRACE(shape);
      std::vector<cl_int> input(shape.items()), out(shape.items() * 3, -1);
      for (size_t i = 0; i < input.size(); ++i)
        input[i] = scrambled(i * 3) % 8 == 0 ? 0 : static_cast<cl_int>(scrambled(i) & 0x7000);
      session.run(program, "test", shape.range(), in(active), in(input), inOut(out));
      for (const SubGroup &lanes : subGroupsOf(shape, size)) {
        SubGroup members;
        std::ranges::copy_if(lanes, std::back_inserter(members),
                             [&](size_t item) { return active[item] != 0; });
        const auto isSet = [&](size_t item) { return input[item] != 0; };
        for (size_t item : lanes) {
          std::vector<cl_int> expected(3, -1);
          if (active[item])
            expected = {item == members.front(), std::ranges::all_of(members, isSet),
                        std::ranges::any_of(members, isSet)};
          ASSERT_EQ(std::vector<cl_int>(&out[item * 3], &out[item * 3] + 3), expected) << item;
        }
      }
    }
}

TEST_P(SubGroups, AllEqualForEachType) {
  struct Case {
    const char *type, *different; ///< a value unlike (T)1
  };
  const Case cases[] = {{"char", "(char)-127"},
                        {"uchar", "(uchar)0x81"},
                        {"short", "(short)0x101"},
                        {"ushort", "(ushort)0x8001"},
                        {"int", "0x10001"},
                        {"uint", "0x80000001u"},
                        {"long", "0x100000001L"},
                        {"ulong", "0x8000000000000001UL"},
                        {"half", "(half)1.5h"},
                        {"float", "1.0000001f"},
                        {"double", "1.0000000000001"},
                        {"float", "NAN"}};
  for (const Case &one : cases) {
    SCOPED_TRACE(one.type);
    Program program =
        build(R"(
      kernel SIZED void test(global const uchar *active, global const uchar *differs,
                             global int *out) {
        size_t i = get_global_linear_id();
        T value = differs[i] ? DIFFERENT : (T)1;
        if (active[i])
          out[i] = sub_group_non_uniform_all_equal(value) != 0;
      })",
              std::string("-cl-std=CL3.0 -DT=") + one.type + " -DDIFFERENT=" + one.different);
    const size_t size = sizeOfTest(program);
    const Shape &shape = shapes()[7];
    const bool isNan = std::string(one.different) == "NAN";
    for (const Activity &active : activities(shape.items())) {
      std::vector<cl_uchar> differs(shape.items());
      std::vector<cl_int> out(shape.items(), -1);
      for (size_t i = 0; i < differs.size(); ++i)
        differs[i] = i / size % 3 == 0 ? 0 : i / size % 3 == 1 ? 1 : scrambled(i) % 16 == 0;
      session.run(program, "test", shape.range(), in(active), in(differs), inOut(out));
      for (const SubGroup &lanes : subGroupsOf(shape, size)) {
        size_t members = 0, different = 0;
        for (size_t item : lanes) {
          members += active[item];
          different += active[item] && differs[item];
        }
        const bool areEqual = different == 0 || (different == members && !isNan);
        for (size_t item : lanes)
          ASSERT_EQ(out[item], active[item] ? areEqual : -1) << item;
      }
    }
  }
}

constexpr size_t ballotResults = 16;

TEST_P(SubGroups, Ballots) {
  Program program = build(R"(
    kernel SIZED void test(global const uchar *active, global const int *in, global const ulong *sets,
                           global ulong *out) {
      size_t i = get_global_linear_id();
      global ulong *mine = out + i * RESULTS;
      ulong set = sets[get_sub_group_id()];
      uint4 value = (uint4)((uint)set, (uint)(set >> 32), 0x55555555, 0xffffffff);
      if (active[i]) {
        uint4 ballot = sub_group_ballot(in[i]);
        mine[0] = as_ulong(ballot.xy);
        mine[1] = as_ulong(ballot.zw);
        mine[2] = sub_group_inverse_ballot(value) != 0;
        ulong extracted = 0;
        for (uint k = 0; k < get_max_sub_group_size(); ++k)
          extracted |= (ulong)(sub_group_ballot_bit_extract(value, k) != 0) << k;
        mine[3] = extracted;
        mine[4] = sub_group_ballot_bit_count(value);
        mine[5] = sub_group_ballot_inclusive_scan(value);
        mine[6] = sub_group_ballot_exclusive_scan(value);
        mine[7] = sub_group_ballot_find_lsb(value);
        mine[8] = sub_group_ballot_find_msb(value);
        mine[9] = as_ulong(get_sub_group_eq_mask().xy);
        mine[10] = as_ulong(get_sub_group_ge_mask().xy);
        mine[11] = as_ulong(get_sub_group_gt_mask().xy);
        mine[12] = as_ulong(get_sub_group_le_mask().xy);
        mine[13] = as_ulong(get_sub_group_lt_mask().xy);
        uint4 rest = get_sub_group_ge_mask() | get_sub_group_gt_mask() | get_sub_group_le_mask() |
                     get_sub_group_lt_mask() | get_sub_group_eq_mask();
        mine[14] = as_ulong(rest.zw);
        mine[15] = sub_group_broadcast_first((uint)i);
      }
    })",
                          "-cl-std=CL3.0 -DRESULTS=" + std::to_string(ballotResults));
  const size_t size = sizeOfTest(program);
  const cl_ulong whole = ~cl_ulong{0} >> (64 - size);
  std::vector<cl_ulong> sets(512);
  for (size_t i = 0; i < sets.size(); ++i)
    sets[i] = scrambled(i) | 1; // so that the lowest bit of all lanes is known
  sets[0] = ~cl_ulong{0};
  sets[1] = cl_ulong{1} << (size - 1);
  for (const Shape &shape : shapes())
    for (const Activity &active : activities(shape.items())) {
      SCOPED_TRACE(shape);
      std::vector<cl_int> input(shape.items());
      for (size_t i = 0; i < input.size(); ++i)
        input[i] = scrambled(i) % 3 ? static_cast<cl_int>(0x100 << i % 8) : 0;
      std::vector<cl_ulong> out(shape.items() * ballotResults, 77);
      session.run(program, "test", shape.range(), in(active), in(input), in(sets), inOut(out));
      for (const WorkGroup &group : workGroupsOf(shape, size))
        for (size_t id = 0; id < group.subGroups.size(); ++id) {
          const SubGroup &lanes = group.subGroups[id];
          const cl_ulong set = sets[id] & whole;
          cl_ulong ballot = 0;
          size_t first = ~size_t{0};
          for (size_t lane = 0; lane < lanes.size(); ++lane) {
            if (active[lanes[lane]] && input[lanes[lane]])
              ballot |= cl_ulong{1} << lane;
            if (active[lanes[lane]])
              first = std::min(first, lane);
          }
          for (size_t lane = 0; lane < lanes.size(); ++lane) {
            const cl_ulong bit = cl_ulong{1} << lane, below = bit - 1;
            const auto count = [](cl_ulong bits) { return cl_ulong(std::popcount(bits)); };
            std::vector<cl_ulong> expected(ballotResults, 77);
            if (active[lanes[lane]])
              expected = {ballot,
                          0,
                          (set & bit) != 0,
                          set,
                          count(set),
                          count(set & (below | bit)),
                          count(set & below),
                          cl_ulong(std::countr_zero(set)),
                          63 - cl_ulong(std::countl_zero(set)),
                          bit,
                          whole & ~below,
                          whole & ~below & ~bit,
                          below | bit,
                          below,
                          0,
                          lanes[first]};
            const auto *mine = &out[lanes[lane] * ballotResults];
            ASSERT_EQ(std::vector<cl_ulong>(mine, mine + ballotResults), expected) << lanes[lane];
          }
        }
    }
}

} // namespace
} // namespace weft::test
