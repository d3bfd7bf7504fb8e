// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft check: runs a program in checked mode, or looks at sources.
#include "command/check_sources.h"
#include "command/child.h"
#include "command/subcommands.h"
#include "device/base/settings.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace weft::command {
namespace {

/// An option, and the variable that it sets for the program.
struct Option {
  const char *option;
  const char *variable;
};
constexpr Option options[] = {
    {"--checks", "WEFT_CHECK"},
    {"--schedule", "WEFT_CHECK_SCHEDULE"},
    {"--limit", "WEFT_CHECK_LIMIT"},
    {"--log", "WEFT_CHECK_LOG"},
    {"--suppressions", "WEFT_CHECK_SUPPRESSIONS"},
};

const Option *find(const std::string &word) {
  for (const Option &option : options)
    if (word == option.option)
      return &option;
  return nullptr;
}

bool isValid(const Option &option, const std::string &value) {
  Settings settings;
  return settings.set(option.variable + Variable::prefix.size(), value);
}

} // namespace

int runCheck(const Words &words) {
  if (std::ranges::find(words, "--") == words.end())
    return checkSources(words);
  // The user's own environment counts, except where options override it.
  ::setenv("WEFT_CHECK", "all", /*replace=*/0);
  ::setenv("WEFT_CHECK_EXIT", "1", /*replace=*/0);
  std::size_t next = 0;
  for (; next < words.size() && words[next] != "--"; next += 2) {
    const Option *option = find(words[next]);
    if (!option)
      return mistake("'" + words[next] + "' is not an option of check; see weft --help");
    if (next + 1 == words.size() || !isValid(*option, words[next + 1]))
      return mistake(words[next] + " needs a value; see weft --help");
    ::setenv(option->variable, words[next + 1].c_str(), /*replace=*/1);
  }
  if (next + 1 >= words.size())
    return mistake("check needs a program, as in weft check -- ./program");
  const Words arguments(words.begin() + static_cast<std::ptrdiff_t>(next) + 2, words.end());
  const std::string &program = words[next + 1];
  executeProgram(program, arguments);
  return mistake("cannot run " + program + ": " + std::strerror(errno));
}

} // namespace weft::command
