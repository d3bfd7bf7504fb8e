// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The socket to which processes send their traces (device/base/trace_sink.h).
#pragma once

#include "command/top/activity.h"
#include "device/base/descriptor.h"

#include <memory>
#include <poll.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace weft::command {

/// A process that sends a trace, or has sent one.
struct TracedProcess {
  Descriptor socket; ///< none when it has ended
  pid_t process = 0;
  std::string name;
  Activity activity;
  double firstSeen = 0;          ///< microseconds of the monotonic clock
  double lastSeen = 0;           ///< when it ended, or 0
  std::uint64_t endedBefore = 0; ///< commands at the last look
};

class Listener {
public:
  /// Listens at a path that nobody else listens at. Throws runtime_error.
  explicit Listener(const std::string &path);
  /// Removes the socket.
  ~Listener();
  Listener(const Listener &) = delete;
  Listener &operator=(const Listener &) = delete;

  /// What to wait for.
  void addTo(std::vector<pollfd> &waiting) const;
  /// Takes all that has come; does not wait.
  void takeAll();
  std::vector<TracedProcess> &processes() { return all; }

private:
  void acceptAll();
  void read(TracedProcess &process);

  const std::string path;
  Descriptor socket;
  std::vector<TracedProcess> all;
};

/// The clock of traces.
double nowInMicroseconds();

} // namespace weft::command
