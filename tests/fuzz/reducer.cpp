// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/reducer.h"

#include <sstream>

namespace weft::test {
namespace {

using Lines = std::vector<std::string>;

Lines split(const std::string &text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

std::string join(const Lines &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += line + '\n';
  return text;
}

int depthChange(const std::string &line) {
  int change = 0;
  for (const char c : line)
    change += c == '{' ? 1 : c == '}' ? -1 : 0;
  return change;
}

/// One past the line that closes what `first` opens; the line after it when it opens nothing.
std::size_t endOfBlock(const Lines &lines, std::size_t first) {
  int depth = 0;
  std::size_t at = first;
  do
    depth += depthChange(lines[at++]);
  while (depth > 0 && at < lines.size());
  return at;
}

/// One past the parenthesis that closes the one at `first`.
std::size_t endOfParentheses(const std::string &line, std::size_t first) {
  int depth = 0;
  std::size_t at = first;
  do
    depth += line[at] == '(' ? 1 : line[at] == ')' ? -1 : 0;
  while (++at < line.size() && depth > 0);
  return at;
}

class Reduction {
public:
  Reduction(GeneratedKernel kernel, const std::function<bool(const GeneratedKernel &)> &stillFails)
      : kernel(std::move(kernel)), stillFails(stillFails) {}

  GeneratedKernel run() {
    for (std::size_t i = 0; kernel.ranges.size() > 1 && i < kernel.ranges.size();) {
      GeneratedKernel smaller = kernel;
      smaller.ranges.erase(smaller.ranges.begin() + static_cast<std::ptrdiff_t>(i));
      i += accept(std::move(smaller)) ? 0 : 1;
    }
    bool hasShrunk = true;
    while (hasShrunk) {
      hasShrunk = false;
      // Backwards, since what stands later depends on what stands before.
      for (std::size_t at = split(kernel.source).size(); at-- > 0;)
        hasShrunk |= shrinkAt(at);
      for (std::size_t at = split(kernel.source).size(); at-- > 0;)
        hasShrunk |= simplify(at);
    }
    return std::move(kernel);
  }

private:
  bool accept(GeneratedKernel candidate) {
    if (!stillFails(candidate))
      return false;
    kernel = std::move(candidate);
    return true;
  }

  bool acceptLines(const Lines &lines) {
    GeneratedKernel candidate = kernel;
    candidate.source = join(lines);
    return accept(std::move(candidate));
  }

  // Without the line or the block that it opens; else, of a block, without the line and its end.
  bool shrinkAt(std::size_t at) {
    const Lines lines = split(kernel.source);
    if (at >= lines.size() || depthChange(lines[at]) < 0 || lines[at].starts_with("kernel "))
      return false;
    const std::size_t end = endOfBlock(lines, at);
    Lines without(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(at));
    Lines unwrapped = without;
    without.insert(without.end(), lines.begin() + static_cast<std::ptrdiff_t>(end), lines.end());
    if (acceptLines(without))
      return true;
    if (end - at < 3)
      return false;
    unwrapped.insert(unwrapped.end(), lines.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                     lines.begin() + static_cast<std::ptrdiff_t>(end) - 1);
    unwrapped.insert(unwrapped.end(), lines.begin() + static_cast<std::ptrdiff_t>(end),
                     lines.end());
    return acceptLines(unwrapped);
  }

  // The line with expressions in parentheses replaced by 1, larger ones first. What is written to
  // and what work-items share stays as it is, so that no two of them get to write the same.
  bool simplify(std::size_t at) {
    bool hasShrunk = false;
    const std::string line = split(kernel.source)[at];
    const std::size_t assignment = line.find(" = ");
    std::size_t from = assignment == std::string::npos ? 0 : assignment;
    if (!line.starts_with("if (") && assignment == std::string::npos)
      return false;
    for (const char *shared :
         {"barrier", "for (", "tile[", "bins[", "counters[", "total =", "while ("})
      if (line.find(shared) != std::string::npos)
        return false;
    while ((from = split(kernel.source)[at].find('(', from + 1)) != std::string::npos) {
      Lines lines = split(kernel.source);
      const std::size_t end = endOfParentheses(lines[at], from);
      const std::string inner = lines[at].substr(from, end - from);
      lines[at] = lines[at].substr(0, from) + '1' + lines[at].substr(end);
      if (inner.size() > 3 && acceptLines(lines))
        hasShrunk = true;
    }
    return hasShrunk;
  }

  GeneratedKernel kernel;
  const std::function<bool(const GeneratedKernel &)> &stillFails;
};

} // namespace

GeneratedKernel reduce(GeneratedKernel kernel,
                       const std::function<bool(const GeneratedKernel &)> &stillFails) {
  return Reduction(std::move(kernel), stillFails).run();
}

} // namespace weft::test
