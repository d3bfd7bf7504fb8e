// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the vectoriser says and leaves out, and launches that the corpus has not.
#include "tests/support/pairs.h"
#include "tests/vectoriser/corpus.h"
#include "tests/vectoriser/launches.h"

#include "cpus.h"

#include <utility>

namespace weft::test {
namespace {

std::string withHead(const std::string &body) {
  return "kernel void k(global int *out, global const int *in, global const float *reals, "
         "global float *realsOut, uint n) {\n" +
         body + "\n}\n";
}

// The names of all stages; regions say what they do without, where that keeps them scalar.
TEST(Vectoriser, LeavesOutEachStage) {
  const CorpusKernel kernel = readCorpusKernel("work_for_every_stage");
  const std::string &source = kernel.source;
  const std::pair<const char *, const char *> stages[] = {{"uniform-unswitching", "vectorised"},
                                                          {"uniform-regions", "vectorised"},
                                                          {"gangs", "gangs are off"},
                                                          {"widening", "widening is off"},
                                                          {"index-set-splitting", "vectorised"},
                                                          {"scalar-tails", "vectorised"},
                                                          {"unmasked-gangs", "vectorised"},
                                                          {"wide-gangs", "vectorised"},
                                                          {"group-stride-loops", "vectorised"},
                                                          {"private-arrays", "vectorised"},
                                                          {"inductions", "vectorised"},
                                                          {"adjacent-accesses", "vectorised"},
                                                          {"narrowing", "vectorised"},
                                                          {"if-conversion", "vectorised"},
                                                          {"speculation", "vectorised"},
                                                          {"strides", "vectorised"},
                                                          {"linear-gangs", "vectorised"},
                                                          {"private-array-loops", "vectorised"},
                                                          {"interleaved-records", "vectorised"},
                                                          {"successive-loads", "vectorised"},
                                                          {"barrier-loops", "vectorised"},
                                                          {"row-blocks", "vectorised"},
                                                          {"invariant-loads", "vectorised"},
                                                          {"division-rows", "vectorised"},
                                                          {"record-loops", "vectorised"},
                                                          {"scalar-versions", "vectorised"}};
  const std::string options = "-cl-std=CL3.0 -cl-weft-remarks -cl-weft-vectorise=";
  const LoadedProgram scalar(source, options + "off");
  ASSERT_TRUE(scalar.isLoaded()) << scalar.log();
  for (const auto &[stage, remark] : stages) {
    const LoadedProgram without(source, options + "8 -cl-weft-without=" + stage);
    ASSERT_TRUE(without.isLoaded()) << without.log();
    EXPECT_NE(without.log().find(remark), std::string::npos) << stage << without.log();
    for (const Range &range : kernel.launches)
      EXPECT_TRUE(runAll(scalar, range) == runAll(without, range)) << stage;
  }
  const LoadedProgram unknown(source, "-cl-weft-without=index-set-splitting,bindings");
  EXPECT_FALSE(unknown.isLoaded());
  EXPECT_NE(unknown.log().find("not 'index-set-splitting,bindings'"), std::string::npos)
      << unknown.log();
}

// Calls that are left over when a region has grown to its limit would each become code for every
// lane.
TEST(Vectoriser, LeavesRegionsScalarThatInliningMakesTooLarge) {
  std::string body = "global uchar *bytes = (global uchar *)in; "
                     "global uchar16 *rows = (global uchar16 *)out;";
  for (int row = 0; row != 250; ++row)
    body += "rows[" + std::to_string(row) +
            "] = (uchar16)(vload3(0, bytes), vload3(1, bytes), "
            "vload3(2, bytes), vload3(3, bytes + " +
            std::to_string(row) + "), vload4(0, bytes));";
  LoadedProgram program(withHead(body), "-cl-weft-remarks -cl-weft-vectorise=16");
  EXPECT_NE(program.log().find("scalar: the region is too large with the functions that it calls"),
            std::string::npos)
      << program.log();
}

// Passes and code generation leave out what is quadratic in loops and blocks (limits.h).
TEST(Vectoriser, ComputesTheSameInKernelsOfThousandsOfBranchesAndLoops) {
  std::string body = "size_t i = get_global_id(0); uint x = in[i];\n";
  for (unsigned line = 0; line != 3000; ++line) {
    const std::string number = std::to_string(line);
    body += line % 11 == 0 ? "for (uint k = x & 3; k < " + number + " % 7; ++k) x += in[k] * 3u;\n"
                           : "if (x >> " + std::to_string(line % 32) + " & 1) x = x * 5u + in[" +
                                 std::to_string(line % 64) + "]; else out[i] += x;\n";
  }
  const std::string source = withHead(body + "out[i] += x;");
  const LoadedProgram plain(source, "-cl-opt-disable"), best(source, "");
  const Range range{{64, 1, 1}, {64, 1, 1}};
  EXPECT_TRUE(runAll(plain, range) == runAll(best, range));
}

// The work of a region that calls a large function is mostly in the function.
TEST(Vectoriser, InlinesLargeFunctionsAsFarAsThereIsRoom) {
  const auto expect = [](int rounds, const char *remark) {
    std::string source = "uint hash(uint x, uint y) {\n";
    for (int round = 0; round != rounds; ++round)
      source += "x = (x ^ y) * " + std::to_string(2 * round + 5) + "u; y += x >> 3;\n";
    source += "return x; }\n" + withHead("size_t i = get_global_id(0); "
                                         "out[i] = hash(in[i], i) + hash(i, in[i]);");
    const LoadedProgram program(source, "-cl-weft-remarks");
    EXPECT_NE(program.log().find(remark), std::string::npos) << program.log();
    const LoadedProgram scalar(source, "-cl-weft-vectorise=off");
    const Range range{{1000, 1, 1}, {64, 1, 1}};
    EXPECT_TRUE(runAll(scalar, range) == runAll(program, range)) << rounds;
  };
  expect(10, "vectorised");
  expect(120, "all gangs predicated");
  expect(800, "scalar: too much would be replicated for each lane");
}

// Groups that run as one would share what each has for itself.
TEST(Vectoriser, KeepsGroupsWithLocalMemoryApart) {
  const std::string body = R"(
    local int own[4];
    size_t i = get_global_id(0);
    own[i & 3] = in[i];
    own[3 - (i & 3)] = i;
    out[i] = own[0] + own[1] * 3 + own[2] * 5;)";
  const std::string asking = body + "if (get_group_id(0) > 5000) out[i] = 1;";
  LoadedProgram joinable(withHead(body), "-cl-weft-vectorise=8");
  LoadedProgram apart(withHead(asking), "-cl-weft-vectorise=off");
  ASSERT_TRUE(joinable.isLoaded() && apart.isLoaded()) << joinable.log() << apart.log();
  Range range;
  range.global[0] = 64;
  EXPECT_TRUE(runAll(joinable, range) == runAll(apart, range));
}

// Ids that do not fit into 31 bits: what is known of narrow indices does not hold.
TEST(VectorisedLaunch, TakesIdsOfAnySize) {
  const std::string source = withHead(R"(
    ulong o = get_global_offset(0), g = get_global_id(0);
    int i = g;
    uint u = g;
    long wide = i;
    ulong high = u;
    out[g - o] = in[u - (uint)o] + (int)(wide >> 33) + (int)(high >> 31);)");
  LoadedProgram scalar(source, "-cl-weft-vectorise=off");
  LoadedProgram wide(source, "-cl-weft-vectorise=8");
  ASSERT_TRUE(scalar.isLoaded() && wide.isLoaded()) << wide.log();
  for (const std::uint64_t end : {1ull << 31, 1ull << 32, (1ull << 31) - 65536 + 50}) {
    Range range;
    range.global[0] = 100;
    range.local[0] = 50;
    range.offset[0] = end - 50;
    EXPECT_TRUE(runAll(scalar, range) == runAll(wide, range)) << end;
  }
}

// Options that relax arithmetic do so alike in all codes of a kernel: results do not depend on when
// better code is there, on the local size, or on the place in a group.
constexpr const char *relaxingOptions[] = {"",
                                           "-cl-mad-enable",
                                           "-cl-no-signed-zeros",
                                           "-cl-unsafe-math-optimizations",
                                           "-cl-finite-math-only",
                                           "-cl-fast-relaxed-math",
                                           "-cl-denorms-are-zero"};
const std::string comparedCpus[] = {"", " -cl-weft-cpu=" + cpus::middle,
                                    " -cl-weft-cpu=" + cpus::base};
constexpr const char *comparedLanes[] = {"off",
                                         "2",
                                         "8",
                                         "16",
                                         "auto",
                                         "8 -cl-weft-without=if-conversion",
                                         "16 -cl-weft-without=unmasked-gangs,index-set-splitting"};

class RelaxedArithmetic : public testing::TestWithParam<std::size_t> {};

TEST_P(RelaxedArithmetic, IsTheSameInAllCodes) {
  const CorpusKernel kernel = readCorpusKernel("relaxed_arithmetic");
  const std::string source =
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#define HALVES\n" + kernel.source;
  for (std::size_t row = 0; row != std::size(comparedCpus); ++row) {
    const std::string cpu = comparedCpus[row];
    const std::string options = std::string("-cl-std=CL3.0 ") + relaxingOptions[GetParam()] + cpu;
    const LoadedProgram first(source, options, /*verifies=*/true, compiler::Tier::First);
    ASSERT_TRUE(first.isLoaded()) << first.log();
    for (std::size_t column = 0; column != std::size(comparedLanes); ++column) {
      if (!isTaken(std::size(comparedCpus), GetParam(), row, column))
        continue;
      const std::string lanes = comparedLanes[column];
      const LoadedProgram best(source, options + " -cl-weft-vectorise=" + lanes);
      ASSERT_TRUE(best.isLoaded()) << best.log();
      for (const Range &range : kernel.launches)
        EXPECT_TRUE(runAll(first, range) == runAll(best, range))
            << lanes << cpu << ", local size " << range.local[0];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Options, RelaxedArithmetic,
                         testing::Range<std::size_t>(0, std::size(relaxingOptions)));

} // namespace
} // namespace weft::test
