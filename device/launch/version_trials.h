// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of a kernel's versions runs, lanes or single work-items, where only data can tell.
//
// A kernel is tried if the order of its work-items does not matter (WEFT_KERNEL_ANY_ORDER), and if
// its lanes may be slower (WEFT_KERNEL_LANES_MAY_LOSE) or idle. Ranges are of a few kinds, each
// with a verdict of its own (RangeKind).
//
// Nothing is compiled in advance. Lanes run until they have taken a while. If they are not several
// times as fast as the kernel's first code was, which has no lanes, the best code without lanes is
// requested, and when it has arrived, the two are timed side by side (version_trial.h). If the
// first code was faster, it runs meanwhile. A verdict of an earlier process holds from the
// beginning.
//
// Memory order. The version without lanes is released when it is added and acquired by launches.
// That a verdict is from an earlier process is stored before the verdict, which releases it
// (version_trial.h). Flags that let one thread alone do something are exchanged. A refusal is shown
// last: who refuses and who shows a state both store before they load what the other one stores,
// sequentially consistent, so one of them sees both.
#pragma once

#include "device/base/reports/activity_board.h"
#include "device/kernel_abi.h"
#include "device/launch/version_trial.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace weft::device {

struct KernelVersion;

/// What lanes and single work-items differ in, apart from the kernel.
enum class RangeKind : unsigned char {
  Usual,
  NarrowGroups, ///< with at most three work-items along the lanes
  FewGroups,    ///< too few for samples: launches as a whole are timed
  FewItems,     ///< likewise, and hardly any gangs
};
inline constexpr std::size_t rangeKinds = 4;

/// In reports: "usual ranges".
const char *nameOf(RangeKind kind) noexcept;

/// Whether launches of such ranges are timed as a whole.
constexpr bool areWholeLaunchesTimed(RangeKind kind) noexcept {
  return kind == RangeKind::FewGroups || kind == RangeKind::FewItems;
}

/// The kind of a range of so many groups of this local size.
RangeKind kindOf(const weft_kernel_description &kernel,
                 const std::array<std::uint64_t, 3> &localSize, std::uint64_t groups) noexcept;

/// The trials of one kernel. Thread-safe.
class VersionTrials {
public:
  /// `lanes`: the version with lanes. `first`: the kernel's first code, or null if there was none.
  /// Both live as long as this.
  VersionTrials(const weft_kernel_description &lanes, const KernelVersion *first) noexcept
      : lanes(lanes), first(first) {}
  VersionTrials(const VersionTrials &) = delete;
  VersionTrials &operator=(const VersionTrials &) = delete;
  virtual ~VersionTrials() = default;

  /// Whether a kernel with trials may be tried in groups of this local size, which the executor may
  /// join. For each launch: takes a nanosecond.
  static bool mayConcern(const weft_kernel_description &kernel,
                         const std::array<std::uint64_t, 3> &localSize) noexcept;
  /// Whether a kernel is tried on ranges of any kind.
  static bool areFor(const weft_kernel_description &kernel) noexcept {
    return kernel.flags & WEFT_KERNEL_ANY_ORDER && kernel.flags & WEFT_KERNEL_HAS_LANES;
  }

  /// The trial on ranges of a kind; null if lanes run these. The first call for a kind may read a
  /// file.
  VersionTrial *of(RangeKind kind) noexcept;
  /// The best version without lanes; null as long as there is none.
  const KernelVersion *scalar() const noexcept {
    return scalarVersion.load(std::memory_order_acquire);
  }
  const KernelVersion *firstCode() const noexcept { return first; }
  /// The version for a verdict against lanes: that of an earlier process waits for it. Null if
  /// there is none.
  const KernelVersion *withoutLanes(RangeKind kind) noexcept;
  /// The first code if it is faster than lanes and the best code without lanes has been requested;
  /// otherwise null.
  const KernelVersion *whileAwaited(float laneCost, float firstCost) const noexcept;

  /// After lanes have run, at `laneCost` nanoseconds for a work-item: requests the version without
  /// lanes once that may pay, or ends the trial. `firstCost`: of the first code; 0: unknown.
  void consider(RangeKind kind, float laneCost, float firstCost) noexcept;
  /// After a sample: keeps the verdict, if there is one, for later processes, and shows it to `weft
  /// top`.
  void keepVerdict(RangeKind kind) noexcept;

protected:
  /// `version` stays.
  void add(const KernelVersion &version) noexcept {
    scalarVersion.store(&version, std::memory_order_release);
  }
  /// There will be none.
  void refuse() noexcept;

private:
  /// Has the best version without lanes compiled in the background, and added or refused.
  virtual void request() noexcept = 0;
  /// The same on the calling thread, unless another one has begun.
  virtual void require() noexcept = 0;
  /// Which version an earlier process has chosen for a kind.
  virtual VersionTrial::Result find(RangeKind kind) noexcept = 0;
  /// For later processes. Returns at once.
  virtual void keep(RangeKind kind, const VersionTrial::Result &result) noexcept = 0;

  struct Entry {
    VersionTrial trial;
    std::atomic<bool> isAsked{false}; ///< for a verdict of earlier processes
    std::atomic<bool> isFromBefore{false};
    std::atomic<VersionTrial::Verdict> kept{VersionTrial::Verdict::Pending};
    /// What the activity board says.
    std::atomic<ActivityBoard::Trial::State> shown{ActivityBoard::Trial::State::None};
  };
  void show(RangeKind kind, ActivityBoard::Trial::State state, float gain) noexcept;
  Entry &entryOf(RangeKind kind) noexcept { return entries[static_cast<std::size_t>(kind)]; }

  const weft_kernel_description &lanes;
  const KernelVersion *const first;
  std::array<Entry, rangeKinds> entries;
  std::atomic<const KernelVersion *> scalarVersion{nullptr};
  std::atomic<bool> isRequested{false}, isRefused{false};
};

} // namespace weft::device
