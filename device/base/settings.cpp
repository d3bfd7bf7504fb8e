// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/settings.h"

#include "device/base/environment.h"
#include "device/base/numbers.h"
#include "device/base/threads/once.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sys/un.h>
#include <unistd.h>

namespace weft {
namespace {

/// A list in the syntax of taskset: "0-3,8,10-11".
bool setUnits(Settings &settings, const std::string &value) {
  constexpr unsigned mostUnits = 8192;
  std::vector<unsigned> units;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    const std::string part = value.substr(begin, end - begin);
    const std::size_t dash = part.find('-');
    const auto first = parseNumber(part.substr(0, dash));
    const auto last = dash == std::string::npos ? first : parseNumber(part.substr(dash + 1));
    if (!first || !last || *last < *first || *last >= mostUnits)
      return false;
    for (unsigned unit = *first; unit <= *last; ++unit)
      units.push_back(unit);
    begin = end + 1;
  }
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
  settings.units = std::move(units);
  return true;
}

bool setThreads(Settings &settings, const std::string &value) {
  const auto number = parseNumber(value);
  if (number)
    settings.threads = *number;
  return number.has_value();
}

/// "0" or "1".
std::optional<bool> parseSwitch(const std::string &value) {
  if (value == "0" || value == "1")
    return value == "1";
  return std::nullopt;
}

template <bool Settings::*member> bool setSwitch(Settings &settings, const std::string &value) {
  const auto on = parseSwitch(value);
  if (on)
    settings.*member = *on;
  return on.has_value();
}

bool setSmt(Settings &settings, const std::string &value) {
  const auto on = parseSwitch(value);
  if (on)
    settings.onePerCore = !*on;
  return on.has_value();
}

bool setLog(Settings &settings, const std::string &value) {
  constexpr const char *names[] = {"off", "error", "warning", "info", "debug"};
  for (std::size_t level = 0; level < std::size(names); ++level)
    if (value == names[level]) {
      settings.log = static_cast<LogLevel>(level);
      return true;
    }
  return false;
}

bool setTiers(Settings &settings, const std::string &value) {
  constexpr const char *names[] = {"auto", "first", "best"};
  for (std::size_t choice = 0; choice < std::size(names); ++choice)
    if (value == names[choice]) {
      settings.tiers = static_cast<TierChoice>(choice);
      return true;
    }
  return false;
}

bool setBinaries(Settings &settings, const std::string &value) {
  settings.binariesHaveCode = value == "code";
  return value == "auto" || value == "code";
}

/// "20", "20K", "20M" or "20G".
bool setCacheSize(Settings &settings, const std::string &value) {
  constexpr std::string_view units = "kKmMgG";
  const std::size_t unit = value.empty() ? units.npos : units.find(value.back());
  const unsigned shift = unit == units.npos ? 0 : 10 * (static_cast<unsigned>(unit) / 2 + 1);
  const auto number = parseNumber<std::uint64_t>(value.substr(0, value.size() - (shift != 0)));
  if (!number || *number << shift >> shift != *number)
    return false;
  settings.cacheBytes = *number << shift;
  return true;
}

bool setCache(Settings &settings, const std::string &value) {
  const auto on = parseSwitch(value);
  if (on && !*on)
    settings.cacheFolder.clear();
  return on.has_value();
}

/// Names of checks; "0" for none, as users of other switches expect.
bool setChecks(Settings &settings, const std::string &value) {
  const auto checks = value == "0" ? CheckSet() : CheckSet::parse(value);
  if (checks)
    settings.checks = *checks;
  return checks.has_value();
}

/// The status of a process that failed.
bool setCheckExit(Settings &settings, const std::string &value) {
  constexpr std::uint64_t mostStatus = 255;
  const auto number = parseNumber<std::uint64_t>(value);
  if (!number || *number > mostStatus)
    return false;
  settings.checkExit = *number;
  return true;
}

template <std::string Settings::*member>
bool setText(Settings &settings, const std::string &value) {
  settings.*member = value;
  return true;
}

template <std::string Settings::*member>
bool setPath(Settings &settings, const std::string &value) {
  std::string path = value;
  if (!path.starts_with('/'))
    if (const std::unique_ptr<char, decltype(&std::free)> here(::getcwd(nullptr, 0), &std::free);
        here)
      path = std::string(here.get()) + "/" + path;
  settings.*member = std::move(path);
  return true;
}

/// A file, or "unix:" and the path of a socket, which must fit in an address.
bool setTrace(Settings &settings, const std::string &value) {
  constexpr std::string_view socket = Settings::traceSocketPrefix;
  const bool isSocket = value.starts_with(socket);
  setPath<&Settings::trace>(settings, isSocket ? value.substr(socket.size()) : value);
  if (!isSocket)
    return true;
  const bool fits = settings.trace.size() < sizeof(sockaddr_un::sun_path);
  settings.trace = fits ? std::string(socket) + settings.trace : "";
  return fits;
}

/// The folder that contains Weft's; ignored if relative.
template <const char *part> bool setCacheParent(Settings &settings, const std::string &value) {
  if (value.starts_with('/'))
    settings.cacheFolder = value + part;
  return true;
}
constexpr char partOfHome[] = "/.cache/weft", partOfCaches[] = "/weft";

template <std::uint64_t Settings::*member>
bool setNumber(Settings &settings, const std::string &value) {
  const auto number = parseNumber<std::uint64_t>(value);
  if (number)
    settings.*member = *number;
  return number.has_value();
}

/// Adds what debuggers want to the options of all builds.
bool setDebug(Settings &settings, const std::string &value) {
  const auto on = parseSwitch(value);
  if (on && *on)
    settings.buildOptions += " -g -cl-opt-disable";
  return on.has_value();
}

using Set = bool (*)(Settings &, const std::string &);

struct Entry {
  Variable variable;
  Set set;
};

/// In the order in which they take effect: later ones override.
constexpr Entry entries[] = {
    {{"TMPDIR", "a folder", "where uncached programs are written"},
     setPath<&Settings::temporaryFolder>},
    {{"HOME", "a folder", "contains the cache in .cache/weft"}, setCacheParent<partOfHome>},
    {{"XDG_CACHE_HOME", "a folder", "contains the cache in weft"}, setCacheParent<partOfCaches>},
    {{"WEFT_CACHE_DIR", "a folder", "where programs are cached"}, setPath<&Settings::cacheFolder>},
    {{"WEFT_CACHE_SIZE", "a number of bytes, or one with K, M or G",
      "the maximum size of the cache"},
     setCacheSize},
    {{"WEFT_CACHE", "0 or 1", "0: no cache"}, setCache},
    {{"WEFT_CACHE_SECONDS", "a number",
      "CPU time for completing programs for the cache after the host has exited; 0: none"},
     setNumber<&Settings::cacheSeconds>},
    {{"WEFT_BUILD_OPTIONS", "options", "options for all builds, after the program's own"},
     setText<&Settings::buildOptions>},
    {{"WEFT_DEBUG", "0 or 1", "1: all builds are for debuggers, as with -g -cl-opt-disable"},
     setDebug},
    {{"WEFT_COMPILE_SECONDS", "a number", "the time limit of a build; 0: none"},
     setNumber<&Settings::compileSeconds>},
    {{"WEFT_BEST_SECONDS", "a number",
      "CPU time for the best code of a kernel, which otherwise keeps its first; 0: no limit"},
     setNumber<&Settings::bestSeconds>},
    {{"WEFT_COMPILE_MEGABYTES", "a number", "the memory limit of a build; 0: none"},
     setNumber<&Settings::compileMegabytes>},
    {{"WEFT_COMPILE_THREADS", "a number", "the maximum number of kernels compiled at a time"},
     setNumber<&Settings::compileThreads>},
    {{"WEFT_TIERS", "auto, first or best",
      "best: kernels wait for their best code; first: they run only the first code"},
     setTiers},
    {{"WEFT_BINARIES", "auto or code",
      "code: a program's binary waits for and contains the code of all kernels"},
     setBinaries},
    {{"WEFT_COMPILER", "a program", "a weftc other than the library's own"},
     setPath<&Settings::compiler>},
    {{"WEFT_PUS", "a list of PUs such as 0-3,8", "the only CPUs to use"}, setUnits},
    {{"WEFT_THREADS", "a number", "the maximum number of threads"}, setThreads},
    {{"WEFT_SMT", "0 or 1", "0: one thread per core"}, setSmt},
    {{"WEFT_PIN", "0 or 1", "0: threads are not bound to CPUs"}, setSwitch<&Settings::pin>},
    {{"WEFT_LOG", "off, error, warning, info or debug", "what is written to standard error"},
     setLog},
    {{"WEFT_TRACE", "a file, or unix: and a socket",
      "destination of a trace for Perfetto, chrome://tracing or `weft top`"},
     setTrace},
    {{"WEFT_CHECK", "names of checks such as bounds,api, or all",
      "finds mistakes of kernels and of the program"},
     setChecks},
    {{"WEFT_CHECK_LIMIT", "a number", "the maximum number of reports of each place; 0: all"},
     setNumber<&Settings::checkLimit>},
    {{"WEFT_CHECK_SCHEDULE", "a number", "chooses the orders that the check order compares"},
     setNumber<&Settings::checkSchedule>},
    {{"WEFT_CHECK_EXIT", "a number up to 255",
      "the process's exit status if it would succeed although mistakes were found; 0: its own"},
     setCheckExit},
    {{"WEFT_CHECK_ABORT", "0 or 1", "1: the first mistake aborts the process, for debuggers"},
     setSwitch<&Settings::checkAborts>},
    {{"WEFT_CHECK_LOG", "a file", "destination of reports as JSON lines, or as SARIF if named so"},
     setPath<&Settings::checkLog>},
    {{"WEFT_CHECK_SUPPRESSIONS", "a file", "mistakes that are not to be reported"},
     setPath<&Settings::checkSuppressions>},
    {{"WEFT_PROGRAMS", "a folder",
      "keeps programs that are not loaded from the cache, and sources that the compiler fails on"},
     setPath<&Settings::programFolder>},
};

constexpr auto variables = [] {
  std::array<Variable, std::size(entries)> result;
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = entries[i].variable;
  return result;
}();

/// The only reader of the environment's values. `refused` gets invalid ones.
template <typename Refused> Settings readEnvironment(Refused refused) {
  Settings settings;
  for (const Entry &entry : entries)
    if (const char *value = ::secure_getenv(entry.variable.name); value && *value)
      if (!entry.set(settings, value))
        refused(entry.variable, value);
  return settings;
}

void append(std::string &list, std::string_view name) {
  list += list.empty() ? "" : ", ";
  list += name;
}

/// Warns of unknown variables that begin with Weft's prefix.
void warnOfUnknownNames() {
  if (isEnvironmentForeign())
    return;
  std::string known, unknown;
  for (const Variable &variable : variables)
    if (variable.isOurs())
      append(known, variable.name);
  for (char **entry = environ; entry && *entry; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    const auto isIt = [&](const Variable &variable) { return name == variable.name; };
    if (name.starts_with(Variable::prefix) && std::ranges::none_of(variables, isIt))
      append(unknown, name);
  }
  if (!unknown.empty())
    std::fprintf(stderr, "weft: warning: unknown variables ignored: %s. Known variables: %s.\n",
                 unknown.c_str(), known.c_str());
}

} // namespace

std::span<const Variable> Settings::all() { return variables; }

bool Settings::set(const std::string &name, const std::string &value) {
  for (const Entry &entry : entries)
    if (entry.variable.isOurs() && name == entry.variable.name + Variable::prefix.size())
      return entry.set(*this, value);
  return false;
}

Settings Settings::read() {
  return readEnvironment([](const Variable &, const char *) {});
}

const Settings &Settings::ofProcess() {
  return once([] {
    // Users want to know when a variable has no effect.
    auto *made = new Settings(readEnvironment([](const Variable &variable, const char *value) {
      std::fprintf(stderr, "weft: %s=%s is ignored: expected %s\n", variable.name, value,
                   variable.expects);
    }));
    if (made->log >= LogLevel::Warning)
      warnOfUnknownNames();
    return made;
  });
}

} // namespace weft
