// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One parallel loop: a range of indices that several threads take apart.
//
// The range is cut into one segment for each thread that may take part. A thread begins in the
// segment of its own place, so the same indices run on the same PU in one loop after the other
// (caches and first-touched pages stay near), or in the next one where another thread has begun,
// then helps in the others. Its own segment it takes from the front, others' from the back:
// neighbouring indices often write to the same cache lines, which two threads would pull to and
// fro. From a segment it takes a quarter of what is left, never less than the grain: few claims
// while there is much to do, small ranges at the end where they even out unequal work.
//
// Helpers are tasks of oneTBB. Its parallel_for over the same ranges loses more than 5 % where
// loops are short, since splitting and joining are tasks, too. Microseconds on two threads of an
// Emerald Rapids, parallel_for with auto_partitioner in the arena beside this: 2 groups of 1 us 2.7
// and 2.3, 16 of 1 us 11.2 and 10.2, 64 of 1 us 38.3 and 36.1, 2 of 10 us 12.2 and 11.4; 64 of 10
// us and longer ones are within 1 %. Besides, parallel_for ends the process where there is no
// memory for its tasks, and has given a thread its range before it knows whether that thread has
// memory for the kernel (RangeTask::enter).
//
// Nobody waits for a helper that has not come: the owner works until no index is left, closes the
// job, and waits only for helpers that are inside. A helper that comes later finds it closed and
// touches nothing but the job, which lives as long as anybody refers to it.
//
// Memory order. prepare() publishes the job with `state`, whose change acquires when a helper comes
// in. Each helper that leaves releases what its ranges have written, and as all changes of `state`
// are read-modify-writes, the owner that finds the last one gone acquires it from all. Whether the
// owner sleeps is in the same word: so the helper whose change comes behind it knows, and the
// kernel refuses to put the owner to sleep where the change came first. Claims need no order, since
// each takes what its exchange removes. Who finds no other reference has acquired from those that
// dropped one, and may prepare the job anew. tests/models/range_job.cpp
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace weft::device {

/// The body of a parallel loop.
class RangeTask {
public:
  /// Called on each helping thread before its first range, at the same time as ranges run
  /// elsewhere. A thread for which it returns false takes no part.
  virtual bool enter() noexcept { return true; }
  virtual void run(std::size_t first, std::size_t last) noexcept = 0;
  /// Called on each helping thread that entered, after its last range.
  virtual void leave() noexcept {}

protected:
  ~RangeTask() = default;
};

class RangeJob {
public:
  /// A job with one reference, the caller's; null when there is no memory. The last job that this
  /// thread had is used again when nobody else refers to it any more.
  static RangeJob *acquire(std::size_t count, std::size_t grain, std::size_t threads,
                           RangeTask &task) noexcept;
  void retain() noexcept { references.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept;

  /// The owner's part: returns when every index is done. `place` is in [0, places), and chooses
  /// the segment.
  void runAsOwner(std::size_t place, std::size_t places) noexcept;
  /// A helper's part: returns when there is nothing left to take, at once if the job is closed.
  void runAsHelper(std::size_t place, std::size_t places) noexcept;

  /// Takes one of the helpers that are still to be called; false when all are.
  bool takeInvitation() noexcept;

private:
  /// Where to take from.
  enum class End { Front, Back };
  /// What nobody has taken of a part of the range, in steps: the first one below, and the one
  /// behind the last in the upper 32 bits.
  struct alignas(64) Segment {
    std::atomic<std::uint64_t> left{0};
    std::atomic<bool> isTaken{false}; ///< a thread began here
  };
  /// In `state`, beside the number of helpers inside: no helper may come in any more, and the owner
  /// sleeps until the last one has left.
  static constexpr std::uint32_t closed = 1u << 31, asleep = 1u << 30;

  bool prepare(std::size_t count, std::size_t grain, std::size_t threads, RangeTask &task) noexcept;
  bool claim(Segment &segment, End end, std::size_t &first, std::size_t &last) noexcept;
  std::size_t takeSegment(std::size_t place, std::size_t places) noexcept;
  void work(std::size_t place, std::size_t places) noexcept;

  std::atomic<std::uint32_t> references{1};
  std::atomic<std::uint32_t> state{0};
  std::atomic<std::int64_t> invitations{0};
  RangeTask *task = nullptr;
  std::size_t indices = 0;
  std::size_t step = 1; ///< indices; more than one only where they need more than 32 bits
  std::size_t stepCount = 0;
  std::uint32_t grain = 1; ///< steps
  std::size_t segmentCount = 0, segmentCapacity = 0;
  std::unique_ptr<Segment[]> segments;
};

} // namespace weft::device
