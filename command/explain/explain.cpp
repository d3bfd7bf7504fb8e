// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft explain: a report on how kernels were compiled, from weftc's remarks, and on how they run
// here, from the cache.
#include "command/child.h"
#include "command/explain/report.h"
#include "command/subcommands.h"
#include "device/base/settings.h"

#include <cstdio>
#include <fstream>

namespace weft::command {
namespace {

constexpr unsigned maxSeconds = 600;

std::string compiler() {
  const std::string &chosen = Settings::ofProcess().compiler;
  return chosen.empty() ? siblingPath("weftc") : chosen;
}

int write(const std::string &file, const std::string &text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  return stream ? done : mistake("cannot write '" + file + "'");
}

/// A report's heading: the inputs, as far as they can be distinguished from option values.
std::string titleOf(const Words &words) {
  std::string title;
  for (const std::string &word : words)
    if (!word.starts_with("-"))
      title += (title.empty() ? "" : " ") + word;
  return title;
}

} // namespace

int runExplain(const Words &words) {
  Words passed{"--emit=remarks", "-o", "-"};
  std::string html;
  Words own;
  for (std::size_t index = 0; index < words.size(); ++index) {
    if (words[index] != "--html")
      own.push_back(words[index]);
    else if (++index == words.size())
      return mistake("option '--html' needs an argument");
    else
      html = words[index];
  }
  if (own.empty())
    return mistake("no input; see weft --help");
  passed.insert(passed.end(), own.begin(), own.end());
  const ChildResult result = runChild(compiler(), passed, maxSeconds, OtherStreams::Shared);
  if (!result.end.empty()) {
    std::fprintf(stderr, "weft: error: %s %s\n", compiler().c_str(), result.end.c_str());
    return foundProblem;
  }
  if (result.code != 0)
    return result.code == mistakenCommand ? mistakenCommand : foundProblem;
  auto report = readReport(result.output);
  if (!report) {
    std::fprintf(stderr, "weft: error: %s does not write remarks\n", compiler().c_str());
    return foundProblem;
  }
  addTrials(*report, own);
  if (!html.empty())
    return write(html, printHtml(*report, titleOf(own)));
  std::fputs(printText(*report).c_str(), stdout);
  return done;
}

} // namespace weft::command
