// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/top/activity.h"

#include "device/base/trace_sink.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace weft::command {

void BusyTime::add(double begin, double end) {
  // Spans within this one came before it.
  while (!intervals.empty() && intervals.back().begin >= begin)
    intervals.pop_back();
  if (!intervals.empty())
    begin = std::max(begin, intervals.back().end);
  if (end > begin)
    intervals.push_back({begin, end});
}

double BusyTime::shareOf(double begin, double end) const {
  double covered = 0;
  for (const Interval &interval : intervals)
    covered += std::max(std::min(end, interval.end) - std::max(begin, interval.begin), 0.0);
  return end > begin ? covered / (end - begin) : 0;
}

double BusyTime::total() const {
  double sum = forgotten;
  for (const Interval &interval : intervals)
    sum += interval.end - interval.begin;
  return sum;
}

void BusyTime::forgetBefore(double time) {
  for (; !intervals.empty() && intervals.front().end < time; intervals.pop_front())
    forgotten += intervals.front().end - intervals.front().begin;
}

void Activity::take(std::string_view lines) {
  while (!lines.empty()) {
    std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (line.ends_with(','))
      line.remove_suffix(1);
    try {
      takeEvent(nlohmann::json::parse(line));
    } catch (const nlohmann::json::exception &) {
      // Not of a trace.
    }
  }
}

void Activity::takeEvent(const nlohmann::json &event) {
  const std::string phase = event.at("ph"), name = event.at("name");
  if (phase == "X")
    takeSpan(event);
  else if (phase == "M" && name == "thread_name")
    allThreads[event.at("tid")].name = event.at("args").at("name");
  else if (phase == "M" && name == TraceSink::lostName)
    lostLines += event.at("args").at("count").get<std::uint64_t>();
}

void Activity::takeSpan(const nlohmann::json &event) {
  const std::string category = event.at("cat"), name = event.at("name");
  const nlohmann::json &details = event.at("args");
  const double begin = event.at("ts"), duration = event.at("dur");
  if (category != "enqueue")
    allThreads[event.at("tid")].busy.add(begin, begin + duration);
  if (category == "enqueue" && details.contains("queue")) {
    ++allQueues[details.at("queue")].enqueued;
  } else if (category == "command") {
    const bool isFailed = details.at("result") != 0;
    ++endedCount;
    Command &command = allCommands[name];
    ++command.runs;
    command.microseconds += duration;
    command.longest = std::max(command.longest, duration);
    if (!details.contains("queue")) // a command of a command buffer
      return;
    Queue &queue = allQueues[details.at("queue")];
    ++queue.ended;
    queue.failed += isFailed;
    queue.last = name;
  } else if (category == "build") {
    ++allBuilds.count;
    allBuilds.failed += details.at("status") != 0;
    allBuilds.buildMicroseconds += duration;
  } else if (category == "compile") {
    allBuilds.compilerMicroseconds += duration;
    allBuilds.kernels += details.contains("tier");
  }
}

void Activity::forgetBefore(double time) {
  for (auto &[number, thread] : allThreads)
    thread.busy.forgetBefore(time);
}

} // namespace weft::command
