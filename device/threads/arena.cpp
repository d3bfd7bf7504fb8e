// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/arena.h"

#include "device/base/fork.h"
#include "device/threads/affinity.h"
#include "device/threads/spin_lock.h"
#include "device/threads/workers.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <new>
#include <sched.h>
#include <utility>

namespace weft::device {
namespace {

/// Guards the registry of arenas.
constinit std::mutex registryMutex;

const ForkHandler registryForkHandler(
    ForkOrder::Arenas, [] { registryMutex.lock(); }, [] { registryMutex.unlock(); },
    [] { registryMutex.unlock(); });

} // namespace

struct Arena::Implementation final : WorkSource {
  explicit Implementation(const ProcessingUnits &units);

  /// Where the calling thread runs at present, or near it.
  std::size_t present() const noexcept {
    const int current = sched_getcpu();
    return placeOf(static_cast<unsigned>(current < 0 ? 0 : current));
  }
  std::size_t placeOf(unsigned unit) const noexcept {
    const auto near = std::lower_bound(units.begin(), units.end(), unit);
    return near == units.end() ? 0 : near - units.begin();
  }
  /// Makes the calling host thread the visitor of a PU that nobody uses, the one that it runs on if
  /// it may be; units.size() when there is none.
  std::size_t visit() noexcept;

  bool hasWork() const noexcept override { return waiting.load(std::memory_order_seq_cst) != 0; }
  bool work(unsigned unit) noexcept override;

  void post(ArenaCall &call) noexcept;
  void open(RangeJob &job) noexcept;
  void close(RangeJob &job) noexcept;
  void invite(RangeJob &job, int helpers) noexcept;
  bool callNext() noexcept;
  void callAll() noexcept;
  void unlink(RangeJob &job) noexcept;

  static void beforeFork();
  static void afterForkInParent();
  static void afterForkInChild();
  static const ForkHandler forkHandler;
  /// All arenas. The registry's mutex is held where they change and across fork.
  static constinit inline Implementation *all = nullptr;
  Implementation *nextOfAll = nullptr;

  const ProcessingUnits units;
  const AffinityMask mask;
  const bool wholeProcess, pinned;
  Workers &workers;
  const Workers::Team team;

  /// How many calls and places in jobs are left to take: zero means that there is no need for the
  /// lock.
  alignas(64) std::atomic<std::size_t> waiting{0};
  SpinLock lock; ///< guards what follows; no other is taken under it
  /// Calls of one priority.
  struct CallList {
    ArenaCall *first = nullptr, *last = nullptr;
  };
  std::array<CallList, 3> calls; ///< by CallPriority
  RangeJob *firstJob = nullptr, *lastJob = nullptr;
};

namespace {

/// Where in which arena the calling thread works; arena is null outside.
struct Place {
  const void *arena = nullptr;
  std::size_t unit = 0;
};
constinit thread_local Place place;

/// The arenas whose calls the calling thread makes for want of other threads.
struct CallingAlone {
  const void *arena;
  const CallingAlone *outer;
};
constinit thread_local const CallingAlone *callingAlone = nullptr;

/// Whether the calling thread keeps its loops for itself.
constinit thread_local bool worksAlone = false;

} // namespace

Arena::Implementation::Implementation(const ProcessingUnits &units)
    : units(units), mask(units), wholeProcess(units == Topology::ofProcess().boundTo()),
      pinned(Topology::ofProcess().isPinned()), workers(Workers::ofProcess()),
      team(workers.serve(*this, units)) {}

std::size_t Arena::Implementation::visit() noexcept {
  const std::size_t start = present();
  for (std::size_t i = 0; i < units.size(); ++i) {
    const std::size_t unit = (start + i) % units.size();
    if (workers.isFree(units[unit]) && workers.visit(units[unit]))
      return unit;
  }
  return units.size();
}

/// Whoever comes helps with a loop that has begun before beginning something new.
bool Arena::Implementation::work(unsigned unit) noexcept {
  if (!waiting.load(std::memory_order_relaxed))
    return false;
  const Place here{this, placeOf(unit)};
  lock.lock();
  RangeJob *job = firstJob;
  if (!job) {
    lock.unlock();
    const Place outer = std::exchange(place, here);
    const bool called = callNext();
    place = outer;
    return called;
  }
  job->retain();
  waiting.fetch_sub(1, std::memory_order_relaxed);
  if (--job->listing.wanted == 0)
    unlink(*job);
  lock.unlock();
  const Place outer = std::exchange(place, here);
  // A helper calls two more before it begins, so that many are called in logarithmic time.
  invite(*job, 2);
  job->runAsHelper(here.unit, units.size());
  job->release();
  place = outer;
  return true;
}

bool Arena::Implementation::callNext() noexcept {
  lock.lock();
  CallList *const list = std::ranges::find_if(calls, &CallList::first);
  if (list == calls.end()) {
    lock.unlock();
    return false;
  }
  const ArenaCall call = *list->first;
  list->first = call.next;
  if (!list->first)
    list->last = nullptr;
  waiting.fetch_sub(1, std::memory_order_relaxed);
  lock.unlock();
  call.work(call.data);
  return true;
}

/// Makes the calls that wait here, unless the calling thread is in one of them: then that goes on
/// with them, since each could post another and no stack is deep enough.
void Arena::Implementation::callAll() noexcept {
  for (const CallingAlone *alone = callingAlone; alone; alone = alone->outer)
    if (alone->arena == this)
      return;
  const CallingAlone alone{this, callingAlone};
  callingAlone = &alone;
  while (callNext())
    ;
  callingAlone = alone.outer;
}

void Arena::Implementation::post(ArenaCall &call) noexcept {
  call.next = nullptr;
  {
    const std::lock_guard guard(lock);
    CallList &list = calls[static_cast<std::size_t>(call.priority)];
    (list.last ? list.last->next : list.first) = &call;
    list.last = &call;
    waiting.fetch_add(1, std::memory_order_seq_cst);
  }
  if (!workers.call(team))
    callAll();
}

void Arena::Implementation::open(RangeJob &job) noexcept {
  const std::lock_guard guard(lock);
  job.listing.previous = lastJob;
  job.listing.next = nullptr;
  (lastJob ? lastJob->listing.next : firstJob) = &job;
  lastJob = &job;
  waiting.fetch_add(job.listing.wanted, std::memory_order_seq_cst);
}

void Arena::Implementation::close(RangeJob &job) noexcept {
  const std::lock_guard guard(lock);
  if (!job.listing.wanted)
    return;
  waiting.fetch_sub(std::exchange(job.listing.wanted, std::size_t{0}), std::memory_order_relaxed);
  unlink(job);
}

void Arena::Implementation::unlink(RangeJob &job) noexcept {
  auto [next, previous, wanted] = job.listing;
  (previous ? previous->listing.next : firstJob) = next;
  (next ? next->listing.previous : lastJob) = previous;
}

void Arena::Implementation::invite(RangeJob &job, int helpers) noexcept {
  for (int i = 0; i < helpers; ++i)
    if (!job.takeInvitation() || !workers.invite(team))
      return;
}

void Arena::Implementation::beforeFork() {
  for (Implementation *arena = all; arena; arena = arena->nextOfAll)
    arena->lock.lock();
}

void Arena::Implementation::afterForkInParent() {
  for (Implementation *arena = all; arena; arena = arena->nextOfAll)
    arena->lock.unlock();
}

/// What the parent gave its threads to do is the parent's.
void Arena::Implementation::afterForkInChild() {
  for (Implementation *arena = all; arena; arena = arena->nextOfAll) {
    arena->calls = {};
    arena->firstJob = arena->lastJob = nullptr;
    arena->waiting.store(0, std::memory_order_relaxed);
    arena->lock.unlock();
  }
}

const ForkHandler Arena::Implementation::forkHandler(ForkOrder::Queues, beforeFork,
                                                     afterForkInParent, afterForkInChild);

namespace {

/// Gives the calling thread a place in an arena for the time of a loop, and its affinity back.
template <typename Implementation> class Visit {
public:
  explicit Visit(Implementation &arena) : arena(arena), outer(place) {
    if (outer.arena == &arena)
      return;
    place = {&arena, arena.visit()};
    // Where the arena is all that the process has, the visit alone keeps workers off this PU.
    if (arena.wholeProcess || !arena.pinned)
      return;
    before = AffinityMask::ofThread();
    bound = true;
    (place.unit < arena.units.size() ? AffinityMask(arena.units[place.unit]) : arena.mask).apply();
  }
  ~Visit() {
    if (outer.arena == &arena)
      return;
    if (bound)
      before.apply();
    if (place.unit < arena.units.size())
      arena.workers.leave(arena.units[place.unit]);
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
  if (!arena) {
    arena = new Arena(units.empty() ? ProcessingUnits{0} : units);
    arena->implementation->nextOfAll = std::exchange(Implementation::all, arena->implementation);
  }
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
  RangeJob *job = threads > 1 ? RangeJob::acquire(count, grain, threads, task) : nullptr;
  if (!job) {
    task.run(0, count);
    return;
  }
  implementation->open(*job);
  implementation->invite(*job, 3);
  // A host thread that finds every PU in use runs on one of them nevertheless.
  job->runAsOwner(place.unit < concurrency() ? place.unit : implementation->present(),
                  concurrency());
  implementation->close(*job);
  job->release();
}

} // namespace weft::device
