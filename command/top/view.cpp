// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/top/view.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <span>

namespace weft::command {
namespace {

constexpr std::size_t mostRows = 8; // of a table

[[gnu::format(printf, 1, 2)]] std::string format(const char *form, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, form);
  std::vsnprintf(line, sizeof line, form, arguments);
  va_end(arguments);
  return line;
}

std::string shortened(const std::string &name, std::size_t most) {
  return name.size() <= most ? name : name.substr(0, most - 3) + "...";
}

std::uint64_t waitingIn(const Activity &activity) {
  std::uint64_t waiting = 0;
  for (const auto &[name, queue] : activity.queues())
    waiting += queue.waiting();
  return waiting;
}

std::uint64_t failuresIn(const Activity &activity) {
  std::uint64_t failed = 0;
  for (const auto &[name, queue] : activity.queues())
    failed += queue.failed;
  return failed;
}

struct CommandRow {
  std::string name;
  Activity::Command command;
};

/// Those that take the most time first.
std::vector<CommandRow> commandRows(const Activity &activity) {
  std::vector<CommandRow> rows;
  for (const auto &[name, command] : activity.commands())
    rows.push_back({name, command});
  std::ranges::stable_sort(rows, std::ranges::greater(),
                           [](const CommandRow &row) { return row.command.microseconds; });
  return rows;
}

std::string heading(const TracedProcess &process) {
  return process.name + " (" + std::to_string(process.process) + ")";
}

std::string queueTable(const Activity &activity) {
  if (activity.queues().empty())
    return {};
  std::string text = "  queue               waiting        done  failed  last\n";
  std::size_t rows = 0;
  for (const auto &[name, queue] : activity.queues())
    if (rows++ < mostRows)
      text += format("  %-18s %8" PRIu64 " %11" PRIu64 " %7" PRIu64 "  %s\n", name.c_str(),
                     queue.waiting(), queue.ended, queue.failed, shortened(queue.last, 32).c_str());
  return text;
}

std::string commandTable(const Activity &activity) {
  const std::vector<CommandRow> rows = commandRows(activity);
  if (rows.empty())
    return {};
  std::string text =
      "  command                              runs    ms in all      ms each   longest\n";
  for (const CommandRow &row : std::span(rows).first(std::min(rows.size(), mostRows)))
    text += format("  %-30s %10" PRIu64 " %12.2f %12.4f %9.3f\n", shortened(row.name, 30).c_str(),
                   row.command.runs, row.command.microseconds / 1000,
                   row.command.microseconds / 1000 / static_cast<double>(row.command.runs),
                   row.command.longest / 1000);
  if (rows.size() > mostRows)
    text += format("  and %zu others\n", rows.size() - mostRows);
  return text;
}

/// The tracks of compilers are no threads of the process.
bool isThread(const Activity::Thread &thread) { return !thread.name.starts_with("weftc "); }

std::string threadTable(const Activity &activity, const Interval &interval) {
  std::string text;
  std::size_t rows = 0;
  for (const auto &[number, thread] : activity.threads()) {
    const double share = std::min(thread.busy.shareOf(interval.begin, interval.end), 1.0);
    const auto marks = static_cast<std::size_t>(std::lround(20 * share));
    if (rows++ < 2 * mostRows)
      text += format("  %-18s %4.0f %%  %s\n", shortened(thread.name, 18).c_str(), 100 * share,
                     std::string(marks, '#').c_str());
  }
  return text.empty() ? text : "  thread               busy\n" + text;
}

std::string buildLine(const Activity &activity) {
  const Activity::Builds &builds = activity.builds();
  if (!builds.count)
    return {};
  return format("  builds: %" PRIu64 " in %.1f ms, %" PRIu64 " failed; the compiler made %" PRIu64
                " codes of kernels and worked for %.1f ms\n",
                builds.count, builds.buildMicroseconds / 1000, builds.failed, builds.kernels,
                builds.compilerMicroseconds / 1000);
}

std::string lostLine(const Activity &activity) {
  if (!activity.lost())
    return {};
  return format("  %" PRIu64 " lines of the trace were lost: figures are too small\n",
                activity.lost());
}

/// How many threads were busy, on average.
double busyThreads(const Activity &activity, const Interval &interval) {
  double busy = 0;
  for (const auto &[number, thread] : activity.threads())
    if (isThread(thread))
      busy += std::min(thread.busy.shareOf(interval.begin, interval.end), 1.0);
  return busy;
}

std::string rateOf(TracedProcess &process, const Interval &interval) {
  const std::uint64_t ended = process.activity.commandsEnded();
  const double rate =
      static_cast<double>(ended - process.endedBefore) / std::max(interval.seconds(), 1e-3);
  process.endedBefore = ended;
  return format("%.0f commands/s, %" PRIu64 " waiting, %.1f threads busy", rate,
                waitingIn(process.activity), busyThreads(process.activity, interval));
}

std::string cut(const std::string &text, std::size_t columns, std::size_t rows) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size() && rows; --rows) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result += text.substr(begin, std::min(end - begin, columns)) + "\n";
    begin = end + 1;
  }
  return result;
}

} // namespace

std::string screenOf(std::vector<TracedProcess> &processes, const Interval &interval,
                     std::size_t columns, std::size_t rows) {
  std::string text;
  for (TracedProcess &process : processes) {
    if (!process.socket)
      continue;
    const Activity &activity = process.activity;
    text += heading(process) + ": " + rateOf(process, interval) + "\n" + queueTable(activity) +
            commandTable(activity) + threadTable(activity, interval) + buildLine(activity) +
            lostLine(activity);
  }
  if (text.empty())
    text = "weft top: no program sends a trace\n";
  return cut(text, columns, rows);
}

std::string lineOf(std::vector<TracedProcess> &processes, const Interval &interval) {
  std::string text;
  for (TracedProcess &process : processes) {
    if (!process.socket)
      continue;
    const std::vector<CommandRow> rows = commandRows(process.activity);
    text += heading(process) + ": " + rateOf(process, interval);
    if (!rows.empty())
      text += ", most time in " + rows.front().name;
    text += "\n";
  }
  return text;
}

std::string summaryOf(std::vector<TracedProcess> &processes) {
  std::string text;
  for (const TracedProcess &process : processes) {
    const Activity &activity = process.activity;
    const double end = process.lastSeen > 0 ? process.lastSeen : nowInMicroseconds();
    const double seconds = std::max((end - process.firstSeen) / 1e6, 1e-6);
    double busy = 0;
    for (const auto &[number, thread] : activity.threads())
      busy += isThread(thread) ? thread.busy.total() : 0;
    text += heading(process) +
            format(": %.2f s, %" PRIu64 " commands, %" PRIu64 " failed, %.1f threads busy\n",
                   seconds, activity.commandsEnded(), failuresIn(activity), busy / 1e6 / seconds) +
            queueTable(activity) + commandTable(activity) + buildLine(activity) +
            lostLine(activity);
  }
  return text.empty() ? "weft top: no program sent a trace\n" : text;
}

} // namespace weft::command
