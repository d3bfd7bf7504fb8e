// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/top/view.h"

#include "device/base/clock.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <span>

namespace weft::command {
namespace {

constexpr std::size_t maxRows = 8; // of a table

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
  for (const Activity::Queue &queue : activity.queues())
    waiting += queue.waiting();
  return waiting;
}

std::string heading(const TracedProcess &process) {
  return process.name + " (" + std::to_string(process.process) + ")";
}

std::string queueTable(const Activity &activity) {
  if (activity.queues().empty())
    return {};
  std::string text = "  queue               waiting        done  failed  last\n";
  std::size_t rows = 0;
  for (const Activity::Queue &queue : activity.queues())
    if (rows++ < maxRows)
      text += format("  %-18s %8" PRIu64 " %11" PRIu64 " %7" PRIu64 "  %s\n", queue.name.c_str(),
                     queue.waiting(), queue.ended, queue.failed, shortened(queue.last, 32).c_str());
  return text;
}

std::string commandTable(const Activity &activity) {
  const std::vector<Activity::Command> &commands = activity.commands();
  if (commands.empty())
    return {};
  std::string text =
      "  command                              runs  running    ms in all      ms each   longest\n";
  for (const Activity::Command &command :
       std::span(commands).first(std::min(commands.size(), maxRows)))
    text += format("  %-30s %10" PRIu64 " %8" PRIu64 " %12.2f %12.4f %9.3f\n",
                   shortened(command.name, 30).c_str(), command.ended, command.running,
                   command.nanoseconds / 1e6,
                   command.nanoseconds / 1e6 /
                       static_cast<double>(std::max<std::uint64_t>(command.ended, 1)),
                   command.longest / 1e6);
  if (commands.size() > maxRows)
    text += format("  and %zu others\n", commands.size() - maxRows);
  return text;
}

const char *wordFor(ActivityBoard::Trial::State state) {
  switch (state) {
  case ActivityBoard::Trial::State::Lanes:
    return "lanes";
  case ActivityBoard::Trial::State::Scalar:
    return "single";
  default:
    return "trial";
  }
}

/// Of the kernels that are tried in lanes and as single work-items, on each kind of ranges.
std::string trialTable(const Activity &activity) {
  std::string text;
  std::size_t rows = 0;
  for (const Activity::Command &command : activity.commands())
    for (const Activity::Trial &trial : command.trials)
      if (rows++ < maxRows)
        text += format("  %-30s %-16s ", shortened(command.name, 30).c_str(), nameOf(trial.kind)) +
                (trial.gain > 0 ? format("%-8s %13.2f\n", wordFor(trial.state), trial.gain)
                                : format("%s\n", wordFor(trial.state)));
  if (rows > maxRows)
    text += format("  and %zu others\n", rows - maxRows);
  return text.empty()
             ? text
             : "  tried kernel                   on               runs     times as fast\n" + text;
}

std::string threadTable(const Activity &activity) {
  std::string text;
  std::size_t rows = 0;
  for (const Activity::Thread &thread : activity.threads())
    if (rows++ < 2 * maxRows)
      text += format(
          "  %-18s %4.0f %%  %s\n", shortened(thread.name, 18).c_str(), 100 * thread.share,
          std::string(static_cast<std::size_t>(std::lround(20 * thread.share)), '#').c_str());
  return text.empty() ? text : "  thread               busy\n" + text;
}

std::string buildLine(const Activity &activity) {
  const Activity::Builds &builds = activity.builds();
  if (!builds.count)
    return {};
  return format("  builds: %" PRIu64 " in %.1f ms, %" PRIu64
                " failed; the compiler generated %" PRIu64
                " kernels' code and worked for %.1f ms\n",
                builds.count, builds.nanoseconds / 1e6, builds.failed, builds.kernels,
                builds.compilerNanoseconds / 1e6);
}

/// The average number of busy threads.
double busyThreads(const Activity &activity) {
  double busy = 0;
  for (const Activity::Thread &thread : activity.threads())
    busy += thread.share;
  return busy;
}

std::string rateOf(const Activity &activity) {
  return format("%.0f commands/s, %" PRIu64 " waiting, %.1f threads busy",
                activity.commandsPerSecond(), waitingIn(activity), busyThreads(activity));
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

std::string screenOf(const std::vector<TracedProcess> &processes, std::size_t columns,
                     std::size_t rows) {
  std::string text;
  for (const TracedProcess &process : processes) {
    if (!process.socket)
      continue;
    const Activity &activity = process.activity;
    text += heading(process) + ": " + rateOf(activity) + "\n" + queueTable(activity) +
            commandTable(activity) + trialTable(activity) + threadTable(activity) +
            buildLine(activity);
  }
  if (text.empty())
    text = "weft top: no program is running\n";
  return cut(text, columns, rows);
}

std::string lineOf(const std::vector<TracedProcess> &processes) {
  std::string text;
  for (const TracedProcess &process : processes) {
    if (!process.socket)
      continue;
    const std::vector<Activity::Command> &commands = process.activity.commands();
    text += heading(process) + ": " + rateOf(process.activity);
    if (!commands.empty())
      text += ", most time in " + commands.front().name;
    text += "\n";
  }
  return text;
}

std::string summaryOf(const std::vector<TracedProcess> &processes) {
  std::string text;
  for (const TracedProcess &process : processes) {
    const Activity &activity = process.activity;
    const std::uint64_t end = process.lastSeen ? process.lastSeen : monotonicNanoseconds();
    const double nanoseconds =
        std::max(static_cast<double>(end) - static_cast<double>(process.firstSeen), 1e3);
    double busy = 0;
    for (const Activity::Thread &thread : activity.threads())
      busy += thread.nanoseconds;
    text += heading(process) +
            format(": %.2f s, %" PRIu64 " commands, %" PRIu64 " failed, %.1f threads busy\n",
                   nanoseconds / 1e9, activity.commandsEnded(), activity.commandsFailed(),
                   busy / nanoseconds) +
            queueTable(activity) + commandTable(activity) + trialTable(activity) +
            buildLine(activity);
  }
  return text.empty() ? "weft top: no program connected\n" : text;
}

} // namespace weft::command
