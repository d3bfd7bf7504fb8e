// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the commands tell of trials of lanes and single work-items, from verdicts that are put into
// the cache: those of real trials depend on time.
#include "compiler/client/compiler_client.h"
#include "device/launch/trial_note.h"
#include "tests/command/fixture.h"
#include "tests/command/traced_source.h"

namespace {

using weft::device::RangeKind;
using weft::device::VersionTrial;
using weft::test::expectContains;
using weft::test::Outcome;

class Trials : public weft::test::CommandTest {
protected:
  void SetUp() override {
    CommandTest::SetUp();
    ::setenv("WEFT_COMPILER", WEFT_TEST_COMPILER, 1); // for keys
    write("k.cl", weft::test::tracedSource);
  }

  std::string environment() const {
    return "WEFT_TIERS=best WEFT_CACHE_DIR='" + folder + "/cache'";
  }

  /// As a process does that has run the kernel `tried`, built with these options.
  void keep(RangeKind kind, const VersionTrial::Result &result,
            const std::string &options = "") const {
    weft::compiler::HostState host;
    host.settings.cacheFolder = folder + "/cache";
    weft::compiler::BuildRequest request;
    request.source = weft::test::tracedSource;
    std::string error;
    ASSERT_TRUE(weft::compiler::parseOptions(options, request.kind, request.options, error));
    const weft::compiler::BuildNotes notes(std::move(request), host);
    notes.keep(weft::device::nameOfTrial("tried", kind), weft::device::textOf(result));
  }

  /// The line of a text in which a word occurs first.
  static std::string lineWith(const std::string &word, const std::string &text) {
    const std::size_t found = text.find(word);
    if (found == text.npos)
      return {};
    const std::size_t begin = text.rfind('\n', found) + 1;
    return text.substr(begin, text.find('\n', found) - begin);
  }
};

TEST_F(Trials, AreExplained) {
  keep(RangeKind::NarrowGroups, {VersionTrial::Verdict::Scalar, 3.25f});
  keep(RangeKind::FewGroups, {VersionTrial::Verdict::Lanes, 1.5f});
  keep(RangeKind::FewItems, {VersionTrial::Verdict::Lanes});
  const Outcome run = weft("explain k.cl", environment());
  EXPECT_EQ(run.code, 0) << run.output;
  expectContains(run.output,
                 "  trial, narrow groups: single work-items, 3.25 times as fast as lanes\n");
  expectContains(run.output,
                 "  trial, few groups: lanes, 1.50 times as fast as single work-items\n");
  expectContains(run.output, "  trial, few work-items: lanes are faster\n");
  EXPECT_EQ(run.output.find("usual ranges"), std::string::npos) << run.output;
  EXPECT_EQ(weft("explain --html k.html k.cl", environment()).code, 0);
  expectContains(read("k.html"), "<td>trial, narrow groups</td><td>single work-items, 3.25 times");
}

TEST_F(Trials, ThatNobodyMadeAreNotClaimed) {
  constexpr char none[] = "  trials: no verdict is kept on this machine for this source";
  keep(RangeKind::Usual, {VersionTrial::Verdict::Scalar, 2}, "-DN=4");
  const auto expectNone = [&](const std::string &words, const std::string &variables) {
    const std::string output = weft("explain " + words, variables).output;
    expectContains(output, none);
    EXPECT_EQ(output.find("trial, "), std::string::npos) << output;
  };
  for (const char *words : {"k.cl", "k.cl -DN=5", "k.cl -DN=4 -cl-fast-relaxed-math"})
    expectNone(words, environment());
  expectNone("k.cl -DN=4", "WEFT_CACHE=0");
  // The user's options make another program of it.
  expectNone("k.cl -DN=4", environment() + " WEFT_BUILD_OPTIONS=-DM");
  expectContains(weft("explain k.cl -D N=4", environment()).output,
                 "  trial, usual ranges: single");
  // Nothing to try.
  EXPECT_EQ(weft("explain k.cl -DN=4 --vectorise=off", environment()).output.find("trial"),
            std::string::npos);
}

TEST_F(Trials, AreShownOfARunningProgram) {
  const std::string command = "top -- '" WEFT_TEST_PROGRAM "' 3 ";
  std::string row = lineWith("narrow groups", weft(command + "tried", environment()).output);
  EXPECT_TRUE(row.starts_with("  tried ")) << row;

  keep(RangeKind::NarrowGroups, {VersionTrial::Verdict::Scalar, 3.25f});
  row = lineWith("narrow groups", weft(command + "tried", environment()).output);
  EXPECT_TRUE(row.starts_with("  tried ")) << row;
  expectContains(row, " single ");
  EXPECT_TRUE(row.ends_with(" 3.25")) << row;

  keep(RangeKind::NarrowGroups, {VersionTrial::Verdict::Lanes});
  row = lineWith("narrow groups", weft(command + "tried", environment()).output);
  EXPECT_TRUE(row.ends_with(" lanes")) << row;
}

// The log tells the same.
TEST_F(Trials, FromBeforeAreLogged) {
  keep(RangeKind::NarrowGroups, {VersionTrial::Verdict::Scalar, 3.25f});
  expectContains(
      shell("env " + environment() + " WEFT_LOG=info '" WEFT_TEST_PROGRAM "' 3 tried").output,
      "kernel 'tried' runs single work-items on narrow groups");
}

} // namespace
