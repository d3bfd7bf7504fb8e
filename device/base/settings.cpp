// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/settings.h"

#include "device/base/environment.h"
#include "device/base/numbers.h"
#include "device/base/once.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <unistd.h>

namespace weft {
namespace {

/// A list as taskset takes it: "0-3,8,10-11".
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

bool setSmt(Settings &settings, const std::string &value) {
  const auto on = parseSwitch(value);
  if (on)
    settings.onePerCore = !*on;
  return on.has_value();
}

bool setPin(Settings &settings, const std::string &value) {
  const auto on = parseSwitch(value);
  if (on)
    settings.pin = *on;
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

/// The folder that has Weft's as a part; those who name it by a relative path name none.
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

struct Entry {
  const char *variable;
  bool (*set)(Settings &, const std::string &);
  const char *expects;
};

/// In the order in which they take effect: what comes later has the last word.
constexpr Entry entries[] = {
    {"TMPDIR", setPath<&Settings::temporaryFolder>, "a folder"},
    {"HOME", setCacheParent<partOfHome>, "a folder"},
    {"XDG_CACHE_HOME", setCacheParent<partOfCaches>, "a folder"},
    {"WEFT_CACHE_DIR", setPath<&Settings::cacheFolder>, "a folder"},
    {"WEFT_CACHE_SIZE", setCacheSize, "a number of bytes, or one with K, M or G"},
    {"WEFT_CACHE", setCache, "0 or 1"},
    {"WEFT_BUILD_OPTIONS", setText<&Settings::buildOptions>, "options"},
    {"WEFT_COMPILE_SECONDS", setNumber<&Settings::compileSeconds>, "a number"},
    {"WEFT_COMPILE_MEGABYTES", setNumber<&Settings::compileMegabytes>, "a number"},
    {"WEFT_COMPILER", setPath<&Settings::compiler>, "a program"},
    {"WEFT_PUS", setUnits, "a list of PUs such as 0-3,8"},
    {"WEFT_THREADS", setThreads, "a number"},
    {"WEFT_SMT", setSmt, "0 or 1"},
    {"WEFT_PIN", setPin, "0 or 1"},
    {"WEFT_LOG", setLog, "off, error, warning, info or debug"},
    {"WEFT_TRACE", setPath<&Settings::traceFile>, "a file"},
    {"WEFT_PROGRAMS", setPath<&Settings::programFolder>, "a folder"},
};

/// The only reader of the environment. `refused` gets what does not fit.
template <typename Refused> Settings readEnvironment(Refused refused) {
  Settings settings;
  for (const Entry &entry : entries)
    if (const char *value = ::secure_getenv(entry.variable); value && *value)
      if (!entry.set(settings, value))
        refused(entry, value);
  return settings;
}

} // namespace

bool Settings::set(const std::string &name, const std::string &value) {
  for (const Entry &entry : entries)
    if ("WEFT_" + name == entry.variable)
      return entry.set(*this, value);
  return false;
}

Settings Settings::read() {
  return readEnvironment([](const Entry &, const char *) {});
}

const Settings &Settings::ofProcess() {
  return once([] {
    // Who sets a variable wants to know when it has no effect.
    return new Settings(readEnvironment([](const Entry &entry, const char *value) {
      std::fprintf(stderr, "weft: %s=%s is ignored: expected %s\n", entry.variable, value,
                   entry.expects);
    }));
  });
}

} // namespace weft
