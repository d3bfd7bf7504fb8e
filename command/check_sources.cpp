// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/check_sources.h"

#include "command/child.h"
#include "device/base/settings.h"
#include "device/checks/report_formats.h"
#include "device/checks/report_log.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <tuple>

namespace weft::command {
namespace {

using device::CheckReport;

constexpr unsigned maxSeconds = 600;

std::optional<std::vector<CheckReport>> readFindings(const std::string &text) {
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("remarks"))
    return std::nullopt;
  std::vector<CheckReport> reports;
  for (const auto &remark : json.at("remarks")) {
    CheckReport report;
    report.finding = remark.at("kind");
    report.kernel = remark.at("function");
    report.message = remark.at("text");
    report.where = {remark.value("file", ""), remark.value("line", 0u), remark.value("column", 0u)};
    reports.push_back(std::move(report));
  }
  return reports;
}

/// In the order of the source. Code that is inlined several times counts once, and a place where
/// both the front end and a pass find the same has what the front end, which comes first, says.
void tidy(std::vector<CheckReport> &reports) {
  const auto place = [](const CheckReport &report) {
    return std::tie(report.where.file, report.where.line, report.where.column);
  };
  std::ranges::stable_sort(reports, {}, place);
  const auto isSame = [](const CheckReport &first, const CheckReport &second) {
    return first.finding == second.finding && first.where.file == second.where.file &&
           first.where.line == second.where.line &&
           (first.message == second.message || first.kernel.empty() != second.kernel.empty());
  };
  std::vector<CheckReport> kept;
  for (const CheckReport &report : reports) {
    const auto known =
        std::ranges::find_if(kept, [&](const CheckReport &other) { return isSame(other, report); });
    if (known == kept.end())
      kept.push_back(report);
    else if (report.kernel.empty())
      *known = report;
  }
  reports = std::move(kept);
  // Where there is a line it says more than the function.
  for (CheckReport &report : reports)
    if (report.where.line != 0)
      report.kernel.clear();
}

void print(const std::string &input, const CheckReport &report) {
  const std::string where = report.where.line == 0 ? input : textOf(report.where);
  const std::string kernel = report.kernel.empty() ? "" : "kernel '" + report.kernel + "': ";
  std::printf("%s: warning: %s%s\n", where.c_str(), kernel.c_str(), report.message.c_str());
}

/// The compiler's findings; nothing if it fails, with the exit code.
std::optional<std::vector<CheckReport>> find(const std::string &input, const Words &options,
                                             int &code) {
  const std::string &chosen = Settings::ofProcess().compiler;
  const std::string compiler = chosen.empty() ? siblingPath("weftc") : chosen;
  Words words{"--emit=findings", "-o", "-", input};
  words.insert(words.end(), options.begin(), options.end());
  const ChildResult result = runChild(compiler, words, maxSeconds, OtherStreams::Shared);
  if (!result.end.empty()) {
    std::fprintf(stderr, "weft: error: %s %s\n", compiler.c_str(), result.end.c_str());
    code = foundProblem;
    return std::nullopt;
  }
  if (result.code != 0) {
    code = result.code == mistakenCommand ? mistakenCommand : foundProblem;
    return std::nullopt;
  }
  auto findings = readFindings(result.output);
  if (!findings) {
    std::fprintf(stderr, "weft: error: %s does not write findings\n", compiler.c_str());
    code = foundProblem;
  }
  return findings;
}

} // namespace

int checkSources(const Words &words) {
  Words inputs, options;
  std::string log = Settings::ofProcess().checkLog;
  for (std::size_t index = 0; index < words.size(); ++index) {
    const std::string &word = words[index];
    if (word == "--log") {
      if (++index == words.size())
        return mistake("--log needs a value; see weft --help");
      log = words[index];
    } else {
      (word.starts_with("-") ? options : inputs).push_back(word);
    }
  }
  if (inputs.empty())
    return mistake("check needs a program, as in weft check -- ./program, or a source");
  int code = done;
  for (const std::string &input : inputs) {
    auto findings = find(input, options, code);
    if (code == mistakenCommand)
      return code;
    if (!findings)
      continue;
    tidy(*findings);
    for (const CheckReport &report : *findings) {
      print(input, report);
      code = foundProblem;
      if (!log.empty() && !device::appendToLog(log, report))
        return mistake("cannot write '" + log + "'");
    }
  }
  return code;
}

} // namespace weft::command
