// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/report.h"

#include "device/base/settings.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>

namespace weft::device {
namespace {

std::atomic<unsigned long> delivered{0};

std::string textOf(const SourceLocation &where) {
  return where.file + ':' + std::to_string(where.line) + ':' + std::to_string(where.column);
}

/// "kernel 'demo', k.cl:13:7: "; only what is known.
std::string placeOf(const CheckReport &report) {
  std::string place;
  if (!report.kernel.empty())
    place = "kernel '" + report.kernel + "'";
  if (report.where.line != 0)
    place += (place.empty() ? "" : ", ") + textOf(report.where);
  return place.empty() ? place : place + ": ";
}

std::string textOf(const CheckReport &report) {
  std::string text = std::string(nameOf(report.check)) + ": " + placeOf(report) + report.message;
  for (const std::string &note : report.notes)
    text += "\n  " + note;
  return text;
}

/// Counts the reports of each place.
class Places {
public:
  /// Whether a report of the place is within `limit`; 0 is none.
  bool admits(const CheckReport &report, std::uint64_t limit) {
    const bool isKnown = report.where.line != 0;
    std::string key = report.kernel + '\0' + (isKnown ? textOf(report.where) : report.message);
    key += static_cast<char>(report.check);
    const std::lock_guard lock(mutex);
    std::uint64_t &count = counts[std::move(key)];
    return limit == 0 || count++ < limit;
  }

private:
  std::mutex mutex;
  std::map<std::string, std::uint64_t> counts;
};

Places &places() {
  static Places *const all = new Places; // other threads may report while the process exits
  return *all;
}

} // namespace

std::optional<std::string> deliver(const CheckReport &report) noexcept try {
  const Settings &settings = Settings::ofProcess();
  if (!places().admits(report, settings.checkLimit))
    return std::nullopt;
  delivered.fetch_add(1, std::memory_order_relaxed);
  std::string text = textOf(report);
  std::fprintf(stderr, "weft: %s\n", text.c_str());
  if (settings.checkAborts)
    std::abort();
  return text;
} catch (const std::bad_alloc &) {
  return std::nullopt;
}

unsigned long deliveredReports() noexcept { return delivered.load(std::memory_order_relaxed); }

} // namespace weft::device
