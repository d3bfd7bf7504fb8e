// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/arena.h"

#include "device/base/threads/fork.h"
#include "device/base/threads/thread.h"
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
#include <optional>
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
  Arena *arena = nullptr;
  std::size_t seat = 0;
};
constinit thread_local Place place;

/// What the calling worker blocked before it entered an arena. The host's own workers take signals.
constinit thread_local sigset_t signalsBefore{};

/// Whether the calling thread keeps its loops for itself.
constinit thread_local bool worksAlone = false;

} // namespace

/// The task_arena of a priority, whose workers an observer binds.
class Arena::Threads final : public task_scheduler_observer {
public:
  Threads(Arena &arena, task_arena::priority priority)
      : task_scheduler_observer(tasks), tasks(static_cast<int>(arena.concurrency()),
                                              /*reserved_for_masters=*/0, priority),
        arena(arena) {
    tasks.initialize();
    handOver(this);
    observe(true);
  }
  void on_scheduler_entry(bool) override {
    takeOver(this);
    signalsBefore = blockHostSignals();
    place = {&arena, arena.seats.take()};
    arena.seats.bind(place.seat);
  }
  void on_scheduler_exit(bool) override {
    if (place.arena != &arena)
      return;
    arena.seats.giveBack(place.seat);
    place = {};
    Seats::unbind();
    pthread_sigmask(SIG_SETMASK, &signalsBefore, nullptr);
  }

  task_arena tasks;

private:
  Arena &arena;
};

/// Made at the first call. Throws bad_alloc.
Arena::Threads &Arena::threads(CallPriority priority) {
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

/// oneTBB takes the task and then looks for a worker. Where its own have not gone to sleep yet it
/// makes one more than it is bound to, and throws where the system refuses that: the others make
/// the call, or go to sleep without a look.
Arena::Enqueued Arena::enqueue(CallPriority priority, void (*work)(void *), void *data) noexcept {
  if (!workers.areAvailable())
    return Enqueued::No;
  try {
    device::enqueue(threads(priority).tasks, work, data);
    return Enqueued::Yes;
  } catch (const std::bad_alloc &) {
    return Enqueued::No;
  } catch (...) {
    workers.giveUp();
    return Enqueued::Perhaps;
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

bool Arena::post(ArenaCall &call) noexcept {
  const Enqueued enqueued = enqueue(call.priority, call.work, call.data);
  if (enqueued == Enqueued::No &&
      !(workers.areGone() && startThread("weft worker", call.work, call.data)))
    callHere(call);
  return enqueued != Enqueued::Perhaps;
}

/// The calling thread's seat. A thread that finds every PU in use runs on one of them nevertheless.
std::size_t Arena::here() const noexcept {
  return place.seat < concurrency() ? place.seat : seats.present();
}

/// A helper calls two more before it begins, so that many are called in logarithmic time.
void Arena::help(RangeJob &job) noexcept {
  invite(job, 2);
  job.runAsHelper(here(), concurrency());
  job.release();
}

void Arena::invite(RangeJob &job, int helpers) noexcept {
  for (int i = 0; i < helpers && job.takeInvitation(); ++i) {
    job.retain();
    const Enqueued invited = enqueue(
        CallPriority::High, [](void *job) { place.arena->help(*static_cast<RangeJob *>(job)); },
        &job);
    if (invited == Enqueued::No)
      job.release();
    if (invited != Enqueued::Yes)
      return;
  }
}

/// Gives the calling thread a place in an arena for the time of a loop, and its affinity back.
class Arena::Visit {
public:
  explicit Visit(Arena &arena) : arena(arena), outer(place) {
    if (outer.arena == &arena)
      return;
    place = {&arena, arena.seats.take()};
    // Where the arena is all that the process has, the seat alone keeps workers off this PU.
    if (arena.isWholeProcess || !Topology::ofProcess().isPinned())
      return;
    before = AffinityMask::ofThread();
    arena.seats.bind(place.seat);
  }
  ~Visit() {
    if (outer.arena == &arena)
      return;
    if (before)
      before->apply();
    arena.seats.giveBack(place.seat);
    place = outer;
  }
  Visit(const Visit &) = delete;
  Visit &operator=(const Visit &) = delete;

private:
  Arena &arena;
  const Place outer;
  std::optional<AffinityMask> before;
};

namespace {

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

Arena::Arena(const ProcessingUnits &units)
    : seats(units), isWholeProcess(units == Topology::ofProcess().boundTo()),
      workers(Workers::ofProcess()) {}

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
  RangeJob *job = nullptr;
  if (threads > 1 && workers.areAvailable())
    job = RangeJob::acquire(count, grain, threads, task);
  const Visit visit(*this);
  if (!job) {
    task.run(0, count);
    return;
  }
  invite(*job, 3);
  job->runAsOwner(here(), concurrency());
  job->release();
}

} // namespace weft::device
