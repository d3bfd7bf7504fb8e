// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of one device or sub-device: a oneTBB task_arena of its PUs for each priority in use,
// and host threads that help.
//
// Arenas are made at first use and live until the process ends: oneTBB must not be torn down while
// the host process exits. Making one starts no thread; the first parallel work does
// (device/threads/workers.h). A worker is bound to a free PU when it enters an arena, and unbound
// when it leaves, since oneTBB shares its workers with the host program. A host thread that helps
// gets its own affinity back afterwards. Nobody is bound where the topology says that threads are
// the system's to place (Topology::isPinned).
//
// Helpers of loops are tasks of high priority: whoever comes helps with a loop that has begun
// before it begins something new.
//
// A call that is enqueued sees what came before: that is oneTBB's order. The task_arena of a
// priority is released by the store of its pointer, and acquired by whoever enqueues.
//
// Where oneTBB has no workers the calling thread does loops alone. Calls then get a thread of their
// own, and are made on the calling thread where the system gives no threads.
#pragma once

#include "device/machine/seats.h"
#include "device/threads/range_job.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>

namespace weft::device {

class Workers;

/// Which calls an arena's threads make first.
enum class CallPriority : unsigned char { High, Normal, Low };

/// A call for an arena's threads to make. Lies in what the call is about.
struct ArenaCall {
  void (*work)(void *data) = nullptr; ///< does not throw
  void *data = nullptr;
  CallPriority priority = CallPriority::Normal;
  ArenaCall *next = nullptr; ///< in the list of those that a thread makes for want of others
};

class Arena {
public:
  /// The arena of exactly these PUs, made if there is none yet; lives until the process ends.
  /// Thread-safe. Throws bad_alloc.
  static Arena &forUnits(const ProcessingUnits &units);

  std::size_t concurrency() const { return seats.count(); }

  /// Has one of the arena's threads call call.work(call.data) some time soon; never blocks. `call`
  /// must live until then. Without threads the call is made here, before or, where this is itself
  /// called so, after the return. Of calls that wait, those of higher priority begin first, and
  /// those of the same priority about in the order of posting. False where oneTBB, refused a
  /// thread, failed halfway: it has the call, and makes it or does not. Whoever posts it once more
  /// has it made for certain, perhaps for the second time.
  bool post(ArenaCall &call) noexcept;

  /// Calls body(first, last) over disjoint ranges that cover [0, count), on the arena's threads and
  /// the calling thread, and returns when all are done. Ranges hold at least `grain` indices,
  /// except the last ones. May be called from any thread, also from inside the arena. `body` must
  /// not throw.
  void parallelFor(std::size_t count, std::size_t grain,
                   const std::function<void(std::size_t, std::size_t)> &body);

  /// The same for a task, on at most `maxThreads` threads, the caller's among them.
  void parallelFor(std::size_t count, std::size_t grain, RangeTask &task,
                   std::size_t maxThreads = SIZE_MAX) noexcept;

  /// While one lives, loops that the calling thread begins run on it alone.
  class AloneScope {
  public:
    AloneScope() noexcept;
    ~AloneScope();
    AloneScope(const AloneScope &) = delete;
    AloneScope &operator=(const AloneScope &) = delete;

  private:
    const bool before;
  };

private:
  class Threads;
  class Visit;

  explicit Arena(const ProcessingUnits &units);
  ~Arena() = delete;
  Threads &threads(CallPriority priority);
  /// Whether oneTBB makes an enqueued call.
  enum class Enqueued { Yes, No, Perhaps };
  Enqueued enqueue(CallPriority priority, void (*work)(void *), void *data) noexcept;
  void invite(RangeJob &job, int helpers) noexcept;
  void help(RangeJob &job) noexcept;
  std::size_t here() const noexcept;

  const Seats seats;
  const bool isWholeProcess;
  Workers &workers;
  std::array<std::atomic<Threads *>, 3> byPriority{}; ///< by CallPriority; never deleted
};

} // namespace weft::device
