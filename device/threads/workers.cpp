// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/workers.h"

#include "device/base/clock.h"
#include "device/base/environment.h"
#include "device/base/reports/log.h"
#include "device/base/threads/fork.h"
#include "device/base/threads/once.h"
#include "device/base/threads/thread.h"
#include "device/threads/scheduler_library.h"
#include "device/threads/tasks.h"
#include "device/threads/thread_data.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <pthread.h>
#include <sched.h>

namespace weft::device {
namespace {

using oneapi::tbb::global_control;

/// How long workers may take to come. Those of an idle machine need some hundred microseconds.
constexpr std::chrono::seconds patience{1};
/// How long after a recruitment there is another one: the system gave no thread, it gave some, or
/// no worker came.
constexpr std::uint64_t nanosecondsAfterNone = 20'000'000, nanosecondsAfterSome = 1'000'000'000,
                        nanosecondsAfterSilence = 10'000'000'000;

constinit std::atomic<Workers *> ofThisProcess{nullptr};

/// Where all that are expected wait until the last of them has come, or time is up. Each of them
/// refers to it, and so does the host thread; the last one deletes it.
class Meeting {
public:
  explicit Meeting(std::size_t expected) : expected(expected), references(expected + 1) {}

  static void attend(void *data) noexcept {
    pthread_setname_np(pthread_self(), "weft worker");
    auto &meeting = *static_cast<Meeting *>(data);
    {
      std::unique_lock lock(meeting.mutex);
      if (++meeting.arrived == meeting.expected)
        meeting.changed.notify_all();
      meeting.changed.wait(lock, [&] { return meeting.isOver(); });
    }
    meeting.drop(1);
  }
  /// Waits, and returns how many have come.
  std::size_t hold() {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, patience, [&] { return isOver(); });
    hasEnded = true;
    changed.notify_all();
    return arrived;
  }
  /// Nobody waits from now on.
  void end() noexcept {
    const std::lock_guard lock(mutex);
    hasEnded = true;
    changed.notify_all();
  }
  void drop(std::size_t dropped) noexcept {
    if (references.fetch_sub(dropped, std::memory_order_acq_rel) == dropped)
      delete this;
  }

private:
  bool isOver() const { return hasEnded || arrived == expected; }

  const std::size_t expected;
  std::atomic<std::size_t> references;
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t arrived = 0;
  bool hasEnded = false;
};

/// Has the workers meet in an arena of their own; returns how many came. Throws what oneTBB throws.
std::size_t meet(std::size_t expected) {
  oneapi::tbb::task_arena arena(static_cast<int>(expected), /*reserved_for_masters=*/0);
  auto *meeting = new Meeting(expected);
  std::size_t invited = 0;
  try {
    const HostSignalsBlocked blocked;
    for (; invited < expected; ++invited)
      enqueue(arena, Meeting::attend, meeting);
  } catch (...) {
    meeting->end();
    meeting->drop(expected - invited + 1);
    throw;
  }
  const std::size_t arrived = meeting->hold();
  meeting->drop(1);
  return arrived;
}

/// Bounds oneTBB to so many workers, and one thread that waits, which is another thread than
/// workers. The bound that holds is the least of all that the host and Weft have asked for.
/// Returns the workers that there may be; there is one for enqueued tasks in any case.
std::size_t bindTo(std::size_t workers) {
  static constinit global_control *control = nullptr;
  auto *const former = control;
  control = new global_control(global_control::max_allowed_parallelism, workers + 1);
  delete former;
  const std::size_t bound = global_control::active_value(global_control::max_allowed_parallelism);
  return std::clamp<std::size_t>(bound - 1, 1, workers);
}

} // namespace

struct WorkersFork {
  static void inChild() noexcept {
    if (Workers *workers = ofThisProcess.load(std::memory_order_relaxed))
      workers->forgetThreads();
  }
};

namespace {

const ForkHandler forkHandler(ForkOrder::Queues, [] {}, [] {}, WorkersFork::inChild);

/// Whether oneTBB has been destroyed, or will be at any moment. Changes under a ThreadStartLock.
constinit bool hasProcessEnded = false;

/// exit() destroys oneTBB after this object, since libweft.so needs it. Threads and exit handlers
/// of the host may still begin work then, which is done without oneTBB.
struct EndOfProcess {
  ~EndOfProcess() {
    const ThreadStartLock lock;
    hasProcessEnded = true;
    if (Workers *workers = ofThisProcess.load(std::memory_order_relaxed))
      workers->giveUp();
  }
};
const EndOfProcess endOfProcess;

} // namespace

/// Arenas are made in the host's calls, where environment variables may be read; oneTBB reads its
/// own, among them one that names a library to load. Where the environment is not the user's to
/// set, oneTBB never begins.
Workers::Workers(const ProcessingUnits &units)
    : units(units), claimed(new std::atomic<bool>[units.size()]()) {
  const ThreadStartLock lock;
  if (hasProcessEnded || isEnvironmentForeign())
    giveUp();
  else
    oneapi::tbb::this_task_arena::isolate([] {}); // begins it, and asks for no worker
}

Workers &Workers::ofProcess() {
  return once([] {
    const ProcessingUnits &units = Topology::ofProcess().allowed();
    auto *made = new Workers(units.empty() ? ProcessingUnits{0} : units);
    ofThisProcess.store(made, std::memory_order_relaxed);
    return made;
  });
}

void Workers::forgetThreads() noexcept {
  for (std::size_t i = 0; i < units.size(); ++i)
    claimed[i].store(false, std::memory_order_relaxed);
  // Whoever had a recruitment begun has used oneTBB.
  if (recruitAt.load(std::memory_order_relaxed)) {
    giveUp();
    forgetThreadData();
  }
}

bool Workers::recruitNowAndThen() noexcept {
  const auto there = [this] {
    const std::size_t now = count.load(std::memory_order_acquire);
    return now && now != gone;
  };
  if (count.load(std::memory_order_relaxed) == gone ||
      coarseNanoseconds() < recruitAt.load(std::memory_order_relaxed))
    return there();
  try {
    recruit();
  } catch (const std::bad_alloc &) {
    // Another time.
  } catch (...) {
    giveUp();
  }
  return there();
}

void Workers::recruit() {
  const ThreadStartLock lock;
  if (hasProcessEnded)
    return giveUp();
  // Another thread may have recruited meanwhile.
  const std::size_t present = count.load(std::memory_order_relaxed);
  if (present >= units.size() || coarseNanoseconds() < recruitAt.load(std::memory_order_relaxed))
    return;
  recruitAt.store(coarseNanoseconds() + (present ? nanosecondsAfterSome : nanosecondsAfterNone),
                  std::memory_order_relaxed);
  const std::size_t granted =
      grantedThreads(units.size() - present, present ? nullptr : findThreadDataKey);
  if (!granted)
    return;
  const std::size_t arrived = meet(bindTo(present + granted));
  if (arrived)
    count.store(present + granted, std::memory_order_release);
  recruitAt.store(coarseNanoseconds() + (arrived ? nanosecondsAfterSome : nanosecondsAfterSilence),
                  std::memory_order_relaxed);
  const SchedulerLibrary library = schedulerLibrary();
  log(LogLevel::Info, "oneTBB %s of %s: %zu of %zu worker threads granted, %zu came",
      library.version.c_str(), library.path.c_str(), present + granted, units.size(), arrived);
}

std::size_t presentPlace(const ProcessingUnits &units) noexcept {
  const int current = sched_getcpu();
  const auto near =
      std::ranges::lower_bound(units, static_cast<unsigned>(current < 0 ? 0 : current));
  return near == units.end() ? 0 : near - units.begin();
}

std::atomic<bool> *Workers::claimOf(unsigned unit) noexcept {
  const auto found = std::ranges::lower_bound(units, unit);
  return found != units.end() && *found == unit ? &claimed[found - units.begin()] : nullptr;
}

std::size_t Workers::claim(const ProcessingUnits &ofUnits) noexcept {
  const std::size_t start = presentPlace(ofUnits);
  for (std::size_t i = 0; i < ofUnits.size(); ++i) {
    const std::size_t place = (start + i) % ofUnits.size();
    std::atomic<bool> *const claim = claimOf(ofUnits[place]);
    if (claim && !claim->load(std::memory_order_relaxed) &&
        !claim->exchange(true, std::memory_order_acquire))
      return place;
  }
  return ofUnits.size();
}

void Workers::release(unsigned unit) noexcept {
  claimOf(unit)->store(false, std::memory_order_release);
}

} // namespace weft::device
