// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of one kernel, in tiers.
//
// The first use of a kernel waits for the first code, which is ready in a few milliseconds. Later
// launches, and later groups of a running one, use the best code when it has arrived. Both stay
// loaded as long as the program.
//
// The compiler generates the best code of all kernels unprompted, at low priority. It is requested
// for a kernel that has run a fair number of work-items, or for a while: such code competes with
// the application. A kernel that is launched once on a few work-items costs no more than its first
// code.
//
// Memory order. A version is complete, and its code loaded, before `first` and `latest` release it;
// launches acquire it there, and a running launch releases it once more to its other threads
// (device/launch/launch.cpp). Versions stay as long as the program, so nobody needs to know who
// still uses one. Counts and times are hints. tests/models/code_arrival.cpp
#pragma once

#include "compiler/options/tier.h"
#include "device/launch/launch.h"
#include "device/program/module.h"
#include "icd/core/program/backwards_code.h"
#include "icd/core/program/scalar_code.h"
#include "icd/core/program/special_code.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <forward_list>
#include <memory>

namespace weft::icd {

using ModuleRef = std::shared_ptr<const device::Module>;

class Executable;

/// The number of work-items that justify compiling a kernel's best code.
inline constexpr std::uint64_t muchWork = 32768;

/// One kernel of an executable. Thread-safe unless noted otherwise.
class KernelCode final : public device::KernelVersions {
public:
  /// Loaded code, which lives as long as the executable.
  struct Version {
    ModuleRef module;
    device::KernelVersion loaded;
    bool isBest;
    std::unique_ptr<ScalarCode> scalar; ///< if the version may run without lanes
  };

  KernelCode(Executable &owner, std::uint32_t position) : owner(owner), position(position) {}

  /// The source's description of the kernel; members that depend on code are 0.
  const weft_kernel_description &interface() const { return *declared; }
  /// The description of the version that arrived first. Waits for it; null with an error logged if
  /// it cannot be compiled.
  const weft_kernel_description *description() noexcept;
  /// The newest version that is loaded, or null.
  const Version *current() const noexcept { return latest.load(std::memory_order_acquire); }
  /// The version to launch on a range. Waits if the user wants the best code. Null as above.
  const Version *launchable(const device::NdRange &range) noexcept;
  /// Whether launches on the range will not switch to another version.
  bool isLast(const Version &version, const device::NdRange &range) const noexcept {
    const bool isSpecial = &version != current();
    const bool isTried = version.scalar &&
                         device::VersionTrials::mayConcern(*version.loaded.kernel, range.localSize);
    return version.isBest && !isTried && (isSpecial || !variantFor(*version.loaded.kernel, range));
  }
  /// The newest version for launches on the range, or null.
  const Version *current(const device::NdRange &range) const noexcept;

  /// Code for another order of work-items; null if it cannot be built. Waits for the build.
  KernelCode *backwards() noexcept { return backwardsCode.find(owner, interface().name); }

  /// Requests the best code, ahead of that of other kernels.
  void prefer() noexcept;
  /// Waits for the best code, or for any if `best` is false. The newest version, even if the
  /// requested one is impossible; null as above.
  const Version *require(bool best) noexcept;

  /// device::KernelVersions: polls for arrivals, for a running launch.
  const device::KernelVersion *newest(std::uint64_t nanoseconds) noexcept override;
  std::uint64_t nanosecondsToBetter() noexcept override;

  /// Before other threads know about the kernel. `description` must outlive it; `nanoseconds`: the
  /// expected compile time of its best code.
  void declare(const weft_kernel_description &description, std::uint64_t nanoseconds) noexcept {
    declared = &description;
    nanosecondsOfBest = nanoseconds;
  }
  /// Adds a version unless one is as good. One that needs more memory counts as failed. No
  /// concurrent calls. Throws bad_alloc.
  void add(const ModuleRef &module, const weft_kernel_description &description, bool isBest);
  /// There is no code of that tier. No concurrent calls, nor with add().
  void fail(compiler::Tier tier) noexcept { hasFailed[static_cast<std::size_t>(tier)] = true; }

private:
  void await(compiler::Tier tier) noexcept;
  void use(std::uint64_t items) noexcept;

  Executable &owner;
  const std::uint32_t position;
  const weft_kernel_description *declared = nullptr;
  std::atomic<const Version *> first{nullptr}; ///< the version that came first
  std::atomic<const Version *> latest{nullptr};
  std::atomic<std::uint64_t> used{
      0}; ///< approximate number of work-items that have run without best code
  std::atomic<std::uint64_t> askedAt{0}; ///< best code was requested: monotonicNanoseconds(), or 0
  std::uint64_t nanosecondsOfBest = 0;
  SpecialCode special;
  BackwardsCode backwardsCode;
  // Guarded by the mutex of the executable's arrivals.
  std::forward_list<Version> versions;
  std::array<bool, 2> hasFailed{}; ///< by Tier
};

/// Memory for a launch of any size: code that needs more than earlier code is rejected, as the host
/// has been told the maximum work-group size.
bool needsNoMore(const weft_kernel_description &newer, const weft_kernel_description &older);

} // namespace weft::icd
