// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a launch is distributed: work known to be small runs immediately on the calling thread, since
// waking a worker takes longer. Each kernel's time per work-item is remembered from its recent
// launches; an unknown kernel is assumed to be expensive. If a launch assumed to be small turns out
// not to be, its remaining groups are distributed after all.
//
// A launch switches to a better version of its kernel as soon as there is one. While the compiler
// generates it, one thread of a launch that will last longer stands aside if the launch occupies
// all CPUs: the compiler would otherwise compete with it, and everyone would wait longer.
#include "device/launch/launch.h"

#include "device/arch/floating_point.h"
#include "device/arch/streaming_loops.h"
#include "device/base/clock.h"
#include "device/base/reports/activity_board.h"
#include "device/base/reports/log.h"
#include "device/base/reports/trace.h"
#include "device/copy/streaming.h"
#include "device/kernel_abi_debug.h"
#include "device/launch/cost_table.h"
#include "device/launch/fault_report.h"
#include "device/launch/printf.h"
#include "device/launch/stoppable_call.h"
#include "device/launch/tried_launch.h"
#include "device/launch/version_trials.h"
#include "device/launch/worker_memory.h"
#include "device/machine/topology.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <pthread.h>
#include <thread>

namespace weft::device {
namespace {

/// Below this amount of work, no other threads are woken.
constexpr float inlineNanoseconds = 20'000;
/// The amount of work that justifies one more thread.
constexpr float nanosecondsPerThread = 10'000;
/// How often a launch whose code may be replaced polls for a better version.
constexpr std::uint64_t nanosecondsBetweenPolls = 100'000;
/// Standing aside does not pay for better versions that arrive sooner than this, or unless the
/// launch takes this many times as long.
constexpr std::uint64_t minWait = 1'000'000;
constexpr double minGain = 1.5;
/// The target duration of one range: claims are cheap by comparison.
constexpr float nanosecondsPerRange = 2'000;

/// Time spent on work-items by one thread.
class Stopwatch {
public:
  void start() { begin = Clock::now(); }
  /// What follows is measured too if this is called again, without reading the clock twice.
  void stop(std::size_t groups) {
    const Clock::time_point now = Clock::now();
    nanoseconds += std::chrono::duration<float, std::nano>(now - begin).count();
    begin = now;
    measured += groups;
  }
  std::size_t groups() const { return measured; }
  float perGroup() const { return measured ? nanoseconds / static_cast<float>(measured) : 0; }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin;
  float nanoseconds = 0;
  std::size_t measured = 0;
};

/// The stack of a launch. If its code may be replaced, it leaves room for a larger frame.
std::uint64_t stackFor(const Launch &launch) {
  constexpr std::uint64_t spareBytesForOther = 64 << 10;
  const std::uint64_t bytes = stackBytes(*launch.version.kernel);
  const bool mayChange = launch.versions || launch.version.trials;
  return mayChange && bytes < ~std::uint64_t{0} - spareBytesForOther ? bytes + spareBytesForOther
                                                                     : bytes;
}

std::uint64_t groupsAlong(std::uint64_t global, std::uint64_t local) noexcept {
  return global == local ? 1 : global / local + (global % local != 0);
}

class LaunchTask final : public RangeTask {
public:
  /// `localSize`: that of the running work-items.
  LaunchTask(const Launch &source, const std::array<std::uint64_t, 3> &localSize,
             std::uint64_t contextArray, bool hasAllProcessors)
      : kernel(*source.version.kernel), localBytes(source.localMemoryBytes),
        contextArray(contextArray), stack(stackFor(source)), begun(source.version),
        versions(source.versions), hasAllProcessors(hasAllProcessors),
        zeroesLocal((source.zeroesLocalMemory || (kernel.flags & WEFT_KERNEL_ZEROES_LOCAL)) &&
                    localBytes != 0),
        isCancelled(source.isCancelled), afterGroup(source.afterGroup),
        afterGroupContext(source.afterGroupContext), groupOrder(source.groupOrder),
        kind(begun.trials || versions ? kindOf(kernel, localSize, groupsOf(source.range, localSize))
                                      : RangeKind::Usual),
        version(&begun), sink(source.output) {
    const NdRange &range = source.range;
    launch.work_dimensions = range.dimensions;
    for (std::size_t d = 0; d < 3; ++d) {
      launch.global_offset[d] = 0;
      launch.global_size[d] = launch.local_size[d] = launch.group_count[d] = 1;
      if (d >= range.dimensions)
        continue;
      const std::uint64_t global = range.globalSize[d];
      const std::uint64_t local = std::max<std::uint64_t>(localSize[d], 1);
      launch.global_offset[d] = range.offset[d];
      launch.global_size[d] = global;
      launch.local_size[d] = local;
      launch.group_count[d] = groupsAlong(global, local);
    }
    launch.stream_arguments = source.largeBuffers && writesLargeBuffers() ? source.largeBuffers : 0;
    launch.groups_at_large_buffers =
        source.largeBuffers ? launch.group_count[0] * launch.group_count[1] * launch.group_count[2]
                            : 0;
    launch.arguments = source.arguments;
    launch.print = PrintfSink::print;
    launch.print_context = &sink;
    launch.enqueue = source.enqueue;
    launch.enqueue_context = source.enqueueContext;
    launch.stop = stop;
    launch.stop_context = nullptr;
    checkedLaunch.checks = source.checks;
  }

  bool enter() noexcept override {
    WorkerMemory *memory = WorkerMemory::ofThread();
    return memory && prepare(*memory);
  }
  void leave() noexcept override { WorkerMemory::ofThread()->trim(); }
  void run(std::size_t first, std::size_t last) noexcept override {
    WorkerMemory &memory = *WorkerMemory::ofThread();
    if (mayImprove())
      noteBegin();
    for (std::size_t step = 1; mayImprove() && first < last;) {
      const std::uint64_t begin = monotonicNanoseconds();
      const std::size_t end = first + std::min(step, last - first);
      runOn(memory, first, end);
      groupsDone.fetch_add(end - first, std::memory_order_relaxed);
      first = end;
      step *= monotonicNanoseconds() - begin < nanosecondsBetweenPolls ? 2 : 1;
      if (pollForBetter() && mayImprove())
        standAside();
    }
    if (first < last)
      runOn(memory, first, last);
  }
  const char *name() const { return kernel.name; }

  bool prepare(WorkerMemory &memory) const noexcept {
    return memory.prepare(localBytes, contextArray, stack,
                          kernel.flags & WEFT_KERNEL_HAS_WORK_ITEM_STACKS);
  }
  /// Runs groups on the calling thread, whose memory is prepared; some of them for a trial of the
  /// kernel's versions.
  void runOn(WorkerMemory &memory, std::size_t first, std::size_t last) noexcept {
    const KernelVersion &now = *version.load(std::memory_order_acquire);
    VersionTrial *const trial =
        now.trials && !areWholeLaunchesTimed(kind) ? now.trials->of(kind) : nullptr;
    if (!trial)
      return runAs(memory, now, first, last);
    first = runTrial(memory, now, *trial, first, last);
    if (first == last)
      return;
    const KernelVersion *const scalar = trial->choosesScalar() ? scalarOf(now) : nullptr;
    runAs(memory, scalar ? *scalar : now, first, last);
    trial->ran(last - first);
  }

  /// Writes the printf output. After the last group.
  LaunchStatus finish() noexcept {
    sink.flush();
    if (!isStopped.load(std::memory_order_relaxed))
      return LaunchStatus::Complete;
    log(LogLevel::Error, "kernel '%s' has no space for a variable-length array", kernel.name);
    return LaunchStatus::Stopped;
  }

  /// False on overflow.
  bool countGroups(std::size_t &groups) const {
    return !__builtin_mul_overflow(launch.group_count[0], launch.group_count[1], &groups) &&
           !__builtin_mul_overflow(groups, launch.group_count[2], &groups);
  }
  float itemsPerGroup() const {
    float items = 1;
    for (std::size_t d = 0; d < 3; ++d)
      items *= static_cast<float>(std::min(launch.local_size[d], launch.global_size[d]));
    return items;
  }

private:
  /// Runs groups until there is a verdict; returns the first remaining one.
  std::size_t runTrial(WorkerMemory &memory, const KernelVersion &now, VersionTrial &trial,
                       std::size_t first, std::size_t last) noexcept {
    while (first < last && trial.isOpen()) {
      const KernelVersion *const scalar = scalarOf(now);
      const VersionTrial::Part part = trial.next(last - first, scalar != nullptr);
      const std::uint64_t begin = monotonicNanoseconds();
      runAs(memory, part.isScalar ? *scalar : now, first, first + part.groups);
      if (!hasEnded())
        trial.add(part, monotonicNanoseconds() - begin, kernel.name);
      first += part.groups;
    }
    return first;
  }

  /// The other version, if the launch has the memory for it; or null.
  const KernelVersion *scalarOf(const KernelVersion &now) const noexcept {
    const KernelVersion *const scalar = now.trials->scalar();
    return scalar && fits(*scalar->kernel) ? scalar : nullptr;
  }

  /// Whether the prepared memory suffices for other code of the kernel.
  bool fits(const weft_kernel_description &other) const noexcept {
    return other.lane_dimension == kernel.lane_dimension &&
           other.context_item_bytes <= kernel.context_item_bytes &&
           other.context_fixed_bytes <= kernel.context_fixed_bytes && stackBytes(other) <= stack;
  }

  /// No further work-group begins.
  bool hasEnded() const noexcept {
    return (isCancelled && isCancelled->load(std::memory_order_relaxed)) ||
           isStopped.load(std::memory_order_relaxed);
  }

  void runAs(WorkerMemory &memory, const KernelVersion &now, std::size_t first,
             std::size_t last) noexcept {
    const KernelFloatingPoint environment;
    if (isLogged(LogLevel::Error)) {
      const FaultScope scope(kernel.name, now.code, launch, memory.worker(), sink);
      runGroups(memory, *now.kernel, first, last);
    } else {
      runGroups(memory, *now.kernel, first, last);
    }
    if (launch.stream_arguments)
      orderStreamingStores();
  }

  void runGroups(WorkerMemory &memory, const weft_kernel_description &code, std::size_t first,
                 std::size_t last) noexcept {
    if (!zeroesLocal && !isCancelled && !groupOrder)
      return runOnce(memory, code, first, last);
    for (std::size_t number = first; number < last; ++number) {
      if (isCancelled && isCancelled->load(std::memory_order_relaxed))
        return;
      if (zeroesLocal)
        memory.zeroLocal();
      const std::size_t group = groupOrder ? groupAt(number) : number;
      runOnce(memory, code, group, group + 1);
      if (zeroesLocal && afterGroup)
        afterGroup(afterGroupContext, memory.localMemory());
    }
  }

  /// A permutation of the groups: backwards, from one that the order chooses.
  std::size_t groupAt(std::size_t number) const noexcept {
    std::size_t groups = 0;
    countGroups(groups);
    return (groupOrder % groups + groups - number) % groups;
  }

  void runOnce(WorkerMemory &memory, const weft_kernel_description &code, std::size_t first,
               std::size_t last) noexcept {
    if (!(code.flags & WEFT_KERNEL_MAY_STOP))
      memory.run(code.function, launch, first, last);
    else if (!isStopped.load(std::memory_order_relaxed) &&
             !runUntilStopped(memory, code.function, launch, first, last))
      isStopped = true;
  }
  static void stop(void *) noexcept { leaveKernel(); }

  bool mayImprove() const noexcept {
    return versions && version.load(std::memory_order_relaxed) == &begun;
  }

  /// The clock starts with the first group: threads may have been created before.
  void noteBegin() noexcept {
    std::uint64_t none = 0;
    if (begunAt.load(std::memory_order_relaxed))
      return;
    const std::uint64_t now = monotonicNanoseconds();
    if (begunAt.compare_exchange_strong(none, now, std::memory_order_relaxed))
      lastPoll.store(now, std::memory_order_relaxed);
  }

  /// Switches to a better version of the kernel, if there is one by now and this thread's memory,
  /// and that of the others, suffices. False if somebody has just polled.
  bool pollForBetter() noexcept {
    const std::uint64_t now = monotonicNanoseconds();
    std::uint64_t last = lastPoll.load(std::memory_order_relaxed);
    // Another thread may have polled since this one read the clock.
    if (now < last + nanosecondsBetweenPolls || !lastPoll.compare_exchange_strong(last, now))
      return false;
    const KernelVersion *newest =
        versions->newest(now - std::max(last, begunAt.load(std::memory_order_relaxed)));
    if (newest && newest->kernel != &kernel && fits(*newest->kernel))
      version.store(newest, std::memory_order_release);
    return true;
  }

  /// Leaves this thread's CPU to the compiler while that pays: as long as compiling may take with
  /// competition, or for a small part of the launch's remaining time without better code.
  void standAside() noexcept {
    constexpr double partOfLaunch = 0.125;
    const std::uint64_t begin = monotonicNanoseconds(), wait = versions->nanosecondsToBetter();
    const double left = nanosecondsLeft();
    if (!hasAllProcessors || wait < minWait || left < minGain * static_cast<double>(wait) ||
        isStandingAside.exchange(true))
      return;
    const double patience = std::max(2 * static_cast<double>(wait), partOfLaunch * left);
    while (mayImprove() && static_cast<double>(monotonicNanoseconds() - begin) < patience) {
      std::this_thread::sleep_for(std::chrono::nanoseconds(2 * nanosecondsBetweenPolls));
      pollForBetter();
    }
    isStandingAside = false;
    if (isTracing())
      traceSpan("groups", "wait for best code", begin, "\"expected\":%llu",
                static_cast<unsigned long long>(wait));
  }

  /// The launch's remaining time at the speed of the groups so far.
  double nanosecondsLeft() const noexcept {
    std::size_t groups = 0;
    countGroups(groups);
    const auto done = static_cast<double>(groupsDone.load(std::memory_order_relaxed));
    return static_cast<double>(monotonicNanoseconds() - begunAt.load(std::memory_order_relaxed)) *
           (static_cast<double>(groups) - done) / std::max(done, 1.0);
  }

  /// A launch of few work-items writes a small part of its large buffers, which stays cached.
  bool writesLargeBuffers() const {
    constexpr float maxBytesPerItem = 16;
    float items = maxBytesPerItem;
    for (const std::uint64_t size : launch.global_size)
      items *= static_cast<float>(size);
    return items >= static_cast<float>(streamFromBytes());
  }

  const weft_kernel_description &kernel;
  const std::uint64_t localBytes, contextArray, stack;
  const KernelVersion begun;
  KernelVersions *const versions;
  const bool hasAllProcessors;
  const bool zeroesLocal; ///< before each group
  const std::atomic<bool> *const isCancelled;
  void (*const afterGroup)(void *context, unsigned char *localMemory) noexcept;
  void *const afterGroupContext;
  const std::uint64_t groupOrder;
  const RangeKind kind;
  std::atomic<std::uint64_t> begunAt{0}; ///< 0: no group has begun
  std::atomic<const KernelVersion *> version;
  std::atomic<std::size_t> groupsDone{0}; ///< while a better version may come
  std::atomic<bool> isStandingAside{false};
  std::atomic<bool> isStopped{false};
  std::atomic<std::uint64_t> lastPoll{0};
  weft_checked_launch checkedLaunch; ///< for kernels that are not checked, its first part
  weft_launch &launch = checkedLaunch.launch;
  PrintfSink sink;
};

/// The groups from `offset` on as a loop that starts at 0; measures those that the owner runs
/// itself.
class Spread final : public RangeTask {
public:
  Spread(LaunchTask &task, std::size_t offset, Stopwatch &watch)
      : task(task), offset(offset), watch(watch), owner(pthread_self()), origin(traceHere()) {}
  bool enter() noexcept override {
    traceArrow("spread", origin);
    return task.enter();
  }
  void leave() noexcept override { task.leave(); }
  /// A range of the loop; in a trace each shows which groups ran where.
  void run(std::size_t first, std::size_t last) noexcept override {
    if (!isTracing())
      return runTimed(first, last);
    const std::uint64_t begin = monotonicNanoseconds();
    const BusyScope busy;
    runTimed(first, last);
    traceSpan("groups", task.name(), begin, "\"first\":%zu,\"count\":%zu", offset + first,
              last - first);
  }

private:
  void runTimed(std::size_t first, std::size_t last) noexcept {
    const bool timed = pthread_equal(owner, pthread_self());
    if (timed)
      watch.start();
    task.run(offset + first, offset + last);
    if (timed)
      watch.stop(last - first);
  }

  LaunchTask &task;
  const std::size_t offset;
  Stopwatch &watch;
  const pthread_t owner;
  const TracePoint origin;
};

/// Reading the clock takes as long as many a small group, so a single-group launch, which can only
/// measure its own time, is measured only occasionally.
bool isMeasured(std::size_t groups) noexcept {
  constexpr unsigned every = 16;
  constinit thread_local unsigned launches = 0;
  return groups > 1 || ++launches % every == 0;
}

/// Runs all groups here if they turn out not to justify another thread. Returns how many have run:
/// all, or the first.
std::size_t runHere(LaunchTask &task, WorkerMemory &memory, std::size_t groups, Stopwatch &watch) {
  if (!isMeasured(groups)) {
    task.runOn(memory, 0, groups);
    return groups;
  }
  watch.start();
  task.runOn(memory, 0, 1);
  watch.stop(1);
  if (groups == 1 || watch.perGroup() * static_cast<float>(groups) > 4 * inlineNanoseconds)
    return 1;
  task.runOn(memory, 1, groups);
  watch.stop(groups - 1);
  return groups;
}

/// Runs the groups from `done` on across the arena. `groupCost` is 0 if unknown.
void spread(Arena &arena, LaunchTask &task, std::size_t done, std::size_t groups, float groupCost,
            Stopwatch &watch) {
  constexpr float largest = 1 << 20;
  std::size_t grain = 1, threads = SIZE_MAX;
  if (groupCost > 0) {
    const float work = groupCost * static_cast<float>(groups - done);
    threads = static_cast<std::size_t>(std::clamp(work / nanosecondsPerThread, 2.0f, largest));
    grain = static_cast<std::size_t>(std::clamp(nanosecondsPerRange / groupCost, 1.0f, largest));
  }
  Spread rest(task, done, watch);
  arena.parallelFor(groups - done, grain, rest, threads);
}

} // namespace

std::uint64_t workItemsOf(const NdRange &range) noexcept { return groupsOf(range, {1, 1, 1}); }

std::uint64_t groupsOf(const NdRange &range,
                       const std::array<std::uint64_t, 3> &localSize) noexcept {
  std::uint64_t groups = 1;
  for (std::size_t d = 0; d < range.dimensions; ++d)
    if (__builtin_mul_overflow(
            groups, groupsAlong(range.globalSize[d], std::max<std::uint64_t>(localSize[d], 1)),
            &groups))
      return ~std::uint64_t{0};
  return groups;
}

float expectedNanoseconds(const weft_kernel_description &kernel, const NdRange &range) noexcept {
  float nanoseconds = CostTable::instance().of(&kernel);
  if (nanoseconds <= 0)
    return std::numeric_limits<float>::infinity();
  for (std::size_t d = 0; d < range.dimensions; ++d)
    nanoseconds *= static_cast<float>(range.globalSize[d]);
  return nanoseconds;
}

LaunchPlan planOf(const Arena &arena, const Launch &launch) noexcept {
  const weft_kernel_description &kernel = *launch.version.kernel;
  const auto sizeFor = launch.versions ? replaceableLocalSize : reshapedLocalSize;
  const std::array<std::uint64_t, 3> localSize =
      sizeFor(kernel, launch.range, arena.concurrency(), CostTable::instance().of(&kernel));
  return {localSize, contextBytes(kernel, localSize)};
}

LaunchStatus run(Arena &arena, const Launch &launch) {
  VersionTrials *const trials = launch.version.trials;
  if (trials && VersionTrials::mayConcern(*launch.version.kernel, launch.range.localSize))
    return runTried(arena, launch, *trials);
  return run(arena, launch, planOf(arena, launch));
}

LaunchStatus run(Arena &arena, const Launch &launch, const LaunchPlan &plan) {
  const std::uint64_t contextArray = plan.contextBytes;
  const bool hasAllProcessors =
      launch.versions && arena.concurrency() >= Topology::ofProcess().boundTo().size();
  LaunchTask task(launch, plan.localSize, contextArray, hasAllProcessors);
  WorkerMemory *const ofThread = WorkerMemory::ofThread();
  if (!ofThread)
    return LaunchStatus::OutOfMemory;
  WorkerMemory &memory = *ofThread;
  std::size_t groups = 0;
  if (!task.countGroups(groups) || contextArray == ~std::uint64_t{0} || !task.prepare(memory))
    return LaunchStatus::OutOfMemory;
  if (!groups)
    return LaunchStatus::Complete;

  CostTable &costs = CostTable::instance();
  const float items = task.itemsPerGroup();
  float groupCost = costs.of(launch.version.kernel) * items;
  const bool small = groupCost > 0 && groupCost * static_cast<float>(groups) < inlineNanoseconds;
  Stopwatch watch;
  std::size_t done = 0;
  if (launch.isSequential) {
    task.runOn(memory, 0, groups);
    done = groups;
  } else if (small) {
    done = runHere(task, memory, groups, watch);
    if (done < groups)
      groupCost = watch.perGroup();
  }
  if (done < groups)
    spread(arena, task, done, groups, groupCost, watch);
  if (watch.groups())
    costs.learn(launch.version.kernel, watch.perGroup() / items);
  const LaunchStatus status = task.finish();
  memory.trim();
  return status;
}

} // namespace weft::device
