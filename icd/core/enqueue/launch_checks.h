// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of a launch of a checked kernel (device/kernel_abi_checks.h), and its reports.
#pragma once

#include "device/base/checks.h"
#include "device/kernel_abi_checks.h"
#include "device/launch/launch.h"
#include "icd/core/enqueue/race_text.h"
#include "icd/core/program/kernel.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>

namespace weft::icd {

class LaunchChecks {
public:
  /// Everything passed outlives it. `arguments` were captured for a checked kernel.
  LaunchChecks(const Context &context, const weft_kernel_description &kernel,
               const device::NdRange &range, const CapturedArguments &arguments);
  LaunchChecks(const LaunchChecks &) = delete;
  LaunchChecks &operator=(const LaunchChecks &) = delete;

  const Context &context() const { return owner; }
  const weft_kernel_description &description() const { return kernel; }
  const CapturedArguments &arguments() const { return captured; }
  /// Where the object begins that an argument points into.
  std::uint64_t beginAt(std::size_t argument) const noexcept;
  /// The buffer argument whose object contains an address.
  std::optional<std::size_t> argumentAt(std::uint64_t address) const noexcept;

  /// A work-item's global id, without the launch's offset.
  using Id = std::array<std::uint64_t, 3>;
  /// weft_report_function, and weft_report_race_function. Thread-safe.
  void report(const weft_check_site &site, std::uint64_t first, std::uint64_t second,
              const Id &id) const noexcept;
  void reportRace(Race race) const noexcept;

private:
  std::string describeArgument(std::size_t index) const;
  std::string describeObject(const weft_check_site &site, std::uint64_t size) const;
  std::string describeItem(const Id &id) const;
  std::string messageOf(Check check, const weft_check_site &site, std::uint64_t first,
                        std::uint64_t second) const;
  bool isForbidden(const weft_check_site &site, std::uint64_t offset) const noexcept;
  /// The size of the groups that the host has enqueued.
  Id groupSize() const noexcept;
  void deliver(Check check, const weft_check_site &site, std::string message) const;
  /// Whether no more reports of the place will be delivered; remembers some places.
  bool isDone(const weft_check_site &site) const noexcept;
  void setDone(const weft_check_site &site) const noexcept;
  static std::size_t slotOf(const weft_check_site &site) noexcept;

  const Context &owner;
  const weft_kernel_description &kernel;
  const device::NdRange &range;
  const CapturedArguments &captured;
  mutable std::array<std::atomic<const weft_check_site *>, 64> done{};
};

} // namespace weft::icd
