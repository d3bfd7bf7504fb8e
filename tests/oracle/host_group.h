// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work-items of a group that runs as host code: each runs until it waits for others. They wait
// at barriers for all that still run, and at functions of sub-groups for those of their sub-group
// that can still come there.
//
// Which can is known from the places in the source. Control is structured, so a work-item comes to
// places in the order of lines and columns, but for loops: there the order is that of rounds. When
// all work-items of a sub-group wait or have ended, nobody can come any more to the earliest place
// where one of them waits: who is there is active.
#pragma once

#include "tests/oracle/fibers.h"
#include "tests/oracle/host/interface.h"

#include <functional>
#include <vector>

namespace weft::test {

class HostGroup {
public:
  explicit HostGroup(oracle::Services &services) : services(services) {}

  /// Runs work-items, in the order of their linear local ids, to their ends.
  void run(const std::vector<oracle::WorkItem> &items, const std::function<void()> &workItem);

  // What the services do for the work-item that runs (tests/oracle/host/interface.h).
  void barrier() { waitIn(State::AtBarrier); }
  void meet(unsigned line, unsigned column, const void *value, unsigned bytes,
            oracle::Meeting &meeting);
  void enterScope(unsigned line);
  void nextRound() { ++members[running].place.back(); }
  void leaveScope() { members[running].place.resize(members[running].place.size() - 2); }

private:
  enum class State { Runs, AtBarrier, InSubGroup, HasEnded };
  struct Member {
    State state = State::Runs;
    /// The line and the round of each scope around; behind them, line and column of a meeting.
    std::vector<unsigned> place;
    oracle::Meeting meeting{};
  };

  void waitIn(State state);
  void letGoOn();
  bool endMeeting(std::size_t first, std::size_t end);

  oracle::Services &services;
  std::vector<Member> members;
  std::size_t running = 0;
  Fibers fibers;
};

} // namespace weft::test
