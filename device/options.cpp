// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/options.h"

#include "device/once.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sys/auxv.h>
#include <unistd.h>

namespace weft::device {
namespace {

template <typename Number = unsigned> std::optional<Number> parseNumber(const std::string &text) {
  Number value = 0;
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

/// A list as taskset takes it: "0-3,8,10-11".
bool setUnits(Options &options, const std::string &value) {
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
  options.units = std::move(units);
  return true;
}

bool setThreads(Options &options, const std::string &value) {
  const auto number = parseNumber(value);
  if (number)
    options.threads = *number;
  return number.has_value();
}

/// "0" or "1".
std::optional<bool> parseSwitch(const std::string &value) {
  if (value == "0" || value == "1")
    return value == "1";
  return std::nullopt;
}

bool setSmt(Options &options, const std::string &value) {
  const auto on = parseSwitch(value);
  if (on)
    options.onePerCore = !*on;
  return on.has_value();
}

bool setPin(Options &options, const std::string &value) {
  const auto on = parseSwitch(value);
  if (on)
    options.pin = *on;
  return on.has_value();
}

bool setLog(Options &options, const std::string &value) {
  constexpr const char *names[] = {"off", "error", "warning", "info", "debug"};
  for (std::size_t level = 0; level < std::size(names); ++level)
    if (value == names[level]) {
      options.log = static_cast<LogLevel>(level);
      return true;
    }
  return false;
}

/// "20", "20K", "20M" or "20G".
bool setCacheSize(Options &options, const std::string &value) {
  constexpr std::string_view units = "kKmMgG";
  const std::size_t unit = value.empty() ? units.npos : units.find(value.back());
  const unsigned shift = unit == units.npos ? 0 : 10 * (static_cast<unsigned>(unit) / 2 + 1);
  const auto number = parseNumber<std::uint64_t>(value.substr(0, value.size() - (shift != 0)));
  if (!number || *number << shift >> shift != *number)
    return false;
  options.cacheBytes = *number << shift;
  return true;
}

bool setCache(Options &options, const std::string &value) {
  const auto on = parseSwitch(value);
  if (on && !*on)
    options.cacheFolder.clear();
  return on.has_value();
}

template <std::string Options::*member> bool setText(Options &options, const std::string &value) {
  options.*member = value;
  return true;
}

template <std::string Options::*member> bool setPath(Options &options, const std::string &value) {
  std::string path = value;
  if (!path.starts_with('/'))
    if (const std::unique_ptr<char, decltype(&std::free)> here(::getcwd(nullptr, 0), &std::free);
        here)
      path = std::string(here.get()) + "/" + path;
  options.*member = std::move(path);
  return true;
}

/// The folder that has Weft's as a part; those who name it by a relative path name none.
template <const char *part> bool setCacheParent(Options &options, const std::string &value) {
  if (value.starts_with('/'))
    options.cacheFolder = value + part;
  return true;
}
constexpr char partOfHome[] = "/.cache/weft", partOfCaches[] = "/weft";

template <std::uint64_t Options::*member>
bool setNumber(Options &options, const std::string &value) {
  const auto number = parseNumber<std::uint64_t>(value);
  if (number)
    options.*member = *number;
  return number.has_value();
}

struct Entry {
  const char *variable;
  bool (*set)(Options &, const std::string &);
  const char *expects;
};

/// In the order in which they take effect: what comes later has the last word.
constexpr Entry entries[] = {
    {"TMPDIR", setPath<&Options::temporaryFolder>, "a folder"},
    {"HOME", setCacheParent<partOfHome>, "a folder"},
    {"XDG_CACHE_HOME", setCacheParent<partOfCaches>, "a folder"},
    {"WEFT_CACHE_DIR", setPath<&Options::cacheFolder>, "a folder"},
    {"WEFT_CACHE_SIZE", setCacheSize, "a number of bytes, or one with K, M or G"},
    {"WEFT_CACHE", setCache, "0 or 1"},
    {"WEFT_BUILD_OPTIONS", setText<&Options::buildOptions>, "options"},
    {"WEFT_COMPILE_SECONDS", setNumber<&Options::compileSeconds>, "a number"},
    {"WEFT_COMPILE_MEGABYTES", setNumber<&Options::compileMegabytes>, "a number"},
    {"WEFT_COMPILER", setPath<&Options::compiler>, "a program"},
    {"WEFT_PUS", setUnits, "a list of PUs such as 0-3,8"},
    {"WEFT_THREADS", setThreads, "a number"},
    {"WEFT_SMT", setSmt, "0 or 1"},
    {"WEFT_PIN", setPin, "0 or 1"},
    {"WEFT_LOG", setLog, "off, error, warning, info or debug"},
    {"WEFT_TRACE", setPath<&Options::traceFile>, "a file"},
    {"WEFT_PROGRAMS", setPath<&Options::programFolder>, "a folder"},
};

/// The only reader of the environment. `refused` gets what does not fit.
template <typename Refused> Options readEnvironment(Refused refused) {
  Options options;
  for (const Entry &entry : entries)
    if (const char *value = ::secure_getenv(entry.variable); value && *value)
      if (!entry.set(options, value))
        refused(entry, value);
  return options;
}

} // namespace

bool Options::set(const std::string &name, const std::string &value) {
  for (const Entry &entry : entries)
    if ("WEFT_" + name == entry.variable)
      return entry.set(*this, value);
  return false;
}

Options Options::read() {
  return readEnvironment([](const Entry &, const char *) {});
}

const Options &Options::ofProcess() {
  return once([] {
    // Who sets a variable wants to know when it has no effect.
    return new Options(readEnvironment([](const Entry &entry, const char *value) {
      std::fprintf(stderr, "weft: %s=%s is ignored: expected %s\n", entry.variable, value,
                   entry.expects);
    }));
  });
}

bool isEnvironmentForeign() noexcept { return ::getauxval(AT_SECURE) != 0; }

} // namespace weft::device
