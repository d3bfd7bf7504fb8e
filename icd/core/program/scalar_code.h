// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of one kernel without lanes, for launches on which that is faster.
//
// It is built when the trials of the kernel ask for it (device/launch/version_trials.h), and takes
// their verdicts to later processes.
#pragma once

#include "device/launch/version_trials.h"

#include <atomic>
#include <memory>

namespace weft::icd {

class Executable;

/// For one version with lanes of a kernel, of which it is a part. Thread-safe.
class ScalarCode final : public device::VersionTrials {
public:
  /// Null if the version has no lanes, or its results depend on the order of work-items. `owner`:
  /// the executable that contains the version. `first`: its first code, or null. Throws bad_alloc.
  static std::unique_ptr<ScalarCode> of(Executable &owner, const weft_kernel_description &lanes,
                                        const device::KernelVersion *first);

private:
  ScalarCode(Executable &owner, const weft_kernel_description &lanes,
             const device::KernelVersion *first) noexcept
      : VersionTrials(lanes, first), owner(owner), lanes(lanes) {}

  void request() noexcept override;
  void require() noexcept override;
  device::VersionTrial::Result find(device::RangeKind kind) noexcept override;
  void keep(device::RangeKind kind, const device::VersionTrial::Result &result) noexcept override;

  Executable &owner;
  const weft_kernel_description &lanes;
  /// Nobody waits for another thread's build, which would never end in a forked child.
  std::atomic<bool> isBegun{false};
  std::shared_ptr<Executable> program; ///< with the kernel alone; of the thread that builds
};

} // namespace weft::icd
