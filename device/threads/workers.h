// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The process's worker threads: at most one for each PU, bound to it, started when it is first
// wanted and never ended. Every arena is served by the workers of its PUs.
//
// What is to be done lies with the sources (the arenas); a worker that finds none of its sources
// with work is *idle*: its bit is set in a word that all look at, it watches a word of its own for
// a while and then sleeps on it. Whoever has work to give takes the bit of an idle worker away and
// changes that word; so each call wakes another worker, and looking for one touches no worker's
// memory. A worker sets its bit before it looks at its sources a last time, and work is there
// before bits are looked at: nothing that is to be done is overlooked.
//
// Host threads that run parts of a loop are *visitors* of the PU that they are on. Its worker would
// take turns with them there, so it is called when no other is left.
//
// Where the system refuses threads there are fewer workers, in the end none, and call() says so.
// It asks for them again now and then. A forked child begins with none.
#pragma once

#include "device/machine/topology.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace weft::device {

/// Something that workers have to do.
class WorkSource {
public:
  virtual bool hasWork() const noexcept = 0;
  /// Does the next thing, if there is one still. `unit` is the worker's PU.
  virtual bool work(unsigned unit) noexcept = 0;

protected:
  ~WorkSource() = default;
};

class Workers {
public:
  /// Some of the workers.
  struct Team {
    std::vector<std::uint64_t> words; ///< a bit for each
  };

  /// The calling process's. Throws bad_alloc. Thread-safe, as all of this class.
  static Workers &ofProcess();

  /// Has the workers of these PUs serve the source, which lives until the process ends. To be
  /// called before the source has work. Throws bad_alloc.
  Team serve(WorkSource &source, const ProcessingUnits &units);
  /// Calls one more worker of the team to its sources. False when the team has none at all; where
  /// all of them are at work they come when they are done.
  bool call(const Team &team) noexcept;
  /// The same for work that the calling thread does otherwise. While a worker is coming to a PU
  /// that nobody is on, it calls none to a PU in use, which would share that with who is there: the
  /// one that is coming finds the work.
  bool invite(const Team &team) noexcept;

  /// Counts the calling thread as a visitor of this PU until leave(). False, and nothing done, when
  /// it has a visitor already.
  bool visit(unsigned unit) noexcept;
  void leave(unsigned unit) noexcept;
  /// Whether the PU's worker is idle or was never started, and nobody visits.
  bool isFree(unsigned unit) const noexcept;
  /// In a forked child: there are no threads.
  void forgetThreads() noexcept;

private:
  using Bits = std::unique_ptr<std::atomic<std::uint64_t>[]>;
  struct Source {
    WorkSource *source = nullptr;
    Source *next = nullptr;
  };
  struct Worker;

  explicit Workers(const ProcessingUnits &units);
  std::size_t indexOf(unsigned unit) const noexcept;
  std::uint64_t choose(const Team &team, std::size_t word, bool nobodyThere,
                       std::size_t here) const noexcept;
  bool wake(const Team &team, bool nobodyThere, std::size_t here) noexcept;
  bool start(const Team &team, bool nobodyThere, std::size_t here) noexcept;
  bool mayStart() const noexcept;

  static void serve(void *worker) noexcept;
  void bind(const Worker &worker) const noexcept;
  bool isSomebodyComing(const Team &team, std::size_t here) const noexcept;
  void arrive(const Worker &worker) noexcept;
  bool serveNext(Worker &worker) noexcept;
  bool hasWork(const Worker &worker) const noexcept;
  void rest(Worker &worker) noexcept;

  const ProcessingUnits units;
  const std::size_t wordCount;
  const bool pinned;
  const std::unique_ptr<Worker[]> workers; ///< one for each unit, started or not
  Bits idle, claimed, started, visited;
  Bits coming;                           ///< called, and not back at its sources yet
  std::atomic<std::uint64_t> retryAt{0}; ///< nanoseconds; 0: no thread has been refused
};

} // namespace weft::device
