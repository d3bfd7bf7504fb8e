// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/doctor/findings.h"
#include "command/subcommands.h"

#include <cstdio>
#include <unistd.h>

namespace weft::command {

void Findings::add(Health health, const std::string &subject, const std::string &text,
                   const std::string &remedy) {
  static constexpr const char *names[] = {"ok", "warning", "problem"};
  static constexpr const char *colours[] = {"\033[32m", "\033[33m", "\033[31m"};
  const auto index = static_cast<std::size_t>(health);
  const bool isColoured = ::isatty(STDOUT_FILENO);
  std::printf("%s%-8s%s %s: %s\n", isColoured ? colours[index] : "", names[index],
              isColoured ? "\033[0m" : "", subject.c_str(), text.c_str());
  if (health != Health::Ok)
    std::printf("         -> %s\n", remedy.c_str());
  std::fflush(stdout);
  warningCount += health == Health::Warning;
  problemCount += health == Health::Problem;
}

static const char *ending(unsigned count) { return count == 1 ? "" : "s"; }

int runDoctor(const Words &words) {
  if (!words.empty())
    return mistake("doctor takes no '" + words[0] + "'");
  Findings findings;
  findings.ok("weft", WEFT_VERSION " in " + siblingPath(""));
  examineMachine(findings);
  examineScheduler(findings);
  examineVariables(findings);
  examineCompiler(findings);
  examineCache(findings);
  examineLoader(findings);
  std::printf("%u problem%s, %u warning%s\n", findings.problems(), ending(findings.problems()),
              findings.warnings(), ending(findings.warnings()));
  return findings.problems() ? foundProblem : done;
}

} // namespace weft::command
