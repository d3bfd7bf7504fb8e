// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/kernel_file.h"

#include <algorithm>
#include <sstream>

namespace weft::test {
namespace {

constexpr const char *rangeMark = "// range ";
constexpr const char *uniformMark = "// groups of one size";

} // namespace

std::string toText(const GeneratedKernel &kernel, const std::string &note) {
  std::string line = note;
  std::ranges::replace(line, '\n', ' ');
  std::ostringstream text;
  text << "// " << line << '\n';
  for (const GeneratedRange &range : kernel.ranges) {
    text << rangeMark << range.dimensions;
    for (const auto *sizes : {&range.global, &range.local, &range.offset})
      for (const std::uint64_t size : *sizes)
        text << ' ' << size;
    text << '\n';
  }
  if (kernel.areUniform)
    text << uniformMark << '\n';
  text << kernel.source;
  return text.str();
}

GeneratedKernel fromText(const std::string &text) {
  GeneratedKernel kernel;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(rangeMark)) {
      std::istringstream numbers(line.substr(std::string(rangeMark).size()));
      GeneratedRange range;
      numbers >> range.dimensions;
      for (auto *sizes : {&range.global, &range.local, &range.offset})
        for (std::uint64_t &size : *sizes)
          numbers >> size;
      kernel.ranges.push_back(range);
    } else if (line == uniformMark) {
      kernel.areUniform = true;
    } else {
      kernel.source += line + '\n';
    }
  return kernel;
}

} // namespace weft::test
