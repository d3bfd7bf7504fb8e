#include "device/arena.h"

#include "device/affinity.h"
#include "device/arena_call.h"
#include "device/thread_sanitizer.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>
#include <pthread.h>
#include <sched.h>
#include <thread>

namespace weft::device {
namespace {

std::atomic<bool> forkedChild{false};

/// Guards the registry of arenas; held across fork, so that the child finds it free.
std::mutex &registryMutex() {
  static auto &mutex = *new std::mutex;
  return mutex;
}

/// Once in a process, before the first worker starts.
void prepareProcess() {
  // By default oneTBB keeps one worker less than PUs, for the thread that waits. Here that thread
  // may be a host thread that does not wait, so there is a worker for every PU.
  using oneapi::tbb::global_control;
  static auto &control = *new global_control(global_control::max_allowed_parallelism,
                                             Topology::ofProcess().allowed().size() + 1);
  static_cast<void>(control);
  static const int handlers =
      pthread_atfork([] { registryMutex().lock(); }, [] { registryMutex().unlock(); },
                     [] {
                       forkedChild.store(true, std::memory_order_relaxed);
                       registryMutex().unlock();
                     });
  static_cast<void>(handlers);
}

} // namespace

bool isForkedChild() noexcept { return forkedChild.load(std::memory_order_relaxed); }

struct Arena::Implementation {
  explicit Implementation(const ProcessingUnits &units)
      : units(units), mask(units), wholeProcess(units == Topology::ofProcess().boundTo()),
        pinned(Topology::ofProcess().isPinned()), taken(new std::atomic<bool>[units.size()]()),
        threads(static_cast<int>(units.size()), /*reserved_for_masters=*/0), observer(*this) {}

  /// Where the calling thread runs at present, or near it.
  std::size_t present() const noexcept {
    const int current = sched_getcpu();
    const auto near = std::lower_bound(units.begin(), units.end(),
                                       static_cast<unsigned>(current < 0 ? 0 : current));
    return near == units.end() ? 0 : near - units.begin();
  }

  /// Takes a PU that no other thread of this arena has, the calling thread's present one if it is
  /// free; units.size() when there is none.
  std::size_t claim() noexcept {
    const std::size_t start = present();
    for (std::size_t i = 0; i < units.size(); ++i) {
      const std::size_t unit = (start + i) % units.size();
      if (!taken[unit].load(std::memory_order_relaxed) &&
          !taken[unit].exchange(true, std::memory_order_acquire))
        return unit;
    }
    return units.size();
  }

  void giveBack(std::size_t unit) noexcept {
    if (unit < units.size())
      taken[unit].store(false, std::memory_order_release);
  }

  void bind(std::size_t unit) noexcept {
    if (!pinned)
      return;
    if (unit < units.size())
      AffinityMask(units[unit]).apply();
    else
      mask.apply();
  }

  /// Makes the threads available; false when the system refuses.
  bool start() noexcept;
  /// Enqueues a call for the arena's threads; throws when there is no memory.
  void post(void (*work)(void *data), void *data);
  bool invite(RangeJob &job) noexcept;
  void help(RangeJob &job) noexcept;

  /// Binds workers while they are in the arena.
  class Observer final : public oneapi::tbb::task_scheduler_observer {
  public:
    explicit Observer(Implementation &arena)
        : task_scheduler_observer(arena.threads), arena(arena) {}
    void on_scheduler_entry(bool isWorker) override;
    void on_scheduler_exit(bool isWorker) override;

  private:
    Implementation &arena;
  };

  const ProcessingUnits units;
  const AffinityMask mask;
  const bool wholeProcess, pinned;
  const std::unique_ptr<std::atomic<bool>[]> taken;
  oneapi::tbb::task_arena threads;
  Observer observer;
  std::once_flag startedOnce;
  std::atomic<bool> started{false};
};

namespace {

/// Where in which arena the calling thread works; arena is null outside.
struct Place {
  const void *arena = nullptr;
  std::size_t unit = 0;
};
thread_local Place place;

} // namespace

bool isArenaThread() noexcept { return place.arena != nullptr; }

void Arena::Implementation::Observer::on_scheduler_entry(bool) {
  takeOver(this);
  place = {&arena, arena.claim()};
  arena.bind(place.unit);
}

void Arena::Implementation::Observer::on_scheduler_exit(bool) {
  if (place.arena != &arena)
    return;
  arena.giveBack(place.unit);
  place = {};
  if (!arena.pinned)
    return;
  static const auto &everywhere = *new AffinityMask(Topology::ofProcess().boundTo());
  everywhere.apply();
}

bool Arena::Implementation::start() noexcept {
  if (started.load(std::memory_order_acquire))
    return true;
  try {
    std::call_once(startedOnce, [this] {
      prepareProcess();
      threads.initialize();
      handOver(&observer);
      observer.observe(true);
      started.store(true, std::memory_order_release);
    });
    return true;
  } catch (...) {
    return false;
  }
}

void Arena::Implementation::post(void (*work)(void *), void *data) {
  handOver(data);
  threads.enqueue(ArenaCall{work, data});
}

bool Arena::Implementation::invite(RangeJob &job) noexcept {
  if (!job.takeInvitation())
    return false;
  job.retain();
  try {
    post(
        [](void *data) {
          auto &job = *static_cast<RangeJob *>(data);
          static_cast<Implementation *>(job.owner())->help(job);
        },
        &job);
    return true;
  } catch (...) {
    job.release();
    return false;
  }
}

/// A helper calls two more before it begins, so that many are called in logarithmic time.
void Arena::Implementation::help(RangeJob &job) noexcept {
  for (int i = 0; i < 2; ++i)
    invite(job);
  job.runAsHelper(place.arena == this ? place.unit : units.size(), units.size());
  job.release();
}

namespace {

/// Gives the calling thread a place in an arena for the time of a loop, and its affinity back.
template <typename Implementation> class Visit {
public:
  explicit Visit(Implementation &arena) : arena(arena), outer(place) {
    if (outer.arena == &arena)
      return;
    place = {&arena, arena.claim()};
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
    arena.giveBack(place.unit);
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

Arena::Arena(const ProcessingUnits &units) : implementation(new Implementation(units)) {}

Arena &Arena::forUnits(const ProcessingUnits &units) {
  static auto &arenas = *new std::map<ProcessingUnits, Arena *>;
  std::lock_guard lock(registryMutex());
  Arena *&arena = arenas[units.empty() ? ProcessingUnits{0} : units];
  if (!arena)
    arena = new Arena(units.empty() ? ProcessingUnits{0} : units);
  return *arena;
}

std::size_t Arena::concurrency() const { return implementation->units.size(); }

const ProcessingUnits &Arena::units() const { return implementation->units; }

void Arena::enqueue(void (*work)(void *), void *data) noexcept {
  try {
    if (!isForkedChild() && implementation->start())
      implementation->post(work, data);
    else
      std::thread(work, data).detach();
  } catch (...) { // no memory, or no thread
    work(data);
  }
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
  const std::size_t threads = std::min({concurrency(), maxThreads, ranges});
  Visit visit(*implementation);
  RangeJob *job = nullptr;
  if (threads > 1 && !isForkedChild() && implementation->start())
    job = RangeJob::acquire(count, grain, threads, task, implementation);
  if (!job) {
    task.run(0, count);
    return;
  }
  for (int i = 0; i < 3; ++i)
    implementation->invite(*job);
  // A host thread that finds every PU claimed runs on one of them nevertheless.
  job->runAsOwner(place.unit < concurrency() ? place.unit : implementation->present(),
                  concurrency());
  job->release();
}

} // namespace weft::device
