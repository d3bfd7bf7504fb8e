// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/workers.h"

#include "device/base/clock.h"
#include "device/base/environment.h"
#include "device/base/reports/log.h"
#include "device/base/threads/fork.h"
#include "device/base/threads/once.h"
#include "device/base/threads/thread.h"
#include "device/machine/seats.h"
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

/// Where workers wait until all that are expected have come, or time is up. There is one meeting at
/// a time, in an object that is never deleted, since a worker may come when it is over: that one
/// goes on at once, or takes part in the next one.
class Meeting {
public:
  /// Only under a ThreadStartLock.
  static Meeting &ofProcess() {
    static constinit Meeting *meeting = nullptr;
    if (!meeting)
      meeting = new Meeting;
    return *meeting;
  }

  void begin(std::size_t count) {
    const std::lock_guard lock(mutex);
    expected = count;
    arrived = 0;
    ++number;
    changed.notify_all();
  }
  static void attend(void *data) noexcept {
    pthread_setname_np(pthread_self(), "weft worker");
    auto &meeting = *static_cast<Meeting *>(data);
    std::unique_lock lock(meeting.mutex);
    if (++meeting.arrived >= meeting.expected)
      meeting.changed.notify_all();
    meeting.changed.wait(lock, [&meeting, mine = meeting.number] {
      return meeting.number != mine || meeting.arrived >= meeting.expected;
    });
  }
  /// Waits, ends the meeting, and returns how many have come.
  std::size_t hold() {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, patience, [&] { return arrived >= expected; });
    expected = 0;
    changed.notify_all();
    return arrived;
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t number = 0, expected = 0, arrived = 0;
};

/// Has the workers meet in an arena of their own; returns how many came. Throws what oneTBB throws.
std::size_t meet(std::size_t expected) {
  oneapi::tbb::task_arena arena(static_cast<int>(expected), /*reserved_for_masters=*/0);
  Meeting &meeting = Meeting::ofProcess();
  meeting.begin(expected);
  try {
    const HostSignalsBlocked blocked;
    for (std::size_t invited = 0; invited < expected; ++invited)
      enqueue(arena, Meeting::attend, &meeting);
  } catch (...) {
    meeting.begin(0);
    throw;
  }
  return meeting.hold();
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
Workers::Workers() : wanted(std::max<std::size_t>(Topology::ofProcess().allowed().size(), 1)) {
  const ThreadStartLock lock;
  if (hasProcessEnded || isEnvironmentForeign())
    giveUp();
  else
    oneapi::tbb::this_task_arena::isolate([] {}); // begins it, and asks for no worker
}

Workers &Workers::ofProcess() {
  return once([] {
    auto *made = new Workers;
    ofThisProcess.store(made, std::memory_order_relaxed);
    return made;
  });
}

void Workers::forgetThreads() noexcept {
  Seats::clear();
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
  std::size_t present = count.load(std::memory_order_relaxed);
  if (present >= wanted || coarseNanoseconds() < recruitAt.load(std::memory_order_relaxed))
    return;
  recruitAt.store(coarseNanoseconds() + (present ? nanosecondsAfterSome : nanosecondsAfterNone),
                  std::memory_order_relaxed);
  const std::size_t granted =
      grantedThreads(wanted - present, present ? nullptr : findThreadDataKey);
  if (!granted)
    return;
  const std::size_t there = present + granted;
  const std::size_t arrived = meet(bindTo(there));
  // Unless another thread has given up meanwhile, which is for good.
  if (arrived)
    count.compare_exchange_strong(present, there, std::memory_order_release,
                                  std::memory_order_relaxed);
  recruitAt.store(coarseNanoseconds() + (arrived ? nanosecondsAfterSome : nanosecondsAfterSilence),
                  std::memory_order_relaxed);
  const SchedulerLibrary library = schedulerLibrary();
  log(LogLevel::Info, "oneTBB %s of %s: %zu of %zu worker threads granted, %zu came",
      library.version.c_str(), library.path.c_str(), there, wanted, arrived);
}

} // namespace weft::device
