// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The socket to which processes send their boards (device/base/reports/activity_board.h).
#pragma once

#include "command/top/activity.h"
#include "device/base/files/descriptor.h"

#include <memory>
#include <poll.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace weft::command {

/// A process that has connected.
struct TracedProcess {
  Descriptor socket; ///< none when it has ended
  BoardView board;
  pid_t process = 0;
  std::string name;
  Activity activity;
  std::uint64_t firstSeen = 0; ///< nanoseconds of the monotonic clock
  std::uint64_t lastSeen = 0;  ///< when it ended, or 0
};

class Listener {
public:
  /// Listens at an unused path. Throws runtime_error.
  explicit Listener(const std::string &path);
  /// Removes the socket.
  ~Listener();
  Listener(const Listener &) = delete;
  Listener &operator=(const Listener &) = delete;

  /// Descriptors to wait for.
  void addTo(std::vector<pollfd> &waiting) const;
  /// Accepts new processes and detects ended ones; does not wait.
  void takeAll();
  /// Samples all connected processes.
  void sampleAll();
  std::vector<TracedProcess> &processes() { return all; }

private:
  void acceptAll();
  static void read(TracedProcess &process);

  const std::string path;
  Descriptor socket;
  std::vector<TracedProcess> all;
};

} // namespace weft::command
