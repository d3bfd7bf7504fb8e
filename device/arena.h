// The threads of one device or sub-device: a oneTBB arena whose workers are pinned to its PUs.
//
// Arenas are made at first use and leaked on purpose: oneTBB must not be torn down while the host
// process exits. Making one starts no thread; the first parallel work does. A worker is bound to a
// free PU when it enters the arena and unbound when it leaves it, since oneTBB shares its workers
// with the host program. A host thread that helps gets its own affinity back afterwards. Nobody is
// bound where the topology says that threads are the system's to place (Topology::isPinned).
//
// In a child made by fork there are no workers: parallelFor runs everything on the calling thread
// and enqueue starts a thread, so nothing there waits for threads that are gone.
#pragma once

#include "device/range_job.h"
#include "device/topology.h"

#include <cstddef>
#include <functional>
#include <memory>

namespace weft::device {

class Arena {
public:
  /// The arena of exactly these PUs, made if there is none yet; lives until the process ends.
  /// Thread-safe.
  static Arena &forUnits(const ProcessingUnits &units);

  std::size_t concurrency() const;
  const ProcessingUnits &units() const;

  /// Calls work(data) on one of the arena's threads some time soon; never blocks. Without memory or
  /// threads it is called at once, here. `work` must not throw.
  void enqueue(void (*work)(void *data), void *data) noexcept;

  /// Calls body(first, last) over disjoint ranges that cover [0, count), on the arena's threads and
  /// the calling thread, and returns when all are done. Ranges hold at least `grain` indices,
  /// except the last ones. May be called from any thread, also from inside the arena. `body` must
  /// not throw.
  void parallelFor(std::size_t count, std::size_t grain,
                   const std::function<void(std::size_t, std::size_t)> &body);

  /// The same for a task, on at most `maxThreads` threads, the caller's among them.
  void parallelFor(std::size_t count, std::size_t grain, RangeTask &task,
                   std::size_t maxThreads = SIZE_MAX) noexcept;

private:
  struct Implementation;
  explicit Arena(const ProcessingUnits &units);
  ~Arena() = delete;
  Implementation *implementation; ///< never deleted
};

/// Whether the calling thread works in an arena now.
bool isArenaThread() noexcept;

/// This process was forked from one whose arenas had threads; here they have none.
bool isForkedChild() noexcept;

} // namespace weft::device
