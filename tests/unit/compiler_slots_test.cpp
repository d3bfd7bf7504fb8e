// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many kernels are compiled at a time, over all programs of a host, and which first.
#include "compiler/server/processes/compile_slots.h"
#include "tests/support/compiler_processes.h"
#include "tests/unit/compiler_server_fixture.h"

#include <sys/socket.h>

namespace weft::compiler {
namespace {

using Shares = std::vector<SlotCounts>;

TEST(CompileSlots, UrgentCodeComesFirst) {
  const SlotDemand spare{.running = {0, 0, 2}, .wanted = {0, 0, 9}, .most = 2};
  EXPECT_EQ(divideSlots(std::vector{spare}), (Shares{{0, 0, 2}}));
  const SlotDemand asked{.running = {}, .wanted = {0, 1, 4}, .most = 2};
  EXPECT_EQ(divideSlots(std::vector{spare, asked}), (Shares{{0, 0, 1}, {0, 1, 0}}));
  const SlotDemand awaited{.running = {}, .wanted = {5, 1, 0}, .most = 2};
  EXPECT_EQ(divideSlots(std::vector{spare, asked, awaited}),
            (Shares{{0, 0, 0}, {0, 0, 0}, {2, 0, 0}}));
}

TEST(CompileSlots, ProgramsTakeTurnsAndKeepWhatTheyHave) {
  const SlotDemand many{.running = {}, .wanted = {0, 0, 9}, .most = 4};
  EXPECT_EQ(divideSlots(std::vector{many, many, many}), (Shares{{0, 0, 2}, {0, 0, 1}, {0, 0, 1}}));
  const SlotDemand busy{.running = {0, 0, 3}, .wanted = {0, 0, 9}, .most = 4};
  EXPECT_EQ(divideSlots(std::vector{many, many, busy}), (Shares{{0, 0, 1}, {0, 0, 0}, {0, 0, 3}}));
}

TEST(CompileSlots, EachProgramHasItsBound) {
  const SlotDemand modest{.running = {}, .wanted = {0, 9, 0}, .most = 1};
  const SlotDemand greedy{.running = {}, .wanted = {0, 9, 0}, .most = 3};
  EXPECT_EQ(divideSlots(std::vector{greedy, modest}), (Shares{{0, 3, 0}, {0, 0, 0}}));
  EXPECT_EQ(divideSlots(std::vector{modest, greedy}), (Shares{{0, 1, 0}, {0, 2, 0}}));
  EXPECT_EQ(divideSlots({}), Shares{});
}

TEST(CompileSlots, TheCacheWaitsUntilItIsQuiet) {
  const SlotDemand left{.running = {0, 0, 1}, .wanted = {0, 0, 2}, .most = 4, .isForCacheAlone = 1};
  const SlotDemand inUse{.running = {}, .wanted = {1, 0, 1}, .most = 4};
  EXPECT_EQ(divideSlots(std::vector{left, inUse}, false), (Shares{{0, 0, 1}, {1, 0, 1}}));
  EXPECT_EQ(divideSlots(std::vector{left, inUse}, true), (Shares{{0, 0, 2}, {1, 0, 1}}));
}

// A socket whose other end is closed stays readable, and the server would never sleep.
TEST(CompileSlots, AProgramThatIsGoneIsNotListenedTo) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  SlotGrants grants{Descriptor(ends[0])};
  {
    CompileSlots program{Descriptor(ends[1])};
    program.ask({.running = {1, 0, 0}, .wanted = {0, 0, 3}, .most = 4});
    grants.receive();
    EXPECT_EQ(grants.demand().wanted, (SlotCounts{0, 0, 3}));
  }
  EXPECT_GE(grants.file(), 0);
  grants.receive();
  EXPECT_LT(grants.file(), 0);
  EXPECT_EQ(grants.demand(), SlotDemand{});
  grants.grant({1, 1, 1});
}

class CompileThreads : public CompilerServer {
protected:
  void SetUp() override {
    CompilerServer::SetUp();
    ::setenv("WEFT_CACHE", "0", 1);
  }
  void TearDown() override {
    ::unsetenv("WEFT_COMPILE_THREADS");
    CompilerServer::TearDown();
  }
};

BuildResult start(const std::string &source) {
  BuildRequest request;
  request.source = source;
  return build(std::move(request), HostState::capture());
}

/// How the codes of a program came to be, when it is whole.
std::vector<CodeRecord> recordsOf(const BuildResult &result) {
  std::vector<CodeRecord> records;
  ProgramCode::Arrival arrival;
  for (arrival.kernel = noCode; arrival.kernel != wholeProgram;) {
    if (!result.code || result.code->receive(arrival, /*waits=*/true) != Passage::Done)
      return {};
    records.insert(records.end(), arrival.records.begin(), arrival.records.end());
  }
  return records;
}

TEST_F(CompileThreads, BoundTheChildrenOfAllPrograms) {
  ::setenv("WEFT_COMPILE_THREADS", "2", 1);
  ::setenv("WEFT_TIERS", "best", 1); // none gives way to first code
  constexpr int programs = 8, kernels = 3;
  std::vector<std::vector<CodeRecord>> records(programs);
  std::vector<std::thread> threads;
  for (int program = 0; program < programs; ++program)
    threads.emplace_back([&, program] {
      std::string source;
      for (int kernel = 0; kernel < kernels; ++kernel)
        source += "kernel void k" + std::to_string(kernel) + "(global float *x) { x[" +
                  std::to_string(program) + "] = pow(x[1], x[0]); }\n";
      records[static_cast<std::size_t>(program)] = recordsOf(start(source));
    });
  for (std::thread &thread : threads)
    thread.join();
  // The changes of the number of children, in the order of time; of one time, ends come first.
  std::vector<std::pair<std::uint64_t, int>> changes;
  for (const auto &ofProgram : records) {
    EXPECT_EQ(ofProgram.size(), std::size_t{kernels} + 1);
    for (const CodeRecord &record : ofProgram) {
      changes.emplace_back(record.begin, 1);
      changes.emplace_back(record.end, -1);
    }
  }
  std::ranges::sort(changes);
  int running = 0, most = 0;
  for (const auto &[time, change] : changes)
    most = std::max(most, running += change);
  EXPECT_EQ(most, 2);
}

TEST_F(CompileThreads, CodeThatIsWaitedForTakesTheSlotOfOther) {
  ::setenv("WEFT_COMPILE_THREADS", "1", 1);
  ::setenv("WEFT_TIERS", "auto", 1);
  const BuildResult longer = start(test::longSource());
  ASSERT_TRUE(longer.code);
  longer.code->request(wholeProgram, Tier::Best);
  EXPECT_TRUE(soon([] { return !test::compilingProcesses().empty(); }));
  const BuildResult shorter = start(freshSource());
  ASSERT_TRUE(shorter.code);
  shorter.code->request(0, Tier::First);
  shorter.code->request(wholeProgram, Tier::Best);
  const auto find = [](const std::vector<CodeRecord> &records, Tier tier) {
    for (const CodeRecord &record : records)
      if (record.kernel == 0 && record.tier == tier)
        return record;
    ADD_FAILURE() << "no such code";
    return CodeRecord{};
  };
  const CodeRecord first = find(recordsOf(shorter), Tier::First);
  const CodeRecord other = find(recordsOf(longer), Tier::Best);
  EXPECT_LT(other.begin, first.begin);
  EXPECT_LT(first.end, other.end);
  EXPECT_EQ(other.origin, CodeRecord::Origin::Made);
}

TEST(CompileSlots, ProgramsThatNobodyWaitsForAreParked) {
  using enum Parking;
  std::vector<SlotDemand> demands(6);
  EXPECT_EQ(choosePrograms(demands, 2), std::vector(6, No)) << "each is waited for";
  for (SlotDemand &demand : demands)
    demand.mayPark = 1;
  EXPECT_EQ(choosePrograms(demands, 6), std::vector(6, No));
  demands[0].running = {0, 0, 1};
  demands[1].mayPark = 0;
  EXPECT_EQ(choosePrograms(demands, 4), (std::vector{No, No, Possible, Possible, No, No}));
  EXPECT_EQ(choosePrograms(demands, 1),
            (std::vector{Possible, No, Possible, Possible, Possible, Possible}));
  demands[2].isBehind = 1;
  EXPECT_EQ(choosePrograms(demands, 4), (std::vector{No, No, No, Possible, No, No}));
}

} // namespace
} // namespace weft::compiler
