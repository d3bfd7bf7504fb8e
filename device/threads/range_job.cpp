// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/range_job.h"

#include "device/arch/spin.h"
#include "device/base/threads/futex.h"
#include "device/base/threads/per_thread.h"

#include <algorithm>
#include <cstdint>
#include <new>

namespace weft::device {
namespace {

/// How often the owner looks before it sleeps: about as long as a sleep and a wake-up take.
constexpr int spins = 400;

struct JobCache {
  RangeJob *job = nullptr;
  ~JobCache() {
    if (job)
      job->release();
  }
};

constexpr std::size_t mostSteps = UINT32_MAX;

constexpr std::uint64_t pack(std::uint64_t front, std::uint64_t back) { return front | back << 32; }

} // namespace

RangeJob *RangeJob::acquire(std::size_t count, std::size_t grain, std::size_t threads,
                            RangeTask &task) noexcept {
  JobCache *cache = PerThread<JobCache>::get();
  if (!cache)
    return nullptr;
  RangeJob *job = cache->job;
  if (!job || job->references.load(std::memory_order_acquire) != 1) {
    if (job)
      job->release();
    job = cache->job = new (std::nothrow) RangeJob;
  }
  if (!job || !job->prepare(count, grain, threads, task))
    return nullptr;
  job->retain(); // one for the cache, one for the owner
  return job;
}

void RangeJob::release() noexcept {
  if (references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete this;
}

bool RangeJob::prepare(std::size_t count, std::size_t newGrain, std::size_t threads,
                       RangeTask &newTask) noexcept {
  if (segmentCapacity < threads) {
    segments.reset(new (std::nothrow) Segment[threads]);
    segmentCapacity = segments ? threads : 0;
    if (!segments)
      return false;
  }
  segmentCount = threads;
  indices = count;
  step = 1 + count / mostSteps;
  const std::size_t steps = count / step + (count % step != 0);
  stepCount = steps;
  const std::size_t share = steps / threads, longer = steps % threads;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < threads; ++i) {
    const std::size_t end = begin + share + (i < longer);
    segments[i].left.store(pack(begin, end), std::memory_order_relaxed);
    segments[i].isTaken.store(false, std::memory_order_relaxed);
    begin = end;
  }
  task = &newTask;
  grain = static_cast<std::uint32_t>(std::clamp<std::size_t>(newGrain / step, 1, mostSteps));
  invitations.store(static_cast<std::int64_t>(threads) - 1, std::memory_order_relaxed);
  state.store(0, std::memory_order_release);
  return true;
}

bool RangeJob::takeInvitation() noexcept {
  return invitations.load(std::memory_order_relaxed) > 0 &&
         invitations.fetch_sub(1, std::memory_order_relaxed) > 0;
}

bool RangeJob::claim(Segment &segment, End end, std::size_t &first, std::size_t &last) noexcept {
  std::uint64_t seen = segment.left.load(std::memory_order_relaxed);
  std::uint32_t begin, taken;
  std::uint64_t after;
  do {
    const auto front = static_cast<std::uint32_t>(seen);
    const auto back = static_cast<std::uint32_t>(seen >> 32);
    const std::uint32_t left = back - front;
    if (left == 0)
      return false;
    taken = std::min(left, std::max(grain, left / 4));
    begin = end == End::Front ? front : back - taken;
    after = end == End::Front ? pack(front + taken, back) : pack(front, begin);
  } while (!segment.left.compare_exchange_weak(seen, after, std::memory_order_relaxed));
  first = begin * step;
  last = begin + taken == stepCount ? indices : first + taken * step;
  return true;
}

std::size_t RangeJob::takeSegment(std::size_t place, std::size_t places) noexcept {
  const std::size_t own = place < places ? place * segmentCount / places : 0;
  for (std::size_t i = 0; i < segmentCount; ++i) {
    const std::size_t number = (own + i) % segmentCount;
    if (!segments[number].isTaken.exchange(true, std::memory_order_relaxed))
      return number;
  }
  return own;
}

void RangeJob::work(std::size_t place, std::size_t places) noexcept {
  const std::size_t own = takeSegment(place, places);
  std::size_t first, last;
  for (std::size_t i = 0; i < segmentCount; ++i) {
    Segment &segment = segments[(own + i) % segmentCount];
    while (claim(segment, i == 0 ? End::Front : End::Back, first, last))
      task->run(first, last);
  }
}

void RangeJob::runAsOwner(std::size_t place, std::size_t places) noexcept {
  work(place, places);
  std::uint32_t now = state.fetch_or(closed, std::memory_order_acq_rel) | closed;
  for (int i = 0; now != closed && i < spins; ++i) {
    spinPause();
    now = state.load(std::memory_order_acquire);
  }
  if (now == closed)
    return;
  now = state.fetch_or(asleep, std::memory_order_acquire) | asleep;
  while (now != (closed | asleep)) {
    futexWait(state, now);
    now = state.load(std::memory_order_acquire);
  }
}

void RangeJob::runAsHelper(std::size_t place, std::size_t places) noexcept {
  std::uint32_t now = state.load(std::memory_order_relaxed);
  do {
    if (now & closed)
      return;
  } while (!state.compare_exchange_weak(now, now + 1, std::memory_order_acq_rel,
                                        std::memory_order_relaxed));
  if (task->enter()) {
    work(place, places);
    task->leave();
  }
  if (state.fetch_sub(1, std::memory_order_acq_rel) - 1 == (closed | asleep))
    futexWakeOne(state);
}

} // namespace weft::device
