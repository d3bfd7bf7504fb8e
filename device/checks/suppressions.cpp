// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/suppressions.h"

#include <algorithm>
#include <fnmatch.h>
#include <sstream>

namespace weft::device {
namespace {

bool matches(const std::string &pattern, const std::string &text) {
  return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

} // namespace

Suppressions::Suppressions(std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string check, who, where, more;
    if (!(words >> check) || check.starts_with('#'))
      continue;
    const std::optional<CheckSet> checks = CheckSet::parse(check);
    if (!checks || !(words >> who) || (words >> where && words >> more))
      invalid.push_back(line);
    else
      rules.push_back({*checks, who, where.empty() ? "*" : where});
  }
}

bool Suppressions::match(const CheckReport &report) const {
  const std::string &who = report.kernel.empty() ? report.call : report.kernel;
  const std::string line = report.where.file + ':' + std::to_string(report.where.line);
  return std::ranges::any_of(rules, [&](const Rule &rule) {
    return rule.checks.has(report.check) && matches(rule.who, who) &&
           (rule.where == "*" ||
            (report.where.line != 0 &&
             (matches(rule.where, line) || matches(rule.where, report.where.file))));
  });
}

} // namespace weft::device
