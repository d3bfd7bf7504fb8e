// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/vectoriser/corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace weft::test {
namespace {

/// Numbers between commas; the count is how many there are.
std::uint32_t readSizes(const std::string &text, std::array<std::uint64_t, 3> &sizes) {
  std::istringstream stream(text);
  std::uint32_t count = 0;
  for (std::string number; std::getline(stream, number, ',');)
    sizes.at(count++) = std::stoull(number);
  return count;
}

Range readLaunch(const std::string &text) {
  const std::size_t slash = text.find('/'), plus = text.find('+');
  if (slash == std::string::npos)
    throw std::runtime_error("no local size in " + text);
  Range range;
  range.dimensions = readSizes(text.substr(0, slash), range.global);
  const std::string local = text.substr(slash + 1, plus - slash - 1);
  if (readSizes(local, range.local) != range.dimensions)
    throw std::runtime_error("other dimensions in " + text);
  if (plus != std::string::npos)
    readSizes(text.substr(plus + 1), range.offset);
  return range;
}

/// What stands behind the mark, in the line that begins with it; otherwise nothing.
std::vector<Range> readLaunches(const std::string &source, const std::string &mark) {
  std::vector<Range> result;
  const std::size_t begin = source.find(mark);
  if (begin == std::string::npos)
    return result;
  const std::size_t from = begin + mark.size();
  std::istringstream launches(source.substr(from, source.find('\n', from) - from));
  for (std::string launch; launches >> launch;)
    result.push_back(readLaunch(launch));
  return result;
}

CorpusKernel readKernel(const std::filesystem::path &path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  CorpusKernel kernel{path.stem(), text.str(), {}, {}};
  kernel.launches = readLaunches(kernel.source, "// launches: ");
  kernel.oracleLaunches = readLaunches(kernel.source, "// oracle: ");
  if (kernel.launches.empty() ||
      kernel.source.find("kernel void " + kernel.name + "(") == std::string::npos)
    throw std::runtime_error(path.string() + " has no launches, or no kernel of its name");
  if (kernel.oracleLaunches.empty())
    kernel.oracleLaunches = kernel.launches;
  return kernel;
}

} // namespace

std::vector<CorpusKernel> readCorpus() {
  std::vector<CorpusKernel> kernels;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(WEFT_TEST_CORPUS))
    if (entry.path().extension() == ".cl")
      kernels.push_back(readKernel(entry.path()));
  std::ranges::sort(kernels, {}, &CorpusKernel::name);
  const auto twin = std::ranges::adjacent_find(kernels, {}, &CorpusKernel::name);
  if (twin != kernels.end())
    throw std::runtime_error("two kernels of the corpus have the name " + twin->name);
  return kernels;
}

CorpusKernel readCorpusKernel(const std::string &name) {
  for (const auto &entry : std::filesystem::recursive_directory_iterator(WEFT_TEST_CORPUS))
    if (entry.path().filename() == name + ".cl")
      return readKernel(entry.path());
  throw std::runtime_error("the corpus has no kernel " + name);
}

} // namespace weft::test
