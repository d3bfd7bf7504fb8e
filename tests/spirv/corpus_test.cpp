// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of the corpus leaves the same, whether Weft compiles its source or the SPIR-V module
// that Clang makes of it.
#include "tests/vectoriser/corpus.h"
#include "tests/vectoriser/launches.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <ostream>

namespace weft::test {

void PrintTo(const CorpusKernel &kernel, std::ostream *stream) { *stream << kernel.name; }

namespace {

/// The kernels that have a module.
std::vector<CorpusKernel> compiledKernels() {
  std::vector<CorpusKernel> kernels = readCorpus();
  std::erase_if(kernels, [](const CorpusKernel &kernel) { return kernel.name == "vector_select"; });
  return kernels;
}

std::string readModule(const std::string &name) {
  std::ifstream file(WEFT_TEST_MODULES "/" + name + ".spv", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Products and sums are fused in other places, so that reals may differ in their last bits.
bool isClose(float expected, float found) {
  if (std::isnan(expected) || std::isnan(found))
    return std::isnan(expected) && std::isnan(found);
  return expected == found ||
         std::abs(expected - found) <= 1e-5f * std::max(std::abs(expected), std::abs(found));
}

void compare(const Buffers &expected, const Buffers &found) {
  EXPECT_TRUE(expected.out == found.out);
  for (std::size_t i = 0; i != elementCount; ++i)
    EXPECT_TRUE(isClose(expected.realsOut.begin()[i], found.realsOut.begin()[i]))
        << "element " << i << ": " << found.realsOut.begin()[i] << " instead of "
        << expected.realsOut.begin()[i];
}

class SpirvCorpusTest : public testing::TestWithParam<CorpusKernel> {};

TEST_P(SpirvCorpusTest, LeavesWhatTheSourceLeaves) {
  const CorpusKernel &kernel = GetParam();
  const std::string module = readModule(kernel.name);
  ASSERT_FALSE(module.empty());
  const LoadedProgram source(kernel.source, "-cl-std=CL3.0 -cl-weft-vectorise=off");
  ASSERT_TRUE(source.isLoaded()) << source.log();
  for (const char *options : {"-cl-weft-vectorise=off", "-cl-weft-vectorise=8"}) {
    const LoadedProgram program(module, options);
    ASSERT_TRUE(program.isLoaded()) << program.log();
    for (const Range &range : kernel.launches)
      compare(runAll(source, range), runAll(program, range));
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, SpirvCorpusTest, testing::ValuesIn(compiledKernels()),
                         [](const auto &info) { return info.param.name; });

} // namespace
} // namespace weft::test
