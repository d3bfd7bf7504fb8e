// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/report.h"

#include "device/base/settings.h"
#include "device/base/threads/fork.h"
#include "device/base/threads/once.h"
#include "device/checks/exit_status.h"
#include "device/checks/report_formats.h"
#include "device/checks/report_log.h"
#include "device/checks/suppressions.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <new>
#include <sstream>
#include <unistd.h>

namespace weft::device {
namespace {

Suppressions readSuppressions(const std::string &path) {
  if (path.empty())
    return {};
  std::ifstream file(path);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    std::fprintf(stderr, "weft: WEFT_CHECK_SUPPRESSIONS: %s cannot be read\n", path.c_str());
    return {};
  }
  Suppressions suppressions(text.str());
  for (const std::string &line : suppressions.invalidLines())
    std::fprintf(stderr, "weft: %s: not a suppression: %s\n", path.c_str(), line.c_str());
  return suppressions;
}

constinit std::mutex mutex;

void lock() { mutex.lock(); }
void unlock() { mutex.unlock(); }
const ForkHandler forkHandler(ForkOrder::Checks, lock, unlock, unlock);

const Suppressions &suppressions() {
  return once(
      [] { return new Suppressions(readSuppressions(Settings::ofProcess().checkSuppressions)); });
}

/// How many reports of each place were admitted; guarded by `mutex`.
std::map<std::string, std::uint64_t> &admitted() {
  return once([] { return new std::map<std::string, std::uint64_t>; });
}

std::string placeOf(const CheckReport &report) {
  std::string place(nameOf(report.check));
  place += '\n' + report.call + '\n' + report.kernel + '\n';
  if (report.where.line != 0)
    return place + textOf(report.where);
  return place + (report.site != 0 ? std::to_string(report.site) : report.message);
}

/// Whether to deliver a report, which then counts as delivered.
bool admit(const CheckReport &report) {
  if (suppressions().match(report))
    return false;
  const std::uint64_t limit = Settings::ofProcess().checkLimit;
  auto &counts = admitted();
  const std::lock_guard guard(mutex);
  std::uint64_t &count = counts[placeOf(report)];
  return limit == 0 || count++ < limit;
}

void write(const CheckReport &report, const std::string &log) {
  const std::string text = textOf(report, ::isatty(STDERR_FILENO) == 1);
  std::fprintf(stderr, "%s\n", text.c_str());
  if (!log.empty() && !appendToLog(log, report))
    std::fprintf(stderr, "weft: WEFT_CHECK_LOG: %s cannot be written\n", log.c_str());
}

} // namespace

std::optional<std::string> deliver(const CheckReport &report) noexcept try {
  if (!admit(report))
    return std::nullopt;
  const Settings &settings = Settings::ofProcess();
  write(report, settings.checkLog);
  if (settings.checkAborts)
    std::abort();
  if (settings.checkExit != 0)
    replaceSuccessBy(static_cast<int>(settings.checkExit));
  return textOf(report, /*isColoured=*/false);
} catch (const std::exception &) { // out of memory
  return std::nullopt;
}

} // namespace weft::device
