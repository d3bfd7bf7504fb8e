// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of the corpus must leave every byte, with 2, 4, 8, 16, 32 and 64 lanes, as the scalar
// kernel does, and this one what the source leaves as host code (tests/oracle). Random kernels are
// in tests/fuzz.
#include "tests/support/pairs.h"
#include "tests/vectoriser/corpus.h"
#include "tests/vectoriser/launches.h"

#include "cpus.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace weft::test {

void PrintTo(const CorpusKernel &kernel, std::ostream *stream) { *stream << kernel.name << ".cl"; }

namespace {

constexpr const char *allLanes[] = {"2", "4", "8", "16", "32", "64"};
// Canonical form without lanes; accesses, masks and blocks without what is known of them; stages
// and lanes drawn for each region. The dimension of the lanes is not: launches of two dimensions
// have work-items of some kernels change the same element, and these must stay in different gangs.
constexpr const char *leftOut[] = {
    "auto -cl-weft-without=widening",
    "8 -cl-weft-without=strides,speculation,if-conversion,private-array-loops,record-loops",
    "16 -cl-weft-without=unmasked-gangs,index-set-splitting,inductions,adjacent-accesses,narrowing",
    "8 -cl-weft-chaos=1 -cl-weft-lane-dimension=0",
    "auto -cl-weft-chaos=2 -cl-weft-lane-dimension=0"};
constexpr const char *someLanes[] = {"8"};
constexpr const char *blockLanes[] = {"16"}; // as many as in a block of the context array

/// Without the groups at the ends that are smaller than others.
Range inWholeGroups(Range range) {
  for (unsigned d = 0; d != range.dimensions; ++d)
    range.global[d] -= range.global[d] % range.local[d];
  return range;
}

// `cpu`: empty for this machine's. `areUniform`: the kernels with lanes know that all groups have
// the same size. LLVM's verifier, which takes a third of the time, looks after each pass at the
// code for 8 lanes, and at all code that stages are left out of.
void compareLanes(const CorpusKernel &kernel, const std::string &cpu,
                  std::span<const char *const> factors, bool areUniform = false) {
  const std::string options = "-cl-std=CL3.0 -cl-weft-remarks" +
                              (cpu.empty() ? "" : " -cl-weft-cpu=" + cpu) + " -cl-weft-vectorise=";
  const LoadedProgram scalar(kernel.source, options + "off");
  ASSERT_TRUE(scalar.isLoaded()) << scalar.log();
  for (const char *lanes : factors) {
    const bool isRequested = std::string_view(lanes).find(' ') == std::string_view::npos;
    const bool verifies = !isRequested || std::string_view(lanes) == "8";
    const LoadedProgram wide(kernel.source,
                             options + lanes + (areUniform ? " -cl-uniform-work-group-size" : ""),
                             verifies);
    ASSERT_TRUE(wide.isLoaded()) << wide.log();
    EXPECT_TRUE(!isRequested || wide.log().find(": vectorised") != std::string::npos) << wide.log();
    for (const Range &launch : kernel.launches) {
      const Range range = areUniform ? inWholeGroups(launch) : launch;
      EXPECT_TRUE(runAll(scalar, range) == runAll(wide, range))
          << lanes << " lanes for " << cpu << ", local size " << range.local[0];
    }
  }
}

/// The kernel with dimension 0 and another one exchanged, and so its launches: they leave the same.
CorpusKernel turned(const CorpusKernel &kernel, unsigned dimension) {
  CorpusKernel result = kernel;
  const std::string d = std::to_string(dimension);
  std::string source = "#define TURNED(d) ((d) == 0 ? " + d + " : (d) == " + d + " ? 0 : (d))\n";
  for (const std::string name :
       {"get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size",
        "get_enqueued_local_size", "get_num_groups", "get_global_offset"})
    source += "#define " + name + "(d) " + name + "(TURNED(d))\n";
  result.source = source + kernel.source;
  for (Range &range : result.launches) {
    range.dimensions = std::max(range.dimensions, dimension + 1);
    std::swap(range.global[0], range.global[dimension]);
    std::swap(range.local[0], range.local[dimension]);
    std::swap(range.offset[0], range.offset[dimension]);
  }
  return result;
}

class CorpusKernelTest : public testing::TestWithParam<CorpusKernel> {};

TEST_P(CorpusKernelTest, LeavesWhatTheScalarKernelLeaves) {
  compareLanes(GetParam(), "", allLanes);
}

TEST_P(CorpusKernelTest, LeavesWhatTheScalarKernelLeavesInGroupsOfOneSize) {
  compareLanes(GetParam(), "", blockLanes, /*areUniform=*/true);
}

// Groups that are narrow along the lanes have gangs of several dimensions in code for their size.
TEST_P(CorpusKernelTest, LeavesTheSameInNarrowGroupsOfKnownSize) {
  const CorpusKernel &kernel = GetParam();
  const LoadedProgram scalar(kernel.source, "-cl-std=CL3.0 -cl-weft-vectorise=off");
  ASSERT_TRUE(scalar.isLoaded()) << scalar.log();
  for (const Range &launch : kernel.launches) {
    if (launch.local[0] != 2 && launch.local[0] != 4)
      continue;
    const Range range = inWholeGroups(launch);
    std::string size = std::to_string(range.local[0]);
    for (unsigned d = 1; d != range.dimensions; ++d)
      size += "," + std::to_string(range.local[d]);
    for (const std::string &factor :
         {std::string("auto"), std::string("8"), "auto -cl-weft-cpu=" + cpus::middle}) {
      const LoadedProgram wide(kernel.source, "-cl-std=CL3.0 -cl-weft-local-size=" + size +
                                                  " -cl-weft-vectorise=" + factor);
      ASSERT_TRUE(wide.isLoaded()) << wide.log();
      EXPECT_TRUE(runAll(scalar, range) == runAll(wide, range)) << factor << ", " << size;
    }
  }
}

TEST_P(CorpusKernelTest, LeavesTheSameWithoutStages) { compareLanes(GetParam(), "", leftOut); }

// Lanes along the other dimension have the same to do, whether they are told so or find it. A
// kernel that nothing tells turns its lanes where strides say so. Each kernel meets both dimensions
// and all options; the length of its source stands for its number.
TEST_P(CorpusKernelTest, LeavesTheSameAlongOtherDimensions) {
  const CorpusKernel &kernel = GetParam();
  const LoadedProgram scalar(kernel.source, "-cl-std=CL3.0 -cl-weft-vectorise=off");
  ASSERT_TRUE(scalar.isLoaded()) << scalar.log();
  for (const unsigned dimension : {1u, 2u}) {
    const CorpusKernel other = turned(kernel, dimension);
    const std::string given = "-cl-weft-lane-dimension=" + std::to_string(dimension);
    const std::string allOptions[] = {"-cl-weft-vectorise=off " + given,
                                      "-cl-weft-vectorise=8 " + given, "-cl-weft-vectorise=auto"};
    for (std::size_t row = 0; row != std::size(allOptions); ++row) {
      if (!isTaken(2, kernel.source.size(), dimension, row))
        continue;
      const std::string &options = allOptions[row];
      const LoadedProgram program(other.source, "-cl-std=CL3.0 " + options, /*verifies=*/false);
      ASSERT_TRUE(program.isLoaded()) << program.log();
      EXPECT_LT(program.program().kernels[0].lane_dimension, 3u);
      for (std::size_t i = 0; i != kernel.launches.size(); ++i)
        EXPECT_TRUE(runAll(scalar, kernel.launches[i]) == runAll(program, other.launches[i]))
            << options << ", dimension " << dimension << ", launch " << i;
    }
  }
}

// Each CPU gets accesses and masks of its own.
TEST_P(CorpusKernelTest, LeavesWhatTheScalarKernelLeavesOnABaseCpu) {
  compareLanes(GetParam(), cpus::base, someLanes);
}

TEST_P(CorpusKernelTest, LeavesWhatTheScalarKernelLeavesOnAMiddleCpu) {
  compareLanes(GetParam(), cpus::middle, someLanes);
}

struct Compared {
  std::size_t bytes = 0, notNumbers = 0;
};

/// Bit by bit, but not-a-number has any bits where floats are written.
testing::AssertionResult isSame(std::span<const int> expected, std::span<const int> found,
                                bool areReals, Compared &compared) {
  for (std::size_t i = 0; i != expected.size(); ++i) {
    if (expected[i] != found[i]) {
      const auto isNan = [](int bits) { return std::isnan(std::bit_cast<float>(bits)); };
      if (!areReals || !isNan(expected[i]) || !isNan(found[i]))
        return testing::AssertionFailure()
               << "element " << i << ": " << found[i] << " instead of " << expected[i];
      ++compared.notNumbers;
    }
    compared.bytes += sizeof(int);
  }
  return testing::AssertionSuccess();
}

TEST_P(CorpusKernelTest, LeavesWhatHostCodeLeaves) {
  const CorpusKernel &kernel = GetParam();
  const HostProgram host(kernel.source);
  ASSERT_TRUE(host.isLoaded()) << host.log();
  const LoadedProgram scalar(kernel.source, "-cl-std=CL3.0 -cl-weft-vectorise=off");
  ASSERT_TRUE(scalar.isLoaded()) << scalar.log();
  MeasuredFunctions functions;
  Compared compared;
  for (const Range &range : kernel.oracleLaunches) {
    const Buffers expected = runAll(host, kernel.name, range, functions);
    const Buffers found = runAll(scalar, range);
    EXPECT_TRUE(isSame(expected.out.values(), found.out.values(), false, compared))
        << ", local size " << range.local[0];
    EXPECT_TRUE(isSame(expected.realsOut.bits(), found.realsOut.bits(), true, compared))
        << ", local size " << range.local[0];
  }
  EXPECT_EQ(functions.fault(), "");
  std::printf("compared: %zu of %zu launches, %zu bytes bit by bit, of them %zu not-a-numbers as "
              "such; %llu results of "
              "functions within their bounds\n",
              kernel.oracleLaunches.size(), kernel.launches.size(), compared.bytes,
              compared.notNumbers * sizeof(float),
              static_cast<unsigned long long>(functions.count()));
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusKernelTest, testing::ValuesIn(readCorpus()),
                         [](const auto &info) { return info.param.name; });

} // namespace
} // namespace weft::test
