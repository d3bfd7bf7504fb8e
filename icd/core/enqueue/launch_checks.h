// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of a launch of a checked kernel (device/kernel_abi_checks.h), and its reports.
#pragma once

#include "device/base/checks.h"
#include "device/checks/report.h"
#include "device/kernel_abi_checks.h"
#include "device/launch/launch.h"
#include "icd/core/context/checked/host_ranges.h"
#include "icd/core/context/checked/released_storage.h"
#include "icd/core/enqueue/copy_text.h"
#include "icd/core/enqueue/race_text.h"
#include "icd/core/program/kernel.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace weft::icd {

/// A write to memory that is watched.
struct WatchedWrite {
  const weft_check_site *site;
  std::array<std::uint64_t, 3> id; ///< global, without offset
};

/// What depends on the order in which a launch runs.
struct OrderDifference {
  std::optional<std::size_t> argument; ///< nothing: an allocation that is no argument
  std::size_t bytes = 0;               ///< of the object
  std::string element;                 ///< "element 3"
  std::string first, second;           ///< its values
  std::optional<WatchedWrite> firstWrite, secondWrite;
  const char *cause = "";
};

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
  /// The address in an argument that is no memory object; nothing of other arguments and null.
  std::optional<std::uint64_t> pointerAt(std::size_t argument) const noexcept;
  /// The buffer argument whose object contains an address.
  std::optional<std::size_t> argumentAt(std::uint64_t address) const noexcept;

  /// Describes an object that begins there, as an argument if it is one.
  std::string describeObjectAt(std::uint64_t begin, std::uint64_t bytes) const;

  /// A work-item's global id, without the launch's offset.
  using Id = std::array<std::uint64_t, 3>;
  /// weft_report_function, and weft_report_race_function. Thread-safe.
  void report(const weft_check_site &site, std::uint64_t first, std::uint64_t second,
              const Id &id) const noexcept;
  void reportRace(Race race) const noexcept;
  /// An access of memory that the host has mapped.
  void reportMapped(const Race &race, const HostRange &range) const noexcept;
  /// An access touches a copy for which the group has not waited; and what concerns the copies of
  /// a group, whose first work-item has the id.
  void reportTouch(const TouchingAccess &access, const device::CopyInFlight &copy,
                   std::uint64_t size, const Id &id) const noexcept;
  void reportConflict(const device::CopyInFlight &copy,
                      const device::CopyInFlight &other) const noexcept;
  void reportWait(const weft_check_site &site, const device::CopiesInFlight::Waited &waited,
                  const Id &id) const noexcept;
  void reportOrder(const OrderDifference &difference) const noexcept;
  void reportUnawaited(const device::CopyInFlight &copy) const noexcept;

private:
  std::string nameOf(std::size_t argument) const;
  std::string describeArgument(std::size_t index) const;
  std::string describeObject(const weft_check_site &site, std::uint64_t size) const;
  std::string describeItem(const Id &id) const;
  /// The released object that an access concerns, of no size: then `offset` is its address.
  std::optional<ReleasedBlock> releasedAt(const weft_check_site &site, std::uint64_t offset,
                                          std::uint64_t size) const;
  std::string messageOf(Check check, const weft_check_site &site, std::uint64_t first,
                        std::uint64_t second) const;
  bool isForbidden(const weft_check_site &site, std::uint64_t offset) const noexcept;
  /// The size of the groups that the host has enqueued.
  Id groupSize() const noexcept;
  std::string describeResult(const std::string &value, const std::optional<WatchedWrite> &write,
                             const device::SourceLocation &known) const;
  void deliver(Check check, const weft_check_site &site, std::string message,
               std::vector<std::string> notes = {}) const;
  /// False if it was not delivered.
  bool deliver(const device::CheckReport &report) const;
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
