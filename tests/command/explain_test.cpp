// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft explain: what it says of kernels whose fate is known on every CPU, as a number of lanes is
// asked for.
#include "tests/command/fixture.h"

#include <nlohmann/json.hpp>

namespace {

using weft::test::expectContains;
using weft::test::Outcome;

class Explain : public weft::test::CommandTest {
protected:
  void SetUp() override {
    CommandTest::SetUp();
    write("k.cl", "kernel void gather(global float *out, global const float *in,\n"
                  "                   global const int *index, int n) {\n"
                  "  int i = get_global_id(0);\n"
                  "  float sum = 0;\n"
                  "  for (int j = 0; j < index[i]; ++j)\n"
                  "    sum += in[index[i] * 7 + j * j];\n"
                  "  out[i] = sum;\n"
                  "}\n"
                  "kernel void plain(global float *x) { x[get_global_id(0)] += 1 < 2 ? 1 : 0; }\n"
                  "kernel void locks(global int *x) {\n"
                  "  x[get_global_id(0) + 1] = atomic_cmpxchg(x, 0, 1);\n"
                  "}\n");
  }
};

TEST_F(Explain, TellsOfEachKernelWithItsLines) {
  const Outcome run = weft("explain k.cl -cl-weft-vectorise=8");
  EXPECT_EQ(run.code, 0) << run.output;
  expectContains(run.output, "kernel gather\n");
  expectContains(run.output, "  plain.region.0: vectorised, VF 8");
  expectContains(run.output, "times as fast as single work-items");
  expectContains(run.output, "       6 |     sum += in[index[i] * 7 + j * j];\n");
  expectContains(run.output, "^ gather: lanes load from addresses without a common stride");
  expectContains(run.output, "^ divergent loop: ");
  expectContains(run.output,
                 "  locks.region.0: scalar: a work-item may wait for others of its gang");
  expectContains(run.output, "  spills: ");
}

TEST_F(Explain, ShowsThePlanOfEachRegion) {
  const std::string output = weft("explain k.cl -cl-weft-vectorise=8").output;
  // A guard that each launch decides makes no bounds: whole gangs, and what is left of them.
  expectContains(output, "plan: interior: gangs of 8, cost ");
  expectContains(output, "; remainder: gangs of 8, cost ");
}

TEST_F(Explain, WritesAPageOfHtml) {
  const Outcome run = weft("explain --html k.html -cl-weft-vectorise=8 k.cl");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(run.output, "");
  const std::string page = read("k.html");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  expectContains(page, "<h2>kernel gather</h2>");
  expectContains(page, "<p class=\"verdict scalar\"><b>locks.region.0</b>");
  expectContains(page, "<b>gather</b> lanes load");
  // Sources are text.
  expectContains(page, "1 &lt; 2");
  EXPECT_EQ(page.find("1 < 2"), std::string::npos);
}

TEST_F(Explain, SaysThatWhatIsOffIsOff) {
  expectContains(weft("explain k.cl --vectorise=off").output,
                 "kernel plain\n  scalar: vectorisation is off");
}

TEST_F(Explain, PagesShowWhatIsNearTheKernel) {
  write("long.cl", "/* far away */\n" + std::string(40, '\n') +
                       "kernel void near(global int *x) {\n"
                       "  if (x[get_global_id(0)] > 7)\n"
                       "    x[get_global_id(0) * 3] = 7;\n"
                       "}\n");
  const Outcome run = weft("explain --html long.html -cl-weft-vectorise=8 long.cl");
  EXPECT_EQ(run.code, 0) << run.output;
  const std::string page = read("long.html");
  expectContains(page, "kernel void near(");
  expectContains(page, "<span class=\"gap\">");
  EXPECT_EQ(page.find("far away"), std::string::npos);
}

TEST_F(Explain, FailsAsTheCompilerDoes) {
  write("bad.cl", "kernel void k() { nothing; }\n");
  const Outcome bad = weft("explain bad.cl");
  EXPECT_EQ(bad.code, 1) << bad.output;
  expectContains(bad.output, "bad.cl:1:");
  EXPECT_EQ(weft("explain").code, 2);
  EXPECT_EQ(weft("explain missing.cl").code, 2);
  EXPECT_EQ(weft("explain k.cl --html").code, 2);
  EXPECT_EQ(weft("explain k.cl --html /nowhere/k.html").code, 2);
}

TEST_F(Explain, ReadsWhatTheCompilerPrints) {
  const Outcome run =
      shell("'" WEFT_TEST_COMPILER "' --emit=remarks -cl-weft-vectorise=8 -o - k.cl");
  EXPECT_EQ(run.code, 0) << run.output;
  const auto json = nlohmann::json::parse(run.output, nullptr, /*allow_exceptions=*/false);
  ASSERT_FALSE(json.is_discarded()) << run.output;
  bool hasVerdict = false;
  for (const auto &remark : json.at("remarks")) {
    EXPECT_TRUE(remark.at("text").is_string());
    if (remark.at("function") == "plain.region.0" && remark.at("kind") == "vectorised") {
      hasVerdict = true;
      EXPECT_EQ(remark.at("numbers").at("vf"), 8);
      EXPECT_EQ(remark.at("file"), "k.cl");
      EXPECT_EQ(remark.at("line"), 9);
    }
  }
  EXPECT_TRUE(hasVerdict);
}

} // namespace
