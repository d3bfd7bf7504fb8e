// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds one kernel of a program again, alone: for some launches, or without lanes.
//
// Such code is a separate program with one kernel, which is cached like any program. It is built
// on one of Weft's threads when launches need it, with the settings of the build.
#pragma once

#include "compiler/client/compiler_client.h"
#include "device/base/settings.h"
#include "device/launch/launch.h"
#include "device/launch/version_trials.h"

#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace weft::icd {

class Executable;

/// The launches that code is for.
struct KernelVariant {
  std::array<std::uint64_t, 3> localSize{}; ///< 0: any
  bool hasWideIds = false;                  ///< of 2^31 and more

  auto operator<=>(const KernelVariant &) const = default;
};

/// The variant of a kernel that is much faster than its general code in launches of this range.
std::optional<KernelVariant> variantFor(const weft_kernel_description &kernel,
                                        const device::NdRange &range) noexcept;

/// Immutable and thread-safe. All functions but the constructor may throw bad_alloc.
class KernelBuilder {
public:
  KernelBuilder(compiler::BuildRequest request, compiler::HostState host);
  ~KernelBuilder() { delete notes.load(std::memory_order_relaxed); }
  KernelBuilder(const KernelBuilder &) = delete;
  KernelBuilder &operator=(const KernelBuilder &) = delete;

  /// Whether kernels may run without lanes: the host has not said how many there are.
  bool mayBeScalar() const noexcept {
    return request.options.vectorFactor.value_or(compiler::automaticFactor) ==
           compiler::automaticFactor;
  }
  /// Whether launches wait for the code.
  TierChoice tiers() const noexcept { return host.settings.tiers; }

  /// Null if that fails.
  std::shared_ptr<Executable> build(const std::string &kernel, const KernelVariant &variant) const;
  /// Without lanes, for local sizes in the order of this lane dimension. Null if that fails.
  std::shared_ptr<Executable> buildScalar(const std::string &kernel,
                                          std::uint32_t laneDimension) const;
  /// Without lanes, with the work-items between barriers in another order. Null if that fails.
  std::shared_ptr<Executable> buildBackwards(const std::string &kernel) const;

  /// What an earlier process has kept of a kernel's trials on ranges of a kind.
  device::VersionTrial::Result findResult(const std::string &kernel, device::RangeKind kind) const;
  void keepResult(const std::string &kernel, device::RangeKind kind,
                  const device::VersionTrial::Result &result) const;

private:
  const compiler::BuildNotes &notesOfBuild() const;
  std::shared_ptr<Executable> build(compiler::BuildRequest alone, const std::string &what) const;

  const compiler::BuildRequest request; ///< of the whole program
  const compiler::HostState host;
  /// Since the first use. Without a lock, which another thread could hold during a fork.
  mutable std::atomic<const compiler::BuildNotes *> notes{nullptr};
};

} // namespace weft::icd
