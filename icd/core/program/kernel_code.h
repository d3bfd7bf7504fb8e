// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of one kernel, in tiers.
//
// What needs the code of a kernel waits for the first code, which is there in a few milliseconds.
// Later launches, and the later groups of one that runs, use the best code when it has come. Both
// stay loaded as long as the program.
//
// The compiler makes the best code of all kernels by itself, at low priority. It is asked for that
// of a kernel which has run a fair number of work-items, or for a while: such code competes with
// the application. A kernel that is launched once on a few work-items costs no more than its first
// code.
#pragma once

#include "compiler/options/tier.h"
#include "device/launch/launch.h"
#include "device/launch/version_trial.h"
#include "device/program/module.h"
#include "icd/core/program/sized_code.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <forward_list>
#include <memory>

namespace weft::icd {

using ModuleRef = std::shared_ptr<const device::Module>;

class Executable;

/// Work-items that are worth the time of compiling a kernel's best code.
inline constexpr std::uint64_t muchWork = 32768;

/// One kernel of an executable. Thread-safe but where it says otherwise.
class KernelCode final : public device::KernelVersions {
public:
  /// Code that is loaded, for as long as the executable.
  struct Version {
    ModuleRef module;
    device::KernelVersion loaded;
    bool isBest;
    std::unique_ptr<device::VersionTrial> trial; ///< where the kernel has a scalar version
  };

  KernelCode(Executable &owner, std::uint32_t position) : owner(owner), position(position) {}

  /// What the source says of the kernel; the members that depend on code are 0.
  const weft_kernel_description &interface() const { return *declared; }
  /// What code says of it, of the version that came first. Waits for it; null with an error logged
  /// if it cannot be made.
  const weft_kernel_description *description() noexcept;
  /// The newest version that is loaded, or null.
  const Version *current() const noexcept { return latest.load(std::memory_order_acquire); }
  /// The version to launch on a range. Waits where the user wants the best code. Null as above.
  const Version *launchable(const device::NdRange &range) noexcept;
  /// Whether launches on the range take no other version any more.
  bool isLast(const Version &version, const device::NdRange &range) const noexcept {
    const bool isSized = &version != current();
    return version.isBest &&
           (isSized || !device::gainsFromKnownSize(*version.loaded.kernel, range));
  }
  /// The newest version that launches on a range would take, or null.
  const Version *current(const device::NdRange &range) const noexcept;

  /// Asks for the best code, ahead of that of other kernels.
  void prefer() noexcept;
  /// Waits for the best code, or for any where `best` is false. The newest version, also where it
  /// is not what was asked for as that cannot be made; null as above.
  const Version *require(bool best) noexcept;

  /// device::KernelVersions: looks for arrivals, for a launch that runs.
  const device::KernelVersion *newest(std::uint64_t nanoseconds) noexcept override;
  std::uint64_t nanosecondsToBetter() noexcept override;

  /// Before other threads know of the kernel. `description` lives as long; `nanoseconds`: what its
  /// best code may take to make.
  void declare(const weft_kernel_description &description, std::uint64_t nanoseconds) noexcept {
    declared = &description;
    nanosecondsOfBest = nanoseconds;
  }
  /// Adds a version unless one is there that is as good. One that needs more than that counts as
  /// failed. No two threads at a time. Throws bad_alloc.
  void add(const ModuleRef &module, const weft_kernel_description &description, bool isBest);
  /// There is no code of that tier. No two threads at a time, nor with add().
  void fail(compiler::Tier tier) noexcept { hasFailed[static_cast<std::size_t>(tier)] = true; }

private:
  void await(compiler::Tier tier) noexcept;
  void use(std::uint64_t items) noexcept;

  Executable &owner;
  const std::uint32_t position;
  const weft_kernel_description *declared = nullptr;
  std::atomic<const Version *> first{nullptr}; ///< the version that came first
  std::atomic<const Version *> latest{nullptr};
  std::atomic<std::uint64_t> used{0};    ///< about how many work-items have run without best code
  std::atomic<std::uint64_t> askedAt{0}; ///< for best code: monotonicNanoseconds(), or 0
  std::uint64_t nanosecondsOfBest = 0;
  SizedCode sized;
  // Guarded by the mutex of the executable's arrivals.
  std::forward_list<Version> versions;
  std::array<bool, 2> hasFailed{}; ///< by Tier
};

/// What a launch of any size needs: code that needs more than the code before it is not taken, as
/// the host has been told what work-groups are possible.
bool needsNoMore(const weft_kernel_description &newer, const weft_kernel_description &older);

} // namespace weft::icd
