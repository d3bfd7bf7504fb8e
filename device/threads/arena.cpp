// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/arena.h"

#include "device/base/threads/fork.h"
#include "device/base/threads/thread.h"
#include "device/machine/affinity.h"
#include "device/threads/tasks.h"
#include "device/threads/workers.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <new>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>
#include <utility>

namespace weft::device {
namespace {

using oneapi::tbb::task_arena;
using oneapi::tbb::task_scheduler_observer;

/// Guards the registry of arenas, and the making of their task_arenas.
constinit std::mutex registryMutex;

const ForkHandler registryForkHandler(
    ForkOrder::Arenas, [] { registryMutex.lock(); }, [] { registryMutex.unlock(); },
    [] { registryMutex.unlock(); });

/// Where in which arena the calling thread works; arena is null outside.
struct Place {
  const void *arena = nullptr;
  std::size_t unit = 0;
};
constinit thread_local Place place;

/// What the calling worker blocked before it entered an arena. The host's own workers take signals.
constinit thread_local sigset_t signalsBefore{};

/// Whether the calling thread keeps its loops for itself.
constinit thread_local bool worksAlone = false;

} // namespace

struct Arena::Implementation {
  explicit Implementation(const ProcessingUnits &units)
      : units(units), mask(units), wholeProcess(units == Topology::ofProcess().boundTo()),
        pinned(Topology::ofProcess().isPinned()), workers(Workers::ofProcess()) {}

  /// Binds the calling thread to a PU at this place in `units`; to all of them where it is none.
  void bind(std::size_t unit) const noexcept {
    if (pinned)
      (unit < units.size() ? AffinityMask(units[unit]) : mask).apply();
  }

  /// The task_arena of a priority, whose workers an observer binds.
  class Threads final : public task_scheduler_observer {
  public:
    Threads(Implementation &arena, task_arena::priority priority);
    void on_scheduler_entry(bool isWorker) override;
    void on_scheduler_exit(bool isWorker) override;

    task_arena tasks;

  private:
    Implementation &arena;
  };
  /// Made at the first call. Throws bad_alloc.
  Threads &threads(CallPriority priority);

  void post(ArenaCall &call) noexcept;
  void invite(RangeJob &job, int helpers) noexcept;
  void help(RangeJob &job) noexcept;
  bool enqueue(CallPriority priority, void (*work)(void *), void *data) noexcept;

  const ProcessingUnits units;
  const AffinityMask mask;
  const bool wholeProcess, pinned;
  Workers &workers;
  std::array<std::atomic<Threads *>, 3> byPriority{}; ///< by CallPriority; never deleted
};

Arena::Implementation::Threads::Threads(Implementation &arena, task_arena::priority priority)
    : task_scheduler_observer(tasks),
      tasks(static_cast<int>(arena.units.size()), /*reserved_for_masters=*/0, priority),
      arena(arena) {
  tasks.initialize();
  handOver(this);
  observe(true);
}

void Arena::Implementation::Threads::on_scheduler_entry(bool) {
  takeOver(this);
  signalsBefore = blockHostSignals();
  place = {&arena, arena.workers.claim(arena.units)};
  arena.bind(place.unit);
}

void Arena::Implementation::Threads::on_scheduler_exit(bool) {
  if (place.arena != &arena)
    return;
  if (place.unit < arena.units.size())
    arena.workers.release(arena.units[place.unit]);
  place = {};
  if (arena.pinned)
    AffinityMask(Topology::ofProcess().boundTo()).apply();
  pthread_sigmask(SIG_SETMASK, &signalsBefore, nullptr);
}

Arena::Implementation::Threads &Arena::Implementation::threads(CallPriority priority) {
  constexpr task_arena::priority priorities[] = {
      task_arena::priority::high, task_arena::priority::normal, task_arena::priority::low};
  const auto index = static_cast<std::size_t>(priority);
  Threads *made = byPriority[index].load(std::memory_order_acquire);
  if (!made) {
    const std::lock_guard lock(registryMutex);
    made = byPriority[index].load(std::memory_order_relaxed);
    if (!made) {
      made = new Threads(*this, priorities[index]);
      byPriority[index].store(made, std::memory_order_release);
    }
  }
  return *made;
}

/// False where oneTBB does not take it.
bool Arena::Implementation::enqueue(CallPriority priority, void (*work)(void *),
                                    void *data) noexcept {
  if (!workers.areAvailable())
    return false;
  try {
    device::enqueue(threads(priority).tasks, work, data);
    return true;
  } catch (const std::bad_alloc &) {
    return false;
  } catch (...) {
    workers.giveUp();
    return false;
  }
}

namespace {

/// Makes a call on the calling thread; if that makes one already, behind that, since each could
/// post another and no stack is deep enough.
void callHere(ArenaCall &call) noexcept {
  struct Waiting {
    ArenaCall *first, *last;
  };
  constinit thread_local Waiting *waiting = nullptr;
  call.next = nullptr;
  if (waiting) {
    (waiting->first ? waiting->last->next : waiting->first) = &call;
    waiting->last = &call;
    return;
  }
  Waiting mine{&call, &call};
  waiting = &mine;
  while (mine.first) {
    const ArenaCall next = *mine.first;
    mine.first = next.next;
    next.work(next.data);
  }
  waiting = nullptr;
}

} // namespace

void Arena::Implementation::post(ArenaCall &call) noexcept {
  void (*const work)(void *) = call.work;
  void *const data = call.data;
  if (enqueue(call.priority, work, data) ||
      (workers.areGone() && startThread("weft worker", work, data)))
    return;
  callHere(call);
}

/// A helper calls two more before it begins, so that many are called in logarithmic time.
void Arena::Implementation::help(RangeJob &job) noexcept {
  invite(job, 2);
  job.runAsHelper(place.unit < units.size() ? place.unit : presentPlace(units), units.size());
  job.release();
}

void Arena::Implementation::invite(RangeJob &job, int helpers) noexcept {
  for (int i = 0; i < helpers && job.takeInvitation(); ++i) {
    job.retain();
    const bool invited = enqueue(
        CallPriority::High,
        [](void *job) {
          static_cast<Implementation *>(const_cast<void *>(place.arena))
              ->help(*static_cast<RangeJob *>(job));
        },
        &job);
    if (!invited)
      return job.release();
  }
}

namespace {

/// Gives the calling thread a place in an arena for the time of a loop, and its affinity back.
template <typename Implementation> class Visit {
public:
  explicit Visit(Implementation &arena) : arena(arena), outer(place) {
    if (outer.arena == &arena)
      return;
    place = {&arena, arena.workers.claim(arena.units)};
    // Where the arena is all that the process has, the claim alone keeps workers off this PU.
    if (arena.wholeProcess || !arena.pinned)
      return;
    before = AffinityMask::ofThread();
    bound = true;
    arena.bind(place.unit);
  }
  ~Visit() {
    if (outer.arena == &arena)
      return;
    if (bound)
      before.apply();
    if (place.unit < arena.units.size())
      arena.workers.release(arena.units[place.unit]);
    place = outer;
  }
  Visit(const Visit &) = delete;
  Visit &operator=(const Visit &) = delete;

private:
  Implementation &arena;
  const Place outer;
  AffinityMask before;
  bool bound = false;
};

class FunctionTask final : public RangeTask {
public:
  explicit FunctionTask(const std::function<void(std::size_t, std::size_t)> &body) : body(body) {}
  void run(std::size_t first, std::size_t last) noexcept override { body(first, last); }

private:
  const std::function<void(std::size_t, std::size_t)> &body;
};

} // namespace

Arena::AloneScope::AloneScope() noexcept : before(std::exchange(worksAlone, true)) {}
Arena::AloneScope::~AloneScope() { worksAlone = before; }

Arena::Arena(const ProcessingUnits &units) : implementation(new Implementation(units)) {}

Arena &Arena::forUnits(const ProcessingUnits &units) {
  static constinit std::map<ProcessingUnits, Arena *> *arenas = nullptr;
  const std::lock_guard lock(registryMutex);
  if (!arenas)
    arenas = new std::map<ProcessingUnits, Arena *>;
  Arena *&arena = (*arenas)[units.empty() ? ProcessingUnits{0} : units];
  if (!arena)
    arena = new Arena(units.empty() ? ProcessingUnits{0} : units);
  return *arena;
}

std::size_t Arena::concurrency() const { return implementation->units.size(); }

const ProcessingUnits &Arena::units() const { return implementation->units; }

void Arena::post(ArenaCall &call) noexcept { implementation->post(call); }

void Arena::parallelFor(std::size_t count, std::size_t grain,
                        const std::function<void(std::size_t, std::size_t)> &body) {
  FunctionTask task(body);
  parallelFor(count, grain, task);
}

void Arena::parallelFor(std::size_t count, std::size_t grain, RangeTask &task,
                        std::size_t maxThreads) noexcept {
  if (!count)
    return;
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t ranges = count / grain + (count % grain != 0);
  const std::size_t threads = worksAlone ? 1 : std::min({concurrency(), maxThreads, ranges});
  Visit visit(*implementation);
  RangeJob *job = nullptr;
  if (threads > 1 && implementation->workers.areAvailable())
    job = RangeJob::acquire(count, grain, threads, task);
  if (!job) {
    task.run(0, count);
    return;
  }
  implementation->invite(*job, 3);
  // A host thread that finds every PU in use runs on one of them nevertheless.
  job->runAsOwner(place.unit < concurrency() ? place.unit : presentPlace(units()), concurrency());
  job->release();
}

} // namespace weft::device
