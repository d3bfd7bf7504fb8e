// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checked mode's reports on what hosts do: for each mistake, and none for the same thing done
// right.
#include "tests/command/fixture.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace {

using weft::test::expectContains;
using weft::test::Outcome;

struct Expectation {
  const char *scenario;
  const char *report; ///< the first line of the only report; "" for none
  const char *note;   ///< part of the lines below
};

constexpr Expectation expectations[] = {
    {"unset argument",
     "weft: api: clEnqueueNDRangeKernel: returns CL_INVALID_KERNEL_ARGS: argument 1 'n' of kernel "
     "'fill' is not set\n",
     "  at "},
    {"argument size",
     "weft: api: clSetKernelArg: returns CL_INVALID_ARG_SIZE: argument 1 'n' of kernel 'fill' is "
     "of "
     "type int, which has 4 bytes\n",
     "  at "},
    {"argument index",
     "weft: api: clSetKernelArg: returns CL_INVALID_ARG_INDEX: kernel 'fill' has 2 arguments\n",
     "  at "},
    {"argument type",
     "weft: api: clSetKernelArg: returns CL_INVALID_MEM_OBJECT: argument 0 'out' of kernel 'fill' "
     "is of type int*\n",
     "  at "},
    {"released twice", "weft: api: clReleaseMemObject: the memory object was released before\n",
     "  released by clReleaseMemObject\n"},
    {"used after release",
     "weft: api: clEnqueueReadBuffer: the memory object was released before\n",
     "  created by clCreateBuffer\n"},
    {"released kernel", "weft: api: clSetKernelArg: the kernel was released before\n",
     "  released by clReleaseKernel\n"},
    {"released argument",
     "weft: api: clEnqueueNDRangeKernel: returns CL_INVALID_KERNEL_ARGS: argument 0 'out' of "
     "kernel "
     "'fill' is an object that was released\n",
     "  at "},
    {"released event", "weft: api: clEnqueueMarkerWithWaitList: the event was released before\n",
     "  created by clEnqueueMarkerWithWaitList\n"},
    {"written read map",
     "weft: api: clEnqueueUnmapMemObject: the buffer was mapped with CL_MAP_READ alone, and "
     "written\n",
     "  at "},
    {"written pending map",
     "weft: api: clEnqueueUnmapMemObject: the buffer was mapped with CL_MAP_READ alone, and "
     "written\n",
     "  at "},
    {"work dimension", "weft: api: clEnqueueNDRangeKernel: returns CL_INVALID_WORK_DIMENSION\n",
     "  at "},
    {"overlapping copy", "weft: api: clEnqueueCopyBuffer: returns CL_MEM_COPY_OVERLAP\n", "  at "},
    {"unbuilt program", "weft: api: clCreateKernel: returns CL_INVALID_PROGRAM_EXECUTABLE\n",
     "  at "},
    {"other thread",
     "weft: api: clSetKernelArg: returns CL_INVALID_ARG_INDEX: kernel 'fill' has 2 arguments\n",
     "  in thread "},
    {"blocking callback",
     "weft: api: clFinish: blocks in an event's callback, where that is undefined\n", "  at "},
    {"leaked buffers",
     "weft: leaks: clCreateBuffer: 3 memory objects of 768 bytes are not released\n", "  at "},
    {"leaked event", "weft: leaks: clEnqueueMarkerWithWaitList: 1 event is not released\n",
     "  at "},
    {"leaked kernel", "weft: leaks: clCreateKernelsInProgram: 1 kernel is not released\n", "  at "},
};

std::ptrdiff_t countOf(const std::string &text, const std::string &part) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size())
    ++count;
  return count;
}

class CheckedCalls : public weft::test::CommandTest {
protected:
  /// Runs the host under `weft check`. Its cache is that of the tests.
  Outcome check(const std::string &host, const std::string &options = "",
                const std::string &environment = "") const {
    return weft("check --checks api,leaks " + options + " -- '" WEFT_TEST_HOST "' " + host,
                environment);
  }
};

TEST_F(CheckedCalls, EachMistakeIsReportedOnce) {
  for (const Expectation &expected : expectations) {
    SCOPED_TRACE(expected.scenario);
    const Outcome run = check("'" + std::string(expected.scenario) + "'");
    EXPECT_EQ(run.code, 1) << run.output;
    expectContains(run.output, expected.report);
    expectContains(run.output, expected.note);
    EXPECT_EQ(countOf(run.output, "weft: "), 1 + countOf(run.output, "notified: weft: "))
        << run.output;
  }
}

TEST_F(CheckedCalls, TheSameDoneRightIsSilent) {
  for (const Expectation &expected : expectations) {
    SCOPED_TRACE(expected.scenario);
    const Outcome run = check("'" + std::string(expected.scenario) + "' right");
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.output, "");
  }
}

TEST_F(CheckedCalls, ObjectsReleasedByStaticDestructorsAreNoLeaks) {
  const Outcome run = check("'released late'");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.output, "");
}

TEST_F(CheckedCalls, UncheckedProgramsAreLeftAlone) {
  const Outcome run = shell("'" WEFT_TEST_HOST "' 'released twice'");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.output, "");
}

// Programs that keep binaries look at the driver's version.
TEST_F(CheckedCalls, BinariesWithOtherChecksAreOfAnotherDriver) {
  const auto version = [&](const std::string &checks) {
    return weft("check --checks " + checks + " -- '" WEFT_TEST_HOST "' 'driver version'").output;
  };
  const std::string usual = shell("'" WEFT_TEST_HOST "' 'driver version'").output;
  expectContains(usual, " (binaries ");
  EXPECT_EQ(version("api,leaks"), usual);
  EXPECT_NE(version("bounds"), usual);
  EXPECT_NE(version("bounds"), version("barriers"));
}

TEST_F(CheckedCalls, OnlyChosenChecksReport) {
  EXPECT_EQ(weft("check --checks leaks -- '" WEFT_TEST_HOST "' 'released twice'").output, "");
  EXPECT_EQ(weft("check --checks all,-leaks -- '" WEFT_TEST_HOST "' 'leaked event'").output, "");
}

TEST_F(CheckedCalls, TheContextIsNotified) {
  expectContains(check("'argument index'").output, "notified: weft: api: clSetKernelArg: ");
}

TEST_F(CheckedCalls, ThePlaceIsReportedUpToTheLimit) {
  EXPECT_EQ(countOf(check("'argument index'", "--limit 0").output, "weft: api: clSetKernelArg"), 2)
      << "one on standard error, one for the context";
}

TEST_F(CheckedCalls, TheProgramsOwnFailureIsKept) {
  EXPECT_EQ(check("'released twice' fails").code, 7);
  EXPECT_EQ(check("'released twice'", "", "WEFT_CHECK_EXIT=9").code, 9);
  EXPECT_EQ(check("'released twice'", "", "WEFT_CHECK_EXIT=0").code, 0);
}

TEST_F(CheckedCalls, TheFirstMistakeAbortsIfWanted) {
  const Outcome run = check("'released twice'", "", "WEFT_CHECK_ABORT=1");
  EXPECT_NE(run.code, 0);
  EXPECT_NE(run.code, 1);
  expectContains(run.output, "released before");
}

TEST_F(CheckedCalls, SuppressedMistakesAreNotReported) {
  write("suppressions", "# known\n\napi clReleaseMemObject\nleaks *Marker* *\n");
  const std::string option = "--suppressions suppressions";
  EXPECT_EQ(check("'released twice'", option).output, "");
  EXPECT_EQ(check("'leaked event'", option).output, "");
  EXPECT_EQ(check("'leaked event'", option).code, 0);
  expectContains(check("'leaked kernel'", option).output, "is not released");
  write("suppressions", "everything\n");
  expectContains(check("'released twice'", option).output, "not a suppression: everything\n");
  expectContains(check("'released twice'", "--suppressions none").output, "none cannot be read\n");
}

TEST_F(CheckedCalls, TheLogHasJsonLines) {
  check("'argument size'", "--log log.jsonl");
  check("'leaked kernel'", "--log log.jsonl");
  std::istringstream lines(read("log.jsonl"));
  std::vector<nlohmann::json> reports;
  for (std::string line; std::getline(lines, line);)
    reports.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0]["check"], "api");
  EXPECT_EQ(reports[0]["call"], "clSetKernelArg");
  EXPECT_EQ(reports[0]["message"], "returns CL_INVALID_ARG_SIZE: argument 1 'n' of kernel 'fill' "
                                   "is of type int, which has 4 bytes");
  EXPECT_EQ(reports[1]["check"], "leaks");
}

TEST_F(CheckedCalls, TheLogIsSarifIfNamedSo) {
  check("'argument size'", "--log log.sarif");
  check("'leaked kernel'", "--log log.sarif");
  const nlohmann::json document = nlohmann::json::parse(read("log.sarif"));
  EXPECT_EQ(document["version"], "2.1.0");
  const nlohmann::json &results = document["runs"][0]["results"];
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0]["ruleId"], "api");
  EXPECT_EQ(results[1]["message"]["text"].get<std::string>().substr(0, 54),
            "clCreateKernelsInProgram: 1 kernel is not released\nat ");
}

TEST_F(CheckedCalls, OthersFilesAreNotOverwritten) {
  write("log.sarif", "mine");
  expectContains(check("'argument size'", "--log log.sarif").output, "cannot be written\n");
  EXPECT_EQ(read("log.sarif"), "mine");
}

TEST_F(CheckedCalls, CommandMistakesAreExplained) {
  EXPECT_EQ(weft("check").code, 2);
  EXPECT_EQ(weft("check --").code, 2);
  EXPECT_EQ(weft("check ./program").code, 2);
  EXPECT_EQ(weft("check --checks nonsense -- true").code, 2);
  EXPECT_EQ(weft("check --limit -- true").code, 2);
  EXPECT_EQ(weft("check -- ./none").code, 2);
  EXPECT_EQ(weft("check -- true").code, 0);
  EXPECT_EQ(weft("check -- sh -c 'exit 5'").code, 5);
}

} // namespace
