#include "device/options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace weft::device {
namespace {

std::optional<unsigned> parseNumber(const std::string &text) {
  unsigned value = 0;
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

bool setTrace(Options &options, const std::string &value) {
  options.traceFile = value;
  return true;
}

bool setPrograms(Options &options, const std::string &value) {
  options.programFolder = value;
  return true;
}

struct Entry {
  const char *name; ///< without WEFT_
  bool (*set)(Options &, const std::string &);
  const char *expects;
};

constexpr Entry entries[] = {
    {"PUS", setUnits, "a list of PUs such as 0-3,8"},
    {"THREADS", setThreads, "a number"},
    {"SMT", setSmt, "0 or 1"},
    {"PIN", setPin, "0 or 1"},
    {"LOG", setLog, "off, error, warning, info or debug"},
    {"TRACE", setTrace, "a file"},
    {"PROGRAMS", setPrograms, "a folder"},
};

Options fromEnvironment() {
  Options options;
  for (const Entry &entry : entries) {
    const std::string variable = std::string("WEFT_") + entry.name;
    const char *value = std::getenv(variable.c_str());
    // Who sets a variable wants to know when it has no effect.
    if (value && *value && !entry.set(options, value))
      std::fprintf(stderr, "weft: %s=%s is ignored: expected %s\n", variable.c_str(), value,
                   entry.expects);
  }
  return options;
}

} // namespace

bool Options::set(const std::string &name, const std::string &value) {
  for (const Entry &entry : entries)
    if (name == entry.name)
      return entry.set(*this, value);
  return false;
}

const Options &Options::ofProcess() {
  static const auto &options = *new Options(fromEnvironment());
  return options;
}

} // namespace weft::device
