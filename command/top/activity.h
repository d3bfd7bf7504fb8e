// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a process does, by the trace that it sends: queues, kernels, threads and builds.
//
// A trace tells of a span when it has ended (device/base/trace.h). So what is waiting is known from
// what was enqueued and has not ended, and a long command counts when it is over. Times are those
// of the trace, in microseconds of the monotonic clock.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weft::command {

/// Time that spans of one thread cover; the spans within others count once.
class BusyTime {
public:
  /// A thread's spans come in the order of their ends.
  void add(double begin, double end);
  /// The part of an interval that is covered, from 0 to 1.
  double shareOf(double begin, double end) const;
  double total() const;
  /// Forgets what ended before, but for the total.
  void forgetBefore(double time);

private:
  struct Interval {
    double begin, end;
  };
  std::deque<Interval> intervals;
  double forgotten = 0;
};

class Activity {
public:
  struct Queue {
    std::uint64_t enqueued = 0, ended = 0, failed = 0;
    std::string last; ///< what ended last

    std::uint64_t waiting() const { return enqueued > ended ? enqueued - ended : 0; }
  };
  struct Command {
    std::uint64_t runs = 0;
    double microseconds = 0;
    double longest = 0;
  };
  struct Thread {
    std::string name;
    BusyTime busy;
  };
  struct Builds {
    std::uint64_t count = 0, failed = 0, kernels = 0;
    double buildMicroseconds = 0, compilerMicroseconds = 0;
  };

  /// Takes the lines of one packet; what is not of a trace is ignored.
  void take(std::string_view lines);

  const std::map<std::string, Queue> &queues() const { return allQueues; }
  const std::map<std::string, Command> &commands() const { return allCommands; }
  const std::map<int, Thread> &threads() const { return allThreads; }
  const Builds &builds() const { return allBuilds; }
  std::uint64_t commandsEnded() const { return endedCount; }
  std::uint64_t lost() const { return lostLines; } ///< lines that the process had to drop
  void forgetBefore(double time);

private:
  void takeEvent(const nlohmann::json &event);
  void takeSpan(const nlohmann::json &event);

  std::map<std::string, Queue> allQueues;
  std::map<std::string, Command> allCommands;
  std::map<int, Thread> allThreads;
  Builds allBuilds;
  std::uint64_t endedCount = 0, lostLines = 0;
};

} // namespace weft::command
